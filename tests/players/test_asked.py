"""Seats that are asked at once: all are looked at before anybody is waited for, and nobody's clock runs for another."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from msgspec.structs import replace

from arena.players import Answer, first_answers
from arena.players.asked import Asked
from tests.players.fake_process import FakeProcess, choose, silent
from tests.players.questions import QUESTION, START, Seat

SIMULTANEOUS = replace(QUESTION, alone=False)


class Piped(FakeProcess):
    """A bot whose output can be waited for by descriptor, too, with what it says kept back until it is `told` to."""

    def __init__(self, choice: int | None) -> None:
        super().__init__(silent if choice is None else choose(choice))
        self.readable, self._writable = os.pipe()
        self.looks = 0

    def descriptor(self) -> int | None:
        return self.readable

    def told(self) -> None:
        os.write(self._writable, b"!")

    def look(self, patience: float, asked: bool = False) -> bytes | None:
        self.looks += 1
        return super().look(patience, asked)

    def close(self) -> None:
        os.close(self.readable)
        os.close(self._writable)


@pytest.fixture
def piped() -> Iterator[Callable[[int | None], Piped]]:
    made: list[Piped] = []

    def make(choice: int | None) -> Piped:
        made.append(Piped(choice))
        return made[-1]

    yield make
    for process in made:
        process.close()


async def test_who_answers_at_once_is_not_waited_for(seat: Seat, piped: Callable[[int | None], Piped]) -> None:
    """Its answer is there when the looks are over; the other is still to be waited for."""
    quick, slow = piped(1), piped(None)
    players = [seat(quick), seat(slow)]
    for player in players:
        await player.start(START)
    asked = [player.decide(SIMULTANEOUS) for player in players]
    assert not any(isinstance(each, Answer) for each in asked)
    quick.told()
    first = first_answers(asked)
    assert isinstance(first[0], Answer)
    assert first[0].choice == 1
    assert first[1] is asked[1]
    assert isinstance(asked[1], Asked)


async def test_nobody_is_looked_at_who_has_nothing_to_say(seat: Seat, piped: Callable[[int | None], Piped]) -> None:
    """A look at one that still thinks would be time of those who have answered."""
    quick, slow = piped(0), piped(None)
    players = [seat(slow), seat(quick)]
    for player in players:
        await player.start(START)
    asked = [player.decide(SIMULTANEOUS) for player in players]
    quick.told()
    before = slow.looks
    first_answers(asked)
    assert slow.looks == before


async def test_one_that_has_ended_is_left_to_who_waits(seat: Seat, piped: Callable[[int | None], Piped]) -> None:
    """Its end is found, charged to nobody else, and told by the one that waits for it."""
    gone = piped(None)
    player = seat(gone)
    await player.start(START)
    asked = player.decide(SIMULTANEOUS)
    gone.exit("exited with code 3")
    gone.told()
    first = first_answers([asked])
    assert first == [asked]
    fault = (await asked).choice
    assert not isinstance(fault, int)
    assert fault.verdict == "exited"
    assert "exited with code 3" in fault.text


async def test_one_that_says_something_else_all_the_time_holds_nobody_up(
    seat: Seat, piped: Callable[[int | None], Piped], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its descriptor is always readable, and no answer comes: the looks end when their time is over."""
    babbler = piped(None)
    player = seat(babbler)
    await player.start(START)
    asked = player.decide(SIMULTANEOUS)
    babbler.told()  # and nobody takes it
    clock = count()
    monkeypatch.setattr("arena.players.asked.time.monotonic", lambda: next(clock) / 10_000)
    before = babbler.looks
    assert first_answers([asked]) == [asked]
    assert babbler.looks - before == 11  # a millisecond of this clock, and the look that finds it over


async def test_what_cannot_be_looked_at_is_waited_for(seat: Seat) -> None:
    """A player without descriptors, a function or a person, is asked as before."""
    player = seat(FakeProcess(choose(2)))
    await player.start(START)
    asked = player.decide(SIMULTANEOUS)
    assert first_answers([asked]) == [asked]
    assert (await asked).choice == 2
