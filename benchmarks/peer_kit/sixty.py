"""Sixty, a game with next to no rules, as a plug-in for arena: what is left to measure is the referee.

Two seats in turn put 1, 2 or 3 on their own pile, thirty times each; the larger pile wins. No chance, nothing hidden.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from msgspec import Struct

from arena.games import Deal, Event, Game, IllegalMove, Ranking

MOVES = 60


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """None."""


class Add(Struct, frozen=True):
    add: int


class Added(Struct, frozen=True):
    seat: int
    add: int


class View(Struct, frozen=True):
    piles: tuple[int, int]
    moves: int


class Memory(Struct, frozen=True):
    """Nothing: the view tells all."""


LEGAL = (Add(1), Add(2), Add(3))
NOTHING = Memory()


class SixtyState:
    def __init__(self, piles: list[int], moves: int) -> None:
        self._piles, self._moves = piles, moves
        self.events: Sequence[Event] = ()

    def to_act(self) -> tuple[int, ...]:
        return (self._moves % 2,) if self._moves < MOVES else ()

    def legal(self, seat: int) -> Sequence[Add]:
        return LEGAL if seat in self.to_act() else ()

    def default(self, seat: int) -> Add:
        return LEGAL[0]

    def view(self, seat: int) -> View:
        return View((self._piles[0], self._piles[1]), self._moves)

    def memory(self, seat: int) -> Memory:
        return NOTHING

    def public(self) -> View:
        return self.view(0)

    def apply(self, moves: Mapping[int, Add]) -> None:
        if tuple(moves) != self.to_act() or not all(move in LEGAL for move in moves.values()):
            raise IllegalMove(f"seat {self.to_act()} adds 1, 2 or 3; these are the moves: {dict(moves)}")
        for seat, move in moves.items():
            self._piles[seat] += move.add
            self.events = (Event(Added(seat, move.add)),)
        self._moves += 1

    def outcome(self) -> Ranking | None:
        if self.to_act():
            return None
        first, second = self._piles
        return Ranking((1 + (first < second), 1 + (second < first)), (float(first), float(second)))

    def clone(self) -> Self:
        copy = type(self)(list(self._piles), self._moves)
        copy.events = self.events
        return copy


def new(options: Options, seats: int, deal: Deal) -> SixtyState:
    if seats != 2:
        raise ValueError(f"Sixty is for 2 seats, not {seats}")
    return SixtyState([0, 0], 0)


def imagine(seat: int, view: View, memory: Memory, rng: Random, options: Options) -> SixtyState:
    return SixtyState(list(view.piles), view.moves)


def tell(event: Added) -> str:
    return f"Seat {event.seat} adds {event.add}."


def tell_move(view: View, move: Add) -> str:
    return f"add {move.add}"


GAME = Game(
    name="sixty",
    title="Sixty",
    version=1,
    seats=(2,),
    cooperative=False,
    notes="",
    options_type=Options,
    move_type=Add,
    view_type=View,
    memory_type=Memory,
    public_type=View,
    new=new,
    imagine=imagine,
    tell=tell,
    tell_move=tell_move,
)
