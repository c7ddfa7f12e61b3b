"""A game as an observer is told of it while it is played, and the lines in which a worker tells it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from arena.games import Game
from arena.games.toys import BIDS, LANTERNS
from arena.players import MachineTrouble
from arena.protocol import encode_body
from arena.referee import (
    Began,
    Decided,
    Ended,
    FaultPolicy,
    Fixture,
    Follower,
    GameRecord,
    Step,
    Told,
    decode_told,
    encode_record,
    is_told,
    lasting_bytes,
    replay,
)
from arena.referee.game_loop import play
from arena.referee.observing import MOST_WAITING, Lines
from tests.referee.helpers import GONE, LATE, WRONG, ToldPlayer, fixture

SUBSTITUTE = FaultPolicy(1, "substitute")


class Watching:
    """Implements `Observer`: keeps all that it is told. Of the steps, what they show at once."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.steps: list[Any] = []

    def began(self, fixture: Fixture) -> None:
        self.told.append(fixture)

    def decided(self, step: Step, decided: Decided) -> None:
        self.told.append(decided)
        self.steps.append(shown(step))

    def ended(self, record: GameRecord) -> None:
        self.told.append(record)


def shown(step: Step) -> tuple[Any, ...]:
    """What a step says, with the public's view of its position."""
    return step.moves, step.events, step.first, encode_body(step.state.public())


def faulty() -> list[ToldPlayer]:
    """Three seats, of which one is late, one is gone, and one makes a move that is none twice."""
    return [ToldPlayer(LATE), ToldPlayer(0, GONE), ToldPlayer(WRONG, WRONG)]


@pytest.mark.parametrize("game", [BIDS, LANTERNS], ids=lambda game: game.name)
async def test_an_observer_is_told_the_steps_of_the_replay(game: Game) -> None:
    """The same positions, moves and events, while the game is played, between its beginning and its record."""
    watching, played = Watching(), fixture(game, 3)
    record = await play(played, faulty(), SUBSTITUTE, watching)
    assert watching.told[0] is played
    assert watching.told[-1] is record
    assert watching.steps == [shown(step) for step in replay(record, game)]


@pytest.mark.parametrize("game", [BIDS, LANTERNS], ids=lambda game: game.name)
async def test_what_is_told_step_by_step_is_what_the_record_has(game: Game) -> None:
    """Decisions, times, default moves, faults and forfeits, each once."""
    watching = Watching()
    record = await play(fixture(game, 3), faulty(), SUBSTITUTE, watching)
    steps = watching.told[1:-1]
    assert record.faults
    assert record.substituted
    for field in ("decisions", "substituted", "faults", "forfeited"):
        assert sum((getattr(step, field) for step in steps), ()) == getattr(record, field)
    assert sum((step.ms for step in steps), ()) == record.measured.ms
    assert [step.first for step in steps] == [step.first for step in replay(record, game)]


async def test_who_is_out_before_the_set_up_is_told_with_it() -> None:
    """A seat that could not get ready has made no decision."""
    watching = Watching()
    await play(fixture(BIDS, 2), [ToldPlayer(start=GONE), ToldPlayer()], FaultPolicy(0, "substitute"), watching)
    set_up = watching.told[1]
    assert (set_up.decisions, set_up.forfeited, [fault.seat for fault in set_up.faults]) == ((), (0,), [0])


async def test_a_game_without_an_observer_is_the_same_game() -> None:
    """To the byte of what lasts, and so is one whose observer breaks down."""

    class Broken(Watching):
        def decided(self, step: Step, decided: Decided) -> None:
            super().decided(step, decided)
            raise ValueError("cannot draw this")

    broken = Broken()
    records = [await play(fixture(BIDS, 3), faulty(), SUBSTITUTE, watch) for watch in (None, Watching(), broken)]
    assert len({lasting_bytes(record) for record in records}) == 1
    assert records[0].status == "finished"
    assert len(broken.told) == 2  # its beginning and the step that broke it: nothing more


async def test_what_broke_an_observer_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """On stderr, for whoever wrote it."""

    class Broken(Watching):
        def began(self, fixture: Fixture) -> None:
            raise ValueError("cannot draw this")

    await play(fixture(BIDS, 2), [ToldPlayer(), ToldPlayer()], FaultPolicy(), Broken())
    assert "ValueError: cannot draw this" in capsys.readouterr().err


async def test_a_void_game_ends_for_its_observer_too() -> None:
    """What it was told of it is no longer of any worth, as its record says."""
    watching = Watching()
    players = [ToldPlayer(0, MachineTrouble("late")), ToldPlayer()]
    await play(fixture(LANTERNS, 2), players, FaultPolicy(), watching)
    assert watching.told[-1].status == "void"


# ---- lines


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Its two ends, of which the one for writing does not block."""
    ends = os.pipe()
    os.set_blocking(ends[0], False)
    os.set_blocking(ends[1], False)
    yield ends
    for end in ends:
        with suppress(OSError):
            os.close(end)


def read(end: int) -> bytes:
    """All that is there."""
    data = b""
    while True:
        try:
            part = os.read(end, 1 << 16)
        except BlockingIOError:
            return data
        if not part:
            return data
        data += part


@pytest.mark.parametrize("game", [BIDS, LANTERNS], ids=lambda game: game.name)
async def test_the_lines_are_enough_to_follow_the_game(pipe: tuple[int, int], game: Game) -> None:
    """Whoever knows what is played sees from them all that an observer in the worker would see."""
    lines, watching, played = Lines(pipe[1]), Watching(), fixture(game, 3)
    record = await play(played, faulty(), SUBSTITUTE, watching)
    assert await play(played, faulty(), SUBSTITUTE, lines) == record
    told: list[Told] = [decode_told(line) for line in read(pipe[0]).splitlines()]
    assert told == [Began(4), *watching.told[1:-1], Ended(4, "finished")]
    follower = Follower(game, played.options, 3, played.deal)
    steps = [shown(follower.set_up())]
    for decided in told[2:-1]:
        assert isinstance(decided, Decided)
        steps.append(shown(follower.follow(decided.decisions, decided.substituted)))
    assert steps == watching.steps
    assert follower.acting() == ()


async def test_no_record_is_taken_for_a_line_that_tells() -> None:
    """Both come through the same pipe."""
    record = await play(fixture(BIDS, 2), [ToldPlayer(), ToldPlayer()], FaultPolicy())
    assert not is_told(encode_record(record))


async def test_who_does_not_read_keeps_no_game_waiting(pipe: tuple[int, int]) -> None:
    """Lines wait up to a bound, and the rest is lost; what waits is given whole to whoever sends the record."""
    lines = Lines(pipe[1])
    for number in range(3 * MOST_WAITING // 30):
        lines.began(replace(fixture(BIDS, 2), number=number))
    waiting = lines.take_waiting()
    assert MOST_WAITING < len(waiting) < MOST_WAITING + 100
    told = [decode_told(line) for line in (read(pipe[0]) + waiting).splitlines()]
    assert told == [Began(number) for number in range(len(told))]
    assert lines.take_waiting() == b""


async def test_who_is_gone_is_told_nothing(pipe: tuple[int, int]) -> None:
    """The game goes on; the record will find that nobody is there."""
    os.close(pipe[0])
    lines = Lines(pipe[1])
    lines.began(fixture(BIDS, 2))
    assert lines.take_waiting() == b""
