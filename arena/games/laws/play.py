"""One random game under a law: makes the moves, compares what is seen, says where it is when the law
breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from traceback import walk_tb
from types import TracebackType
from typing import Any, NoReturn, Self, TypeAlias

import msgspec

from arena.errors import Trouble
from arena.games.deal import Deal
from arena.games.facts import facts_wrong
from arena.games.interface import PUBLIC, Game, Move, State, Viewer

LONGEST = 20_000
"""A random game that has not ended after so many positions is taken to have no end."""

Sight: TypeAlias = dict[str, bytes]
"""The messages about one state, by their kind, as the bytes that would be sent."""

PASSING = "(if the rules show it for a moment only, let the body of that event say `passing = True`)"
"""What an author can do about an event that nothing repeats."""

encode = msgspec.json.encode


class BrokenLaw(Trouble, AssertionError):
    """A game broke a law; the message names law, game, seats, deal, decision, and what differed where."""


class Play:
    """One random game under one law, which can say where it is.

    A check does all that it does with one inside `with play:`. What the rules raise there, in whatever they were asked,
    comes out as a BrokenLaw.
    """

    def __init__(self, law: str, game: Game, seats: int, deal: str, options: Any) -> None:
        self.law, self.game, self.seats, self.deal = law, game, seats, deal
        self.options = game.options_type() if options is None else options
        self.rng = Random(f"{law} {deal}")
        self.decision = 0
        with self:
            self.state = self.begin()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, problem: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(problem, (Exception, SystemExit)) and not isinstance(problem, BrokenLaw):
            raise self.breach(_who_raised(problem, trace)) from problem

    def begin(self) -> State:
        return self.game.new(self.options, self.seats, Deal(self.deal))

    def running(self) -> bool:
        if self.decision > LONGEST:
            self.broken(f"the game has not ended after {LONGEST} positions")
        return bool(self.state.to_act())

    def choose(self, state: State) -> dict[int, Move]:
        moves = {seat: state.legal(seat) for seat in state.to_act()}
        for seat in moves:
            if not moves[seat]:
                self.broken(f"seat {seat} must move and has no legal move")
        return {seat: self.rng.choice(moves[seat]) for seat in moves}

    def apply(self, state: State, moves: Mapping[int, Move], where: str = "") -> None:
        """Makes legal moves, which no state may refuse; `where` says which it is if not the game's own."""
        try:
            state.apply(moves)
        except Exception as problem:
            raise self.breach(f"the legal moves {moves!r} raise {problem!r}{where}") from problem

    def step(self, moves: Mapping[int, Move]) -> None:
        self.apply(self.state, moves)
        self.decision += 1

    def imagine(self, seat: int, draw: str) -> State:
        """A twin of the state for that seat, made from nothing but what its bot has: the JSON of view and memory."""
        view = msgspec.json.decode(encode(self.state.view(seat)), type=self.game.view_type)
        memory = msgspec.json.decode(encode(self.state.memory(seat)), type=self.game.memory_type)
        rng = Random(f"{self.deal} {seat} {draw}")
        try:
            twin = self.game.imagine(seat, view, memory, rng, self.options)
        except Exception as problem:
            raise self.breach(f"imagine(seat={seat}) raises {problem!r} for {view!r}, {memory!r}") from problem
        if not hasattr(twin, "to_act"):
            self.broken(f"imagine(seat={seat}) must give a state, not {twin!r}, for {view!r}, {memory!r}")
        return twin

    def everything(self, state: State) -> Sight:
        """All that anybody could be sent about a state."""
        seen: Sight = {
            "outcome": encode(state.outcome()),
            "public view": encode(state.public()),
            "events of the public": events_of(state, PUBLIC),
        }
        for seat in range(self.seats):
            seen |= {f"{kind} of seat {seat}": message for kind, message in sight(state, seat).items()}
            seen[f"events of seat {seat}"] = events_of(state, seat)
        return seen

    def same(self, expected: Sight, seen: Sight, what: str) -> None:
        """Raises BrokenLaw, with the first difference, unless both are equal byte for byte."""
        for kind in {**expected, **seen}:
            one, other = expected.get(kind, b"nothing"), seen.get(kind, b"nothing")
            if one != other:
                self.broken(f"{what} {kind} differs" + _excerpt(one, other))

    def broken(self, what: str) -> NoReturn:
        """Raises BrokenLaw."""
        raise self.breach(what)

    def breach(self, what: str) -> BrokenLaw:
        """The error for a breach, to be raised from the exception that showed it."""
        where = f"{self.game.name}, {self.seats} seats, deal {self.deal!r}, decision {self.decision}"
        return BrokenLaw(f"law of {self.law}: {where}: {what}")


def check_facts(law: str, game: Game) -> None:
    """Raises BrokenLaw with everything in which the game is not as `interface.Game` promises."""
    if wrong := facts_wrong(game):
        raise BrokenLaw(f"law of {law}: {getattr(game, 'name', type(game).__name__)}: {'; '.join(wrong)}")


def plays(law: str, game: Game, seats: int, games: int, seed: int, options: Any) -> Iterator[Play]:
    """The random games of one check, of a game whose facts are right."""
    check_facts(law, game)
    for number in range(games):
        yield Play(law, game, seats, f"laws/{seed}/{seats}/{number}", options)


def sight(state: State, seat: int) -> Sight:
    """What a bot on that seat is sent about a state, events apart."""
    acting = state.to_act()
    seen = {"to_act": encode(acting), "view": encode(state.view(seat)), "memory": encode(state.memory(seat))}
    return seen | {"legal": encode(list(state.legal(seat)))} if seat in acting else seen


def events_of(state: State, viewer: Viewer) -> bytes:
    """The events as a seat, or the public, sees them."""
    return encode([event.seen_by(viewer) for event in state.events])


def learned(state: State, viewer: int) -> Sight:
    """What the set-up or a move left a seat with. A seat may read what the public is shown, so that is part of its
    events and of what it sees. Of the events `kept` holds all but the bodies that are `passing`.
    """
    viewers: tuple[Viewer, ...] = (viewer, PUBLIC)
    bodies = [event.seen_by(one) for one in viewers for event in state.events]
    return {
        "public view": encode(state.public()),
        "view": encode(state.view(viewer)),
        "memory": encode(state.memory(viewer)),
        "events": encode(bodies),
        "kept": encode([body for body in bodies if not getattr(body, "passing", False)]),
    }


def only(sight: Sight, kind: str) -> Sight:
    """Keep only the messages of one kind."""
    return {kind: sight[kind]}


def _who_raised(problem: BaseException, trace: TracebackType | None) -> str:
    """Names the first function that is not the laws' own: the one of the rules that they asked."""
    for frame, _ in walk_tb(trace):
        if not frame.f_globals.get("__name__", "").startswith(__package__):
            return f"{frame.f_code.co_qualname}() raises {problem!r}"
    return f"an answer of the rules cannot be used: {problem!r}"


def _excerpt(expected: bytes, seen: bytes) -> str:
    first = next(
        (at for at, (one, other) in enumerate(zip(expected, seen, strict=False)) if one != other),
        min(len(expected), len(seen)),
    )
    start = max(0, first - 40)
    one, other = (text[start : first + 40].decode(errors="replace") for text in (expected, seen))
    sizes = f"{len(expected)} and {len(seen)} bytes"
    return f" from byte {first} ({sizes})\n  expected ...{one}\n  seen     ...{other}"
