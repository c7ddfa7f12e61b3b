"""What is nasty and legal: long games, many legal moves, big requests, options that nobody plays with.

They are looked for in games of random moves, for any game: nothing here knows one.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from arena.games import Deal, Game
from arena.players import FunctionPlayer, PlayerFactory, Question, choose_at_random
from arena.protocol import encode_body
from arena.referee import Assignment, FaultPolicy, GameMaker, GameRecord

SEARCHED = 8
"""Games of random moves for each number of seats."""
MOST_VARIANTS = 12


class Extreme(NamedTuple):
    """The most of something, and the seat of the game in which that was."""

    size: int
    record: GameRecord
    seat: int


class Extremes(NamedTuple):
    longest: Extreme
    widest: Extreme
    biggest: Extreme
    searched: int


class _Measure:
    """Moves at random and measures what it is asked."""

    def __init__(self) -> None:
        self.widest = self.biggest = 0

    def choose(self, question: Question, rng: Random) -> int:
        parts = (question.events, question.view, question.memory, question.legal)
        self.biggest = max(self.biggest, sum(len(encode_body(part)) for part in parts))
        self.widest = max(self.widest, len(question.legal))
        return choose_at_random(question, rng)


async def search(game: Game, options: Struct, numbers: tuple[int, ...], seed: str, logs: Path) -> Extremes | None:
    """The nastiest that random games with so many seats have; None where their rules break."""
    longest = widest = biggest = None
    searched = 0
    for seats in numbers:
        for at in range(SEARCHED):
            measures = [_Measure() for _ in range(seats)]
            record = await _at_random(game, options, measures, f"{seed} nasty {seats} {at}", logs)
            if record.status != "finished":
                continue
            searched += 1
            for seat, measure in enumerate(measures):
                longest = _more(longest, Extreme(len(record.decisions), record, seat))
                widest = _more(widest, Extreme(measure.widest, record, seat))
                biggest = _more(biggest, Extreme(measure.biggest, record, seat))
    if longest is None or widest is None or biggest is None:
        return None
    return Extremes(longest, widest, biggest, searched)


def _more(one: Extreme | None, other: Extreme) -> Extreme:
    return other if one is None or other.size > one.size else one


async def _at_random(game: Game, options: Struct, measures: list[_Measure], deal: str, logs: Path) -> GameRecord:
    names = tuple(f"seat {seat}" for seat in range(len(measures)))
    factories: dict[str, PlayerFactory] = {
        name: lambda measure=measure: FunctionPlayer(measure.choose)  # type: ignore[misc]
        for name, measure in zip(names, measures, strict=True)
    }
    hashes = dict.fromkeys(names, "")
    maker = GameMaker(game, options, FaultPolicy(), factories, hashes, "none", logs, attempts=1)
    seeds = tuple(Random(f"{deal} {name}").randrange(1 << 53) for name in names)
    return await maker.play(Assignment(number=0, group=0, deal=deal, seating=names, bot_seeds=seeds))


def variants(game: Game, numbers: tuple[int, ...]) -> Iterator[tuple[str, Any, int]]:
    """Options of which one is not as usual, in words, each with a number of seats at which they can be played; those
    that say yes or no, or one of several words."""
    usual = game.options_type()
    for name, kind in get_type_hints(game.options_type).items():
        now = getattr(usual, name)
        for value in _values(kind):
            if value == now:
                continue
            for seats in numbers:
                try:
                    options = replace(usual, **{name: value})
                    game.new(options, seats, Deal("check"))
                except (ValueError, TypeError):
                    continue  # it goes with other options, or other seats
                yield f"{name}: {encode_body(value).decode()}", options, seats
                break


def _values(kind: Any) -> Iterator[Any]:
    if kind is bool:
        yield from (False, True)
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    elif isinstance(kind, types.UnionType):
        for part in get_args(kind):
            yield from _values(part)
