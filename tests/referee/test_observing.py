"""A game as an observer is told of it while it is played."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games import Game
from arena.games.toys import BIDS, LANTERNS
from arena.players import MachineTrouble
from arena.protocol import encode_body
from arena.referee import FaultPolicy, Fixture, GameRecord, News, Step, lasting_bytes, replay
from arena.referee.game_loop import play
from tests.referee.helpers import GONE, LATE, WRONG, ToldPlayer, fixture

SUBSTITUTE = FaultPolicy(1, "substitute")


class Watching:
    """Implements `Observer`: keeps all that it is told. Of the steps, what they show at once."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.steps: list[Any] = []
        self.waited = 0

    def began(self, fixture: Fixture, news: News) -> None:
        self.news = news
        self.told.append(fixture)

    def decided(self, step: Step) -> None:
        self.told.append(self.news())
        self.steps.append(shown(step))

    def waits(self) -> None:
        self.waited += 1

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
    assert sum((step.given for step in steps), ()) == record.measured.given
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
        def decided(self, step: Step) -> None:
            super().decided(step)
            raise ValueError("cannot draw this")

    broken = Broken()
    records = [await play(fixture(BIDS, 3), faulty(), SUBSTITUTE, watch) for watch in (None, Watching(), broken)]
    assert len({lasting_bytes(record) for record in records}) == 1
    assert records[0].status == "finished"
    assert len(broken.told) == 2  # its beginning and the step that broke it: nothing more


async def test_what_broke_an_observer_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """On stderr, for whoever wrote it."""

    class Broken(Watching):
        def began(self, fixture: Fixture, news: News) -> None:
            raise ValueError("cannot draw this")

    await play(fixture(BIDS, 2), [ToldPlayer(), ToldPlayer()], FaultPolicy(), Broken())
    assert "ValueError: cannot draw this" in capsys.readouterr().err


async def test_a_void_game_ends_for_its_observer_too() -> None:
    """What it was told of it is no longer of any worth, as its record says."""
    watching = Watching()
    players = [ToldPlayer(0, MachineTrouble("late")), ToldPlayer()]
    await play(fixture(LANTERNS, 2), players, FaultPolicy(), watching)
    assert watching.told[-1].status == "void"
