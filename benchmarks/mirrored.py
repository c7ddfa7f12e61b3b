"""What mirrored deals are worth in the games of the box: `python -m benchmarks.mirrored` writes it to docs/statistics.md.

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
from collections.abc import Callable, Mapping, Sequence
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
from arena.referee import FaultPolicy, Fixture, GameRecord, play
from arena.standings import Standings, compute
from arena.statistics.arrays import Bools, Floats, Ints
from benchmarks.known_truth.pages import Pool, Section, put, table
from bots.gangsta.greedy import Greedy as GangstaGreedy
from bots.gangsta.planner import Planner
from bots.grizzled.careful import Careful
from bots.gunrunners.greedy import Greedy
from bots.search import Search

SEED = 6
SHUFFLES = 12
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
    """A large contest, of which small ones are made. `bots` are minds and how often each slips; every line-up plays
    `deals` deals, and `each` of them in a small contest that is mirrored. `splits` are what it is compared with."""

    title: str
    game: str
    seats: int
    bots: tuple[tuple[str, float], ...]
    deals: int
    each: int
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
    Setting("Gunrunners", "gunrunners", 2, _levels("gunrunners/greedy", 0, 0.1, 0.2, 0.35), 200, 5),
    Setting("Gunrunners", "gunrunners", 2, (*_levels("gunrunners/greedy", 0, 0.2), ("search", 0)), 120, 10),
    Setting("Gunrunners", "gunrunners", 4, _levels("gunrunners/greedy", 0, 0.1, 0.2, 0.3, 0.4), 160, 5),
    Setting("Gangsta!", "gangsta", 2, _GANGSTERS, 100, 5, options=_VARIANTS),
    Setting("Gangsta!", "gangsta", 3, _GANGSTERS, 90, 5, options=_VARIANTS),
    Setting(
        "The Grizzled",
        "grizzled",
        3,
        _levels("grizzled/careful", 0, 0.2),
        160,
        5,
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

    def figures(self, which: Bools) -> tuple[Floats, Floats]:
        """Shapes (bots,): Elo, or points added, from these games alone, and half the width of their 95 % intervals."""
        games = self.ledger.tables[0].part(which)
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
class Halves:
    """Of contests of one kind: the mean half width of their bots' 95 % intervals, and 1.96 times the standard deviation
    of a bot's rating from one contest to another."""

    interval: float
    scatter: float


def measure(games: Games, split: Split, among: Bools, shuffles: int) -> Halves:
    """Contests of the games `among` all that are there, of shape (games,), put together anew `shuffles` times."""
    rng = np.random.default_rng(SEED)
    parts, part = games.parts[split]
    left = np.unique(games.deal[among])
    place = np.searchsorted(left, games.deal).clip(max=len(left) - 1)
    kinds = int(games.kind.max()) + 1
    errors, variances = [], []
    for _ in range(shuffles):
        order = np.array([rng.permutation(len(left)) for _ in range(kinds)])
        deal = order[games.kind, place]
        # Every game gets its turn: that another part of a deal is taken makes another contest.
        for phase in range(parts):
            contest = np.where(among, contests(deal, (part + phase) % parts, parts, games.setting.each), -1)
            found = [games.figures(contest == each) for each in range(int(contest.max()) + 1)]
            errors += [error for _, error in found]
            variances.append(np.var([value for value, _ in found], axis=0, ddof=1))
    return Halves(float(np.mean(errors)), 1.96 * sqrt(np.mean(variances)))


@dataclass(frozen=True)
class Found:
    """Of one setting and split: both kinds of contests. `unsure` is the standard error of the ratio of scatters, from
    the two halves of the deals: itself a rough one."""

    setting: Setting
    split: Split
    mirrored: Halves
    apart: Halves
    by_half: tuple[float, float]
    luck: float | None


def compare(setting: Setting, ledger: Ledger, shuffles: int) -> list[Found]:
    """Mirrored deals against each split of the setting."""
    games = Games.of(setting, ledger)
    everything = np.ones(len(games.deal), dtype=np.bool_)
    halves = [games.deal % 2 == half for half in (0, 1)]
    luck = games.luck_percent()

    def measured(split: Split) -> list[Halves]:
        return [measure(games, split, among, shuffles) for among in (everything, *halves)]

    whole = measured("whole")
    found = []
    for split in setting.splits:
        apart = measured(split)
        one, other = (mirrored.scatter / own.scatter for mirrored, own in zip(whole[1:], apart[1:], strict=True))
        found.append(Found(setting, split, whole[0], apart[0], (one, other), luck))
    return found


_APART: dict[Split, str] = {"line-ups": "line-up", "games": "game"}


def section(scale: float, pool: Pool) -> Section:
    """The chapter of the document; at scale 1 with the deals of `SETTINGS`, and never with fewer than give two
    contests in each half of them."""
    settings = [
        replace(setting, deals=max(round(setting.deals * scale), fewest_deals(setting))) for setting in SETTINGS
    ]
    ledgers = [play_all(setting, pool) for setting in settings]
    shuffles = max(round(SHUFFLES * scale), 1)
    pairs = list(zip(settings, ledgers, strict=True))
    return tell(sum(pool.each(compare, [(*pair, shuffles) for pair in pairs]), []), list(map(len, ledgers)))


def fewest_deals(setting: Setting) -> int:
    """So many deals of each line-up are needed."""
    (stage,) = setting.schedule.parts
    parts: dict[Split, int] = {"games": stage.round.group_size, "line-ups": stage.round.line_ups}
    return 4 * setting.each * max(parts[split] for split in setting.splits)


def tell(found: Sequence[Found], games: Sequence[int]) -> Section:
    """`games` is how many were played of each setting."""
    rows = [
        (
            each.setting.title,
            each.setting.seats,
            ", ".join(each.setting.names),
            each.setting.each * each.setting.schedule.parts[0].round.games,
            _APART[each.split],
            "-" if each.luck is None else f"{each.luck:.0f}",
            _figure(each, each.apart.interval),
            _figure(each, each.mirrored.interval),
            f"{each.mirrored.interval / each.apart.interval:.2f}",
            f"{(each.apart.interval / each.mirrored.interval) ** 2:.2f}",
            _figure(each, each.apart.scatter),
            _figure(each, each.mirrored.scatter),
            f"{each.mirrored.scatter / each.apart.scatter:.2f}",
        )
        for each in found
    ]
    unsure = sqrt(np.mean([np.diff(each.by_half) ** 2 for each in found])) / 2
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

Out of the same games two kinds of contests are put together, with as many games ("games") each. Mirrored: whole deal
groups. Own deal: no two games, or no two line-ups, share one, and every line-up plays equally often from each of its
seatings. "+/-" is half the mean 95 % interval in the standings of such a contest, in Elo, and for The Grizzled in
points added. The square of the ratio says how many times the games would be needed without mirrored deals. "Scatter"
asks no interval: it is 1.96 times the standard deviation of a bot's rating between contests that have no deal in
common. If the intervals are honest, it is near the +/-, which is a little wider for the few deal groups that there are.
The ratio of scatters is uncertain by about {unsure:.2f} (one standard error, from the two halves of the deals, over all
rows).

{table(headers, rows, "lrlrlrrrrrrrr")}
""",
    )


def _figure(found: Found, value: float) -> str:
    return f"{value:.1f}" if found.setting.cooperative else f"{value:.0f}"


@click.command()
@click.option("--scale", default=1.0, show_default=True, help="Part of the deals that the document should have.")
@click.option("--jobs", default=1, show_default=True, help="Processes side by side; the figures are the same.")
@click.option("--to", "page", type=click.Path(path_type=Path), default=PAGE, help="The document to write.")
def main(scale: float, jobs: int, page: Path) -> None:
    """Play, and write the chapter into the document; others stay as they are."""
    chapter = section(scale, Pool(jobs))
    how = "python -m benchmarks.mirrored" + (f" --scale {scale:g}" if scale != 1 else "")
    put(page, {"games": chapter}, f"Made by `{how}` in {sum(os.times()[:4]):.0f} s of processor time.")


if __name__ == "__main__":
    main()
