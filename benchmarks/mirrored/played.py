"""The games: bots of the box that play in this process, through the referee.

To have several that are near each other in strength, some of them make a part of their decisions at random.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Literal, Protocol

import msgspec
import trio

from arena.games import find_game
from arena.pairing import FormatName, Schedule
from arena.players import FunctionPlayer, GameStart, Question
from arena.protocol import Fault, encode_body
from arena.referee import FaultPolicy, Fixture, GameRecord, play
from arena.store import Ledger
from benchmarks.known_truth.pages import Pool
from bots.gangsta.greedy import Greedy as GangstaGreedy
from bots.gangsta.planner import Planner
from bots.grizzled.careful import Careful
from bots.gunrunners.greedy import Greedy
from bots.search import Search

SEED = 6

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
                bot_seeds=tuple(schedule.bot_seed(number, seat) for seat in range(setting.seats)),
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
