"""An edition holds what its audience was told of a game, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace as replace_fields

from arena.faces import Edition, edition_for, organisers_edition, watch_page
from arena.games import EVERYTHING, PUBLIC, Audience, Deal, Game
from arena.games.toys import LANTERNS, LanternsState
from arena.games.toys.lanterns import LanternsView
from arena.players import Clock, TimeControl
from arena.protocol import encode_body
from arena.referee import GameRecord
from arena.replays import replay_for
from tests.faces.games import GAMES, faulty, held, recorded, unpacked
from tests.planted import lanterns_of
from tests.referee.helpers import LATE

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
DEALS = int(os.environ.get("ARENA_LAW_GAMES", "1"))
TIME = TimeControl(move_ms=1000, bank_ms=5000, increment_ms=100)


@EACH_GAME
def test_the_organisers_edition_has_the_replays_of_all(game: Game) -> None:
    """Each is exactly what its audience is told."""
    record = recorded(game, max(game.seats))
    told = unpacked(watch_page(organisers_edition(record, game, TIME)))
    audiences: list[Audience] = [EVERYTHING, PUBLIC, *range(record.seats)]
    assert list(told) == ["everything", "public", *map(str, range(record.seats))]
    for one, audience in zip(told.values(), audiences, strict=True):
        assert encode_body(one["replay"]) == encode_body(replay_for(audience, record, game))


def truncated(record: GameRecord, decisions: int, **other: Any) -> GameRecord:
    """The game as if it had been broken off after so many decisions."""
    changed: dict[str, Any] = {"decisions": record.decisions[:decisions], "status": "void", "outcome": None}
    return replace_fields(record, **changed | other)


@EACH_GAME
def test_a_seats_edition_has_no_bytes_of_what_it_never_saw(game: Game) -> None:
    """No body of an event that only others saw, no view of another seat that differs from its own, and no seed. At its
    end a game may turn everything up: it is looked at before that."""
    whole = recorded(game, max(game.seats))
    record = truncated(whole, len(whole.decisions) - len(replay_for(EVERYTHING, whole, game).frames[-1].decisions))
    everything = replay_for(EVERYTHING, record, game)
    for audience in (PUBLIC, *range(record.seats)):
        page = held(watch_page(edition_for(audience, record, game, TIME)))
        own = replay_for(audience, record, game)
        seen = {encode_body(event.event) for frame in own.frames for event in frame.events}
        seen |= {encode_body(sight.view) for frame in own.frames for sight in frame.seats.values()}
        seen |= {encode_body(frame.public) for frame in own.frames}
        for frame in everything.frames:
            hidden = [event.event for event in frame.events if event.seats is not None]
            hidden += [sight.view for seat, sight in frame.seats.items() if seat != audience]
            for body in map(encode_body, hidden):
                assert body in seen or body.decode() not in page
        assert record.deal not in page


class Twin:
    """A position that, after so many steps, is another one which `seat` could not tell from it."""

    def __init__(self, game: Game, options: Any, state: Any, seat: int, steps: int) -> None:
        self._game, self._options, self._seat, self._left = game, options, seat, steps
        self._state = state
        self.events = state.events
        self._change()

    def apply(self, moves: Any) -> None:
        self._state.apply(moves)
        self.events = self._state.events
        self._left -= 1
        self._change()

    def _change(self) -> None:
        if self._left == 0:
            seat, state = self._seat, self._state
            self._state = self._game.imagine(seat, state.view(seat), state.memory(seat), Random(1), self._options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)


World: TypeAlias = tuple[GameRecord, Game]


def twins(game: Game, record: GameRecord) -> Iterator[tuple[int, World, World]]:
    """Seats with games broken off here and there, and such in which all that the seat cannot know is otherwise."""
    frames = replay_for(EVERYTHING, record, game).frames[:-1]
    for steps in range(0, len(frames), max(1, len(frames) // 4)):
        decisions = sum(len(frame.decisions) for frame in frames[: steps + 1])
        for seat in range(record.seats):

            def new(options: Any, seats: int, deal: Deal, seat: int = seat, steps: int = steps) -> Any:
                return Twin(game, options, game.new(options, seats, Deal(record.deal)), seat, steps)

            other = truncated(record, decisions, deal="other"), replace(game, new=new)
            yield seat, (truncated(record, decisions), game), other


@EACH_GAME
def test_editions_of_twin_worlds_are_equal_bytes(game: Game) -> None:
    """For the seat that could not tell them apart, and for the public; what is printed on the pieces is in them."""
    for deal in range(DEALS):
        seats = game.seats[-1 - deal % len(game.seats)] if deal else 2
        for seat, *worlds in twins(game, recorded(game, seats, deal=f"deal {deal}")):
            for audience in (seat, PUBLIC):
                one, other = (watch_page(edition_for(audience, *world, TIME)) for world in worlds)
                assert one == other


def test_a_leak_makes_editions_of_twin_worlds_differ() -> None:
    """Of one who looks into the hands of all, as one who sees everything does."""
    pairs = list(twins(LANTERNS, recorded(LANTERNS, 2)))
    assert any(
        len({watch_page(edition_for(EVERYTHING, *world, TIME)) for world in worlds}) == 2 for _, *worlds in pairs
    )

    class Leaking(LanternsState):
        def view(self, seat: int) -> LanternsView:
            return replace_fields(super().view(seat), box=hash(tuple(self.hands[1 - seat])))

    leaking = lanterns_of(Leaking)
    for seat, *worlds in twins(leaking, recorded(leaking, 2)):
        if len({watch_page(edition_for(seat, *world, TIME)) for world in worlds}) == 2:
            return
    raise AssertionError("no edition shows the leak")


def test_a_leak_in_what_is_printed_is_found() -> None:
    """What a drawing is told of the pieces is in every edition: of rules that put a hand there the twins differ, and
    the bytes of the page have it."""
    for seat, *worlds in twins(LANTERNS, recorded(LANTERNS, 2)):
        pages = []
        for record, game in worlds:
            states: list[Any] = []

            def new(*given: Any, make: Any = game.new, states: list[Any] = states) -> Any:
                states.append(make(*given))
                return states[-1]

            def printed(options: Any, states: list[Any] = states, other: int = 1 - seat) -> Any:
                return {"seen through": list(states[-1].hands[other])}

            pages.append(held(watch_page(edition_for(seat, record, replace(game, new=new, printed=printed), TIME))))
        assert all('{"seen through":[' in page for page in pages)
        if len(set(pages)) == 2:
            return
    raise AssertionError("no edition shows the leak")


def timed(record: GameRecord, ms: float) -> GameRecord:
    """As if each decision had taken so long."""
    measured = replace_fields(record.measured, ms=(ms,) * len(record.decisions))
    return replace_fields(record, measured=measured)


def limits(edition: Edition) -> tuple[float | None, ...]:
    return edition.told[0].limits_ms


def test_a_limit_is_what_the_clock_left_for_that_decision() -> None:
    """The lesser of the move's and the bank; a seat is told its own alone, for it hears no other seat's clock."""
    record = timed(recorded(LANTERNS, 2), 700.0)
    clock = Clock(TimeControl(bank_ms=1500))
    expected = []
    for _ in range(len(record.decisions) // 2):
        expected.append(clock.limit_ms)
        clock.spend(700.0)
    assert expected[:3] == [1000, 800, 100]
    assert limits(edition_for(EVERYTHING, record, LANTERNS, TimeControl(bank_ms=1500)))[1::2] == tuple(expected)
    own = limits(edition_for(1, record, LANTERNS, TimeControl(bank_ms=1500)))
    assert own[1::2] == tuple(expected)
    assert set(own[::2]) == {None}
    assert limits(edition_for(PUBLIC, record, LANTERNS, None)) == ()


def test_a_decision_that_was_late_has_cost_all_that_it_could() -> None:
    """The bank is less by what the decision had, and earns nothing."""
    record = faulty(LANTERNS, 0, LATE)
    (fault,) = record.faults
    told = limits(edition_for(EVERYTHING, timed(record, 0.0), LANTERNS, TimeControl(move_ms=None, bank_ms=1500)))
    assert (told[fault.decision], told[fault.decision + 2]) == (1500, 0)
