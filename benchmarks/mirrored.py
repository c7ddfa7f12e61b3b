"""What mirrored deals are worth in the games of the box; `python -m benchmarks.mirrored` puts it in docs/statistics.md.

Contests between bots of the box are played in many deal groups. Out of the same games two kinds of smaller contests
with equally many games are put together. Mirrored: whole deal groups. Not mirrored: one part of each of as many times
more deal groups, the parts in turn, so that every line-up plays equally often from each of its seatings; then no two of
its games share a deal. Both go through `compute`, so the intervals are those that a user of the project would get. How
far the ratings really scatter from one such contest to the next is measured beside them, and asks no interval.

The bots play in this process, through the referee. To have several that are near each other in strength, some of them
make a part of their decisions at random.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Literal, Protocol

import click
import msgspec
import numpy as np
import trio

from arena.contest.formats import FormatName
from arena.contest.ledger import Ledger, Numbers, Table
from arena.contest.schedule import Schedule
from arena.games import find_game
from arena.players import FunctionPlayer, GameStart, Question
from arena.protocol import Fault, encode_body
from arena.referee import FaultPolicy, Fixture, GameRecord
from arena.referee.play import play
from arena.standings import Standings, compute
from arena.statistics.arrays import Bools, Floats, Ints
from benchmarks.known_truth.pages import Pool, Section, put, table
from bots.gangsta.greedy import Greedy as GangstaGreedy
from bots.gangsta.planner import Planner
from bots.grizzled.careful import Careful
from bots.gunrunners.greedy import Greedy
from bots.search import Search

SEED = 6
SHUFFLES = 20
"""So often the deals are put together anew."""
PAGE = Path(__file__).parents[1] / "docs" / "statistics.md"

Split = Literal["whole", "line-ups", "games"]
"""What has a deal of its own: the whole deal group, each line-up, each game."""


class Bot(Protocol):
    """As the files in `bots/` are written: takes the messages of the protocol."""

    def choose(self, turn: dict[str, Any], /) -> int: ...


def _of_file(kind: Callable[[dict[str, Any]], Bot], start: GameStart) -> Callable[[Question], int]:
    bot = kind({"seat": start.seat, "seats": start.seats, "options": msgspec.json.decode(start.options)})

    def choose(question: Question) -> int:
        turn = {"view": question.view, "memory": question.memory, "legal": question.legal}
        return bot.choose(msgspec.json.decode(encode_body(turn)))

    return choose


def _searching(start: GameStart) -> Callable[[Question], int]:
    """With the fewest play-outs that there can be, about two for each candidate."""
    options = msgspec.json.decode(start.options, type=start.game.options_type)
    search = Search(start.game, options, start.seat, start.seed, playouts=1)
    return lambda question: search.choose(question.view, question.memory, question.legal, None)


MINDS: dict[str, Callable[[GameStart], Callable[[Question], int]]] = {
    "gunrunners/greedy": partial(_of_file, Greedy),
    "gangsta/greedy": partial(_of_file, GangstaGreedy),
    "gangsta/planner": partial(_of_file, Planner),
    "grizzled/careful": partial(_of_file, Careful),
    "search": _searching,
}


class Slipping(FunctionPlayer):
    """A bot that makes a decision at random with probability `slips`."""

    def __init__(self, mind: str, slips: float) -> None:
        super().__init__(self._choose_or_slip)
        self._begin = MINDS[mind]
        self._slips = slips

    async def start(self, start: GameStart) -> Fault | None:
        self._think = self._begin(start)
        return await super().start(start)

    def _choose_or_slip(self, question: Question, rng: Random) -> int:
        if rng.random() < self._slips:
            return rng.randrange(len(question.legal))
        return self._think(question)


@dataclass(frozen=True)
class Setting:
    """A large contest, of which smaller ones are made. `bots` are minds and how often each slips; every line-up plays
    `deals` deals. `splits` are what mirrored deals are compared with."""

    title: str
    game: str
    seats: int
    bots: tuple[tuple[str, float], ...]
    deals: int
    splits: tuple[Split, ...] = ("games",)
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def cooperative(self) -> bool:
        return find_game(self.game).cooperative

    @property
    def names(self) -> list[str]:
        return [f"{mind.split('/')[-1]} {slips:.0%}" if slips else mind.split("/")[-1] for mind, slips in self.bots]

    @property
    def schedule(self) -> Schedule:
        form: FormatName = "cross-play" if self.cooperative else "round-robin"
        return Schedule(self.names, self.seats, "rotations", self.deals, str(SEED), format=form)


def _levels(mind: str, *slips: float) -> tuple[tuple[str, float], ...]:
    return tuple((mind, share) for share in slips)


_GANGSTERS = (*_levels("gangsta/planner", 0, 0.15), *_levels("gangsta/greedy", 0, 0.15))
_VARIANTS = {"families": True, "resources": True}

SETTINGS = (
    Setting("Gunrunners", "gunrunners", 2, _levels("gunrunners/greedy", 0, 0.03), 400),
    Setting("Gunrunners", "gunrunners", 2, _levels("gunrunners/greedy", 0, 0.1, 0.2, 0.35), 200),
    Setting("Gunrunners", "gunrunners", 2, (*_levels("gunrunners/greedy", 0, 0.2), ("search", 0)), 120),
    Setting("Gunrunners", "gunrunners", 4, _levels("gunrunners/greedy", 0, 0.1, 0.2, 0.3, 0.4), 160),
    Setting("Gangsta!", "gangsta", 2, _levels("gangsta/planner", 0, 0.03), 200, options=_VARIANTS),
    Setting("Gangsta!", "gangsta", 2, _GANGSTERS, 100, options=_VARIANTS),
    Setting("Gangsta!", "gangsta", 3, _GANGSTERS, 90, options=_VARIANTS),
    Setting(
        "The Grizzled",
        "grizzled",
        3,
        _levels("grizzled/careful", 0, 0.2),
        160,
        ("line-ups", "games"),
        {"orders": "experienced", "helping_hands": True},
    ),
)
"""The options are those of `configs/`."""


def play_games(setting: Setting, numbers: Sequence[int]) -> list[GameRecord]:
    """These games of the setting's schedule, without their decisions."""
    game, schedule, bots = (
        find_game(setting.game),
        setting.schedule,
        dict(zip(setting.names, setting.bots, strict=True)),
    )
    options = msgspec.convert(dict(setting.options), game.options_type)

    async def main() -> list[GameRecord]:
        records = []
        for number in numbers:
            pairing = schedule.pairing(number)
            fixture = Fixture(
                number=number,
                group=pairing.group,
                game=game,
                options=options,
                deal=pairing.deal,
                seating=pairing.seating,
                hashes=("",) * setting.seats,
                seeds=tuple(schedule.bot_seed(number, seat) for seat in range(setting.seats)),
            )
            record = await play(fixture, [Slipping(*bots[name]) for name in pairing.seating], FaultPolicy())
            if record.status != "finished":
                raise RuntimeError(f"{setting.title}, game {number}: {record.measured.trouble}")
            records.append(msgspec.structs.replace(record, decisions=(), measured=type(record.measured)()))
        return records

    return trio.run(main)


def play_all(setting: Setting, pool: Pool) -> Ledger:
    """All games of a setting."""
    numbers = range(len(setting.schedule))
    chunks = [numbers[first::64] for first in range(min(64, len(numbers)))]
    return Ledger.of(
        record for part in pool.each(play_games, [(setting, chunk) for chunk in chunks]) for record in part
    )


def contests(deal: Ints, part: Ints, parts: int, deals: int) -> Ints:
    """Shape (games,): the contest that each game is in, -1 if in none.

    `deal` counts the deals of each game's line-up from 0, and `part` says which of the `parts` of its deal group a game
    is in. In a contest every part is played at `deals` deals, and no deal is there for two of them.
    """
    contest = deal // (deals * parts)
    whole = (int(deal.max()) + 1) // (deals * parts)
    return np.where((deal % parts == part) & (contest < whole), contest, -1)


@dataclass(frozen=True)
class Games:
    """The games of a setting. `kind` are the line-ups that have deals of their own, `deal` counts these from 0, `parts`
    has for each split how many parts a deal group has, and in which each game is."""

    setting: Setting
    ledger: Ledger
    kind: Ints
    deal: Ints
    parts: Mapping[Split, tuple[int, Ints]]

    @classmethod
    def of(cls, setting: Setting, ledger: Ledger) -> Games:
        (games,) = ledger.tables
        (stage,) = setting.schedule.parts
        _, line_up = np.unique(np.sort(games.bots, axis=1), axis=0, return_inverse=True)
        deal, kind = np.divmod(games.group, stage.round.groups)
        size = stage.round.group_size
        parts: dict[Split, tuple[int, Ints]] = {
            "whole": (1, np.zeros(len(games), dtype=np.int64)),
            "line-ups": (int(line_up.max()) + 1, line_up.astype(np.int64).ravel()),
            "games": (size, games.number % size),
        }
        return cls(setting, ledger, kind, deal, parts)

    def figures(self, which: Bools, group: Ints) -> tuple[Floats, Floats]:
        """Shapes (bots,): Elo, or points added, from these games alone, and half the width of their 95 % intervals.
        `group`, of shape (games,), is what counts as the deal group of each game."""
        (games,) = self.ledger.tables
        games = replace(games, group=group).part(which)
        found = compute(_ledger(self.ledger, games), self.setting.names, cooperative=self.setting.cooperative)
        if isinstance(found, Standings):
            rows = {row.bot: (row.elo_of_bot, row.elo_error_95) for row in found.rows}
        else:
            rows = {row.bot: (row.points_added, row.points_added_error_95) for row in found.rows}
        values, errors = np.array([rows[name] for name in self.setting.names], dtype=np.float64).T
        return values, errors

    def luck_percent(self) -> float | None:
        """How much of the spread of a game's points is luck of the deal, by the standings of all games."""
        if self.setting.cooperative:
            return None
        (variance,) = compute(self.ledger, self.setting.names).variance
        return variance.deal_percent


def _ledger(ledger: Ledger, games: Table) -> Ledger:
    return replace(ledger, tables=(games,), numbers=Numbers(games.number))


@dataclass(frozen=True)
class Widths:
    """Of one kind of contest: the mean half width of a bot's 95 % interval, and what it would be by how the ratings
    scatter from one contest to another: 1.96 standard deviations."""

    interval: float
    scatter: float


def put_together(games: Games, split: Split, deals: int, among: Bools) -> Iterator[tuple[Floats, Floats]]:
    """Values and half widths, each of shape (contests, bots), of contests without a common deal in which every part of
    a deal group is played at `deals` deals; again and again, with the deals shuffled. `among`, of shape (games,), are
    all games of some deals."""
    rng = np.random.default_rng(SEED)
    parts, part = games.parts[split]
    left = np.unique(games.deal[among])
    place = np.searchsorted(left, games.deal).clip(max=len(left) - 1)
    kinds = int(games.kind.max()) + 1
    for _ in range(SHUFFLES):
        order = np.array([rng.permutation(len(left)) for _ in range(kinds)])
        deal = order[games.kind, place]
        # The deals of a round, one for each part, are the group of a cooperative game. Its standings ask what line-ups
        # make of the same group, and could say nothing of groups with a single one.
        group = deal // parts if games.setting.cooperative else games.ledger.tables[0].group
        # With another part of each deal the same deals make other contests.
        for phase in range(parts):
            contest = np.where(among, contests(deal, (part + phase) % parts, parts, deals), -1)
            figures = np.array([games.figures(contest == each, group) for each in range(int(contest.max()) + 1)])
            yield figures[:, 0], figures[:, 1]


def measure(games: Games, split: Split, deals: int, among: Bools) -> Widths:
    """Of contests of that size. The scatter is measured in those of a quarter of it, of which there are more, and whose
    ratings scatter twice as far."""
    quarter = deals // 4
    intervals = [errors.mean() for _, errors in put_together(games, split, deals, among)]
    variances = [values.var(axis=0, ddof=1).mean() for values, _ in put_together(games, split, quarter, among)]
    return Widths(float(np.mean(intervals)), 1.96 * sqrt(np.mean(variances) * quarter / deals))


@dataclass(frozen=True)
class Pair:
    """The same contests with mirrored deals, and with deals apart."""

    mirrored: Widths
    apart: Widths

    @property
    def intervals(self) -> float:
        """The ratio."""
        return self.mirrored.interval / self.apart.interval

    @property
    def scatters(self) -> float:
        """The ratio."""
        return self.mirrored.scatter / self.apart.scatter


@dataclass(frozen=True)
class Found:
    """Of one setting and split: contests of so many `games`, of all deals, and half as large ones of each half of the
    deals. `luck` is that of the deal, in percent."""

    setting: Setting
    split: Split
    games: int
    whole: Pair
    halves: tuple[Pair, Pair]
    luck: float | None


def compare(setting: Setting, ledger: Ledger) -> list[Found]:
    """Mirrored deals against each split of the setting, in the largest contests that there are deals for."""
    games = Games.of(setting, ledger)
    (stage,) = setting.schedule.parts
    found = []
    for split in setting.splits:
        deals = setting.deals // games.parts[split][0]

        def pair(deals: int, among: Bools, split: Split = split) -> Pair:
            return Pair(measure(games, "whole", deals, among), measure(games, split, deals, among))

        found.append(
            Found(
                setting=setting,
                split=split,
                games=deals * stage.round.games,
                whole=pair(deals, games.deal >= 0),
                halves=(pair(deals // 2, games.deal % 2 == 0), pair(deals // 2, games.deal % 2 == 1)),
                luck=games.luck_percent(),
            )
        )
    return found


def uncertainty(pairs: Sequence[tuple[float, float]]) -> float:
    """The standard error of a figure of all deals, from what it is in each half of them; over several settings."""
    return sqrt(np.mean(np.diff(pairs, axis=1) ** 2)) / 2


_APART: dict[Split, str] = {"line-ups": "line-up", "games": "game"}


def section(pool: Pool) -> Section:
    """The chapter of the document."""
    ledgers = [play_all(setting, pool) for setting in SETTINGS]
    found = pool.each(compare, list(zip(SETTINGS, ledgers, strict=True)))
    return tell([each for of_setting in found for each in of_setting], [len(ledger) for ledger in ledgers])


def tell(found: Sequence[Found], games: Sequence[int]) -> Section:
    """`games` is how many were played of each setting."""
    rows = [
        (
            each.setting.title,
            each.setting.seats,
            ", ".join(each.setting.names),
            each.games,
            _APART[each.split],
            "-" if each.luck is None else f"{each.luck:.0f}",
            _figure(each, each.whole.apart.interval),
            _figure(each, each.whole.mirrored.interval),
            f"{each.whole.intervals:.2f}",
            f"{each.whole.intervals**-2:.2f}",
            _figure(each, each.whole.apart.scatter),
            _figure(each, each.whole.mirrored.scatter),
            f"{each.whole.scatters:.2f}",
        )
        for each in found
    ]
    of_intervals = uncertainty([(one.intervals, other.intervals) for one, other in (each.halves for each in found)])
    of_scatters = uncertainty([(one.scatters, other.scatters) for one, other in (each.halves for each in found)])
    headers = (
        "game", "seats", "bots", "games", "own deal for each", "luck of the deal %",
        "+/- own", "+/- mirrored", "ratio", "games, times", "scatter own", "scatter mirrored", "ratio",
    )  # fmt: skip
    return Section(
        title="Mirrored deals in the games of the box",
        text=f"""
Games that were really played, {sum(games):,} in all, in deal groups; seed {SEED}. A percentage behind a bot says how
many of its decisions were made at random instead, so that several are near each other in strength; `search` had the
fewest play-outs that it can do with, about two for each candidate.

Out of the same games two kinds of contests are put together, with equally many games. Mirrored: whole deal groups. Own
deals: no two games, or no two line-ups, share one, and every line-up plays equally often from each of its seatings.
(The standings of The Grizzled compare line-ups inside of deal groups; with own deals, a round of all line-ups is taken
for a group.) "+/-" is half the mean 95 % interval in the standings of such a contest, in Elo, and for The Grizzled in
points added. The square of the ratio says how many times the games would be needed without mirrored deals.

"Scatter" trusts no interval: it is 1.96 times the standard deviation of a bot's rating between contests that have no
deal in common, measured in contests of a quarter of the games and halved. If the intervals are honest it is near the
+/-. The ratio of the +/- is uncertain by about {of_intervals:.2f} and that of scatters by {of_scatters:.2f} (one
standard error, from the two halves of the deals, over all rows).

The more alike two bots play, and the less they leave to chance, the more of their games is the luck of the deal. So
mirrored deals are worth most where it is hardest to tell, between two versions of one bot (the first row of a game for
two). Bots that play each in its own way soon make another game of the same deal, and the gain is small. Between
opponents it may be lost again where deals are few: mirrored, there are fewer groups, and few make intervals wider.

{table(headers, rows, "lrlrlrrrrrrrr")}
""",
    )


def _figure(found: Found, value: float) -> str:
    return f"{value:.1f}" if found.setting.cooperative else f"{value:.0f}"


@click.command()
@click.option("--jobs", default=1, show_default=True, help="Processes side by side; the figures are the same.")
@click.option("--to", "page", type=click.Path(path_type=Path), default=PAGE, help="The document to write.")
def main(jobs: int, page: Path) -> None:
    """Play, and write the chapter into the document; others stay as they are."""
    chapter = section(Pool(jobs))
    seconds = sum(os.times()[:4])
    put(page, {"games": chapter}, f"Made by `python -m benchmarks.mirrored` in {seconds:.0f} s of processor time.")


if __name__ == "__main__":
    main()
