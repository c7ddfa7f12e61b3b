"""One random game under a law: makes the moves, compares what is seen, says where it is when the law
breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from types import TracebackType
from typing import Any, NoReturn, Self, TypeAlias

import msgspec

from arena.games.deal import Deal
from arena.games.facts import facts_wrong
from arena.games.interface import PUBLIC, CannotImagine, Game, Move, State, Viewer
from arena.games.laws.breach import Breach, BrokenLaw, Difference, first_difference, frames_of, place_of, place_raised

LONGEST = 20_000
"""A random game that has not ended after so many positions is taken to have no end."""

Twin: TypeAlias = Callable[[State, int, Random], State]
"""`twin(state, seat, rng)`: a state that the seat cannot tell from that one, of a game whose `imagine` cannot make one
from what the seat is shown. Raises CannotImagine where it knows none but that one."""

Sight: TypeAlias = dict[str, bytes]
"""The messages about one state, by their kind, as the bytes that would be sent."""

PASSING = "(if the rules show it for a moment only, let the body of that event say `passing = True`)"
"""What an author can do about an event that nothing repeats."""

encode = msgspec.json.encode


_ANSWERED_BY = {"to_act": "to_act", "legal": "legal", "move": "legal", "default": "default", "view": "view"}
_ANSWERED_BY |= {"memory": "memory", "public": "public", "event": "apply", "events": "apply", "outcome": "outcome"}
"""The method of a state that an answer comes from, by the first word of the answer's name."""


class Play:
    """One random game under one law, which can say where it is.

    A check does all that it does with one inside `with play:`. What the rules raise there, in whatever they were asked,
    comes out as a BrokenLaw.
    """

    def __init__(
        self,
        law: str,
        game: Game,
        seats: int,
        deal: str,
        options: Any,
        twin: Twin | None = None,
        share: float = 1,
    ) -> None:
        self.law, self.game, self.seats, self.deal, self.twin = law, game, seats, deal, twin
        self.options = game.options_type() if options is None else options
        self.rng = Random(f"{law} {deal}")
        self.made: list[Mapping[int, Move]] = []
        """The moves of each decision so far."""
        self.share = share
        """At which share of the positions secrecy is tried."""
        self.unimagined = 0
        """How often no twin could be made."""
        with self:
            self.state = self.begin()

    @property
    def decision(self) -> int:
        """How many decisions were made."""
        return len(self.made)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, problem: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(problem, (Exception, SystemExit)) and not isinstance(problem, BrokenLaw):
            raise self.breach(_who_raised(problem, trace), problem) from problem

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
            raise self.breach(f"the legal moves {moves!r} raise {problem!r}{where}", problem) from problem

    def step(self, moves: Mapping[int, Move]) -> None:
        self.apply(self.state, moves)
        self.made.append(moves)

    def imagine(self, seat: int, draw: str) -> State | None:
        """A twin of the state for that seat, made from nothing but what its bot has: the JSON of view and memory; or,
        where the play has a `twin` of its own, by that. None where none can be made.
        """
        try:
            return self._imagined(seat, Random(f"{self.deal} {seat} {draw}"))
        except CannotImagine:
            self.unimagined += 1
            return None

    def _imagined(self, seat: int, rng: Random) -> State:
        if self.twin is not None:
            return self.twin(self.state, seat, rng)
        view = msgspec.json.decode(encode(self.state.view(seat)), type=self.game.view_type)
        memory = msgspec.json.decode(encode(self.state.memory(seat)), type=self.game.memory_type)
        try:
            twin = self.game.imagine(seat, view, memory, rng, self.options)
        except CannotImagine:
            raise
        except Exception as problem:
            raise self.breach(f"imagine(seat={seat}) raises {problem!r} for {view!r}, {memory!r}", problem) from problem
        if not hasattr(twin, "to_act"):
            wrong = f"imagine(seat={seat}) must give a state, not {twin!r}, for {view!r}, {memory!r}"
            self.broken(wrong, of="imagine")
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

    def same(self, expected: Sight, seen: Sight, what: str, remedy: str = "", of: str = "") -> None:
        """Raises BrokenLaw, with the first difference, unless both are equal byte for byte. `of` as in `broken`, where
        that is not what differs."""
        for kind in {**expected, **seen}:
            one, other = expected.get(kind, b"nothing"), seen.get(kind, b"nothing")
            if one != other:
                difference = first_difference(kind, one, other)
                raise BrokenLaw(self._found(what, difference, self._answered(of or kind), remedy))

    def broken(self, what: str, of: str = "", remedy: str = "") -> NoReturn:
        """Raises BrokenLaw. `of` is the answer that is wrong, such as `the view of seat 1`, or a function of the
        game."""
        raise BrokenLaw(self._found(what, None, self._answered(of), remedy))

    def breach(self, what: str, problem: BaseException | None = None, of: str = "") -> BrokenLaw:
        """The error for a breach, to be raised from the exception that showed it: of the rules' own, or of what they
        answered, `of`."""
        rules = self.game.new.__module__.partition(".")[0]
        raised = "" if of or problem is None else place_raised(problem.__traceback__, rules, __package__)
        return BrokenLaw(self._found(what, None, raised or self._answered(of), ""))

    def _found(self, what: str, difference: Difference | None, place: str, remedy: str) -> Breach:
        return Breach(
            law=self.law,
            game=self.game.name,
            seats=self.seats,
            deal=self.deal,
            decision=self.decision,
            what=what,
            difference=difference,
            place=place,
            remedy=remedy,
            moves=tuple(self.made),
        )

    def _answered(self, of: str) -> str:
        """The place of what gave that answer."""
        first = next(iter(of.removeprefix("the ").split()), "")
        if hasattr(self.game, first) and callable(getattr(self.game, first)):
            return place_of(getattr(self.game, first))
        if not hasattr(self, "state"):
            return place_of(self.game.new)
        return place_of(getattr(type(self.state), _ANSWERED_BY.get(first, ""), None))


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
    for asked in frames_of(trace, __package__):
        return f"{asked}() raises {problem!r}"
    return f"an answer of the rules cannot be used: {problem!r}"
