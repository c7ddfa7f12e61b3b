"""Toy games that break a law each: for the tests of the laws, and of whatever looks for breaches."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Self, cast

from msgspec import Struct
from msgspec.structs import replace

from arena.games import Event, Game, IllegalMove, Move, Ranking, Seat, State, TeamResult
from arena.games.toys import (
    COLOURS,
    LANTERNS,
    BidsState,
    Cover,
    LanternsMemory,
    LanternsPublic,
    LanternsState,
    LanternsView,
    Light,
    Placed,
    lanterns,
)
from tests.planted import lanterns_of

# Secrecy: each state leaks one thing that no seat knows, in one kind of message.


class LeakyView(LanternsState):
    """The count of the box tells the colour of its top."""

    def view(self, seat: int) -> LanternsView:
        return replace(super().view(seat), box=COLOURS.index(self.box[-1]))


class PaddedView(LanternsView, frozen=True):
    pad: str = ""


class LeakyLength(LanternsState):
    """A field that nobody reads is as long as the name of the colour on top of the box."""

    def view(self, seat: int) -> LanternsView:
        seen = super().view(seat)
        return PaddedView(seen.seats, seen.hand, seen.table, seen.box, "." * len(self.box[-1]))


class LeakyEvent(LanternsState):
    """Everybody hears which lantern was covered, though nobody sees it on the table."""

    def placing(self, placed: Placed) -> Event:
        return Event(placed)


class LeakyPublicEvent(LanternsState):
    """The seats at the table are told what they may know, spectators are told all."""

    def placing(self, placed: Placed) -> Event:
        honest = super().placing(placed)
        return Event(placed, {seat: honest.seen_by(seat) for seat in range(len(self.hands))})


class LeakyPublicView(LanternsState):
    """The public sees as the count of the box which colour is on top of it."""

    def public(self) -> LanternsPublic:
        return replace(super().public(), box=COLOURS.index(self.box[-1]))


class OpenHand(LanternsState):
    """The public sees whether seat 0 holds a red lantern, which that seat knows well."""

    def public(self) -> LanternsPublic:
        return replace(super().public(), box=self.hands[0].count("red"))


class OpenAtTheEnd(LanternsState):
    """The public sees after the last move what is left in the hand of seat 0."""

    def public(self) -> LanternsPublic:
        return replace(super().public(), box=0 if self.to_act() else self.hands[0].count("red"))


class RemembersForThePublic(LanternsState):
    """The public sees which colour was covered last, though only its owner remembers."""

    def public(self) -> LanternsPublic:
        covered = [COLOURS.index(one.colour) for one in self.table if one.covered]
        return replace(super().public(), box=covered[-1] if covered else -1)


class LeakyLegalOrder(LanternsState):
    """The moves come in another order when the next lantern is red."""

    def legal(self, seat: int) -> Sequence[Light | Cover]:
        moves = super().legal(seat)
        return moves[::-1] if self.box[-1] == "red" else moves


class LeakyLegalNumber(LanternsState):
    """There is a move fewer when the next lantern is red."""

    def legal(self, seat: int) -> Sequence[Light | Cover]:
        moves = super().legal(seat)
        return moves[1:] if self.box[-1] == "red" else moves


class LeakyTurn(LanternsState):
    """Who is to act depends on the next lantern."""

    def to_act(self) -> tuple[int, ...]:
        acting = super().to_act()
        return (len(self.hands) - 1 - acting[0],) if acting and self.box[-1] == "red" else acting


class SpyingMemory(LanternsMemory, frozen=True):
    spied: tuple[str, ...] = ()


class LeakyMemory(LanternsState):
    """A seat remembers all covered lanterns, those of others too."""

    def memory(self, seat: int) -> LanternsMemory:
        spied = tuple(one.colour for one in self.table if one.covered)
        return SpyingMemory(super().memory(seat).covered, spied)


def believing(kind: type[LanternsState]) -> Game:
    """Draws until what it imagines has the leaked memory: no twin differs from the true state in it."""
    honest = lanterns_of(kind)

    def imagine(seat: int, *known: Any) -> State:
        while True:
            state = honest.imagine(seat, *known)
            if state.memory(seat) == known[1]:
                return state

    return dataclasses.replace(honest, memory_type=SpyingMemory, imagine=imagine)


class Rolled(Struct, frozen=True, tag="rolled"):
    die: int


class RolledInVain(Rolled, frozen=True, tag="rolled"):
    passing: ClassVar[bool] = True


def rolling(kind: type[LanternsState]) -> Game:
    """Lanterns with rolls of a die among its events."""
    return lanterns_of(
        kind, tell=lambda event: f"A {event.die}." if isinstance(event, Rolled) else lanterns.tell(event)
    )


class Rolls(LanternsState):
    """Each move ends with a public roll, made from the hidden box, that changes nothing."""

    body: type[Rolled] = Rolled

    def apply(self, moves: Mapping[int, Move]) -> None:
        super().apply(moves)
        self.events = [*self.events, Event(self.body(COLOURS.index(self.box[0])))]


class RollsInVain(Rolls):
    body = RolledInVain


# The other laws: each state or game has one breach.


class Endless(LanternsState):
    def apply(self, moves: Mapping[int, Move]) -> None:
        pass


class EarlyOutcome(LanternsState):
    def outcome(self) -> TeamResult | None:
        return TeamResult(False, 0.0)


class NoOutcome(LanternsState):
    def outcome(self) -> TeamResult | None:
        return None


class NoNumber(LanternsState):
    def outcome(self) -> TeamResult | None:
        return None if self.to_act() else TeamResult(False, float("inf"))


class NoScores(BidsState):
    def outcome(self) -> Ranking | None:
        return None if self.to_act() else Ranking((1, 1), (0.0, float("nan")))


class NoResult(BidsState):
    def outcome(self) -> Any:
        return None if self.to_act() else {"places": [1, 2]}


class WholeScore(LanternsState):
    def outcome(self) -> TeamResult | None:
        return None if self.to_act() else TeamResult(False, 1)


class Competitive(LanternsState):
    def outcome(self) -> Any:
        return None if self.to_act() else Ranking((1, 1), (0.0, 0.0))


class Descending(BidsState):
    def to_act(self) -> tuple[int, ...]:
        return super().to_act()[::-1]


class LyingDefault(LanternsState):
    def default(self, seat: int) -> Light | Cover:
        return Light("black")


class TwiceTheMove(LanternsState):
    def legal(self, seat: int) -> Sequence[Light | Cover]:
        return [*super().legal(seat), *super().legal(seat)]


class NoMoves(LanternsState):
    def legal(self, seat: int) -> Sequence[Light | Cover]:
        return []


class Refuses(LanternsState):
    def apply(self, moves: Mapping[int, Move]) -> None:
        raise IllegalMove("never")


class WrongView(LanternsState):
    def view(self, seat: int) -> Any:
        return Light("red")


class NoJson(LanternsState):
    def view(self, seat: int) -> Any:
        return object()


class Misplaced(BidsState):
    def outcome(self) -> Ranking | None:
        return Ranking((1, 3), (1.0, 0.0)) if super().outcome() else None


MUTE = dataclasses.replace(LANTERNS, tell=lambda event: " ")
VERBOSE = dataclasses.replace(LANTERNS, tell=lambda event: "One line.\nAnother.")
SPEECHLESS = dataclasses.replace(LANTERNS, tell=lambda event: cast(Any, None))
TACITURN = dataclasses.replace(LANTERNS, tell_move=lambda view, move: "")
VAGUE = dataclasses.replace(LANTERNS, tell_move=lambda view, move: f"put down a {move.colour} lantern")
ASTRAY = dataclasses.replace(LANTERNS, tell_move=lambda view, move: f"{move}, for {Seat(view.seats)}")
UNIMAGINATIVE = dataclasses.replace(LANTERNS, imagine=lambda *known: cast(Any, None))
FUSSY_ABOUT_SEATS = dataclasses.replace(
    LANTERNS, new=lambda options, seats, deal: dict.fromkeys(LANTERNS.seats, LANTERNS.new)[seats](options, seats, deal)
)


class WholeMoves(BidsState):
    """Plain numbers, which are no objects in JSON."""

    def legal(self, seat: int) -> Any:
        return [move.card for move in super().legal(seat)]


class Trip(Exception):
    """Raised by rules that break down."""


def tripping(method: str) -> type[LanternsState]:
    """The state whose `method` raises once asked for the second time."""
    return type("Tripping", (LanternsState,), {method: _trip(getattr(LanternsState, method))})


def tripping_game(function: str) -> Game:
    """The game one of whose functions does."""
    planted: Any = {function: _trip(getattr(LANTERNS, function))}
    return dataclasses.replace(LANTERNS, **planted)


def _trip(call: Callable[..., Any]) -> Callable[..., Any]:
    asked = itertools.count()

    def trip(*args: Any) -> Any:
        if next(asked):
            raise Trip("over a stone")
        return call(*args)

    return trip


class Quitter(LanternsState):
    def view(self, seat: int) -> LanternsView:
        raise SystemExit(3)


class BareSeat(LanternsState):
    """Seat 1 is to act, where a tuple of seats should say so."""

    def to_act(self) -> Any:
        return 1


ANY_NUMBER = dataclasses.replace(LANTERNS, seats=(2,), new=lambda options, seats, deal: LANTERNS.new(options, 2, deal))


class Unseeded(LanternsState):
    numbers = itertools.count()

    def apply(self, moves: Mapping[int, Move]) -> None:
        super().apply(moves)
        self.box.insert(next(self.numbers) % len(self.box), self.box.pop())


class ChangedByLooking(LanternsState):
    def view(self, seat: int) -> LanternsView:
        self.box.insert(0, self.box.pop())
        return super().view(seat)


_numbers = itertools.count()
UNSEEDED_TWIN = dataclasses.replace(
    LANTERNS,
    imagine=lambda seat, view, memory, rng, options: LANTERNS.imagine(
        seat, view, memory, Random(next(_numbers)), options
    ),
)


class SharedTable(LanternsState):
    def clone(self) -> Self:
        copy = super().clone()
        copy.table = self.table
        return copy


class SharedBox(LanternsState):
    """Nobody sees the order of the box: only the rest of the game shows that it was disturbed."""

    def apply(self, moves: Mapping[int, Move]) -> None:
        super().apply(moves)
        self.box.insert(0, self.box.pop())

    def clone(self) -> Self:
        copy = super().clone()
        copy.box = self.box
        return copy


class ForgetfulClone(LanternsState):
    def clone(self) -> Self:
        copy = super().clone()
        copy.events = []
        return copy


class Lenient(LanternsState):
    def apply(self, moves: Mapping[int, Move]) -> None:
        super().apply({seat: move for seat, move in moves.items() if seat in self.to_act()})


class Surprised(LanternsState):
    def apply(self, moves: Mapping[int, Move]) -> None:
        super().apply({seat: moves[seat] for seat in self.to_act()})


class NeverOver(LanternsState):
    def apply(self, moves: Mapping[int, Move]) -> None:
        if moves or self.to_act():
            super().apply(moves)


class NegativeIndex(BidsState):
    def apply(self, moves: Mapping[int, Move]) -> None:
        super().apply({seat: self.legal(seat)[-1] if m and m.card == -1 else m for seat, m in moves.items()})


class HalfDone(LanternsState):
    """Turns the box before it looks at the move."""

    def apply(self, moves: Mapping[int, Move]) -> None:
        self.box.insert(0, self.box.pop())
        super().apply(moves)
