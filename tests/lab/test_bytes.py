"""Byte for byte a bot gets what its seat got, whatever it answers and however long it takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from trio.testing import MockClock

from arena.games import Game, find_game
from arena.games.toys import BIDS
from arena.lab import Fed, RecordedClock, Tap, feed, recorded_clock
from arena.players import Clock, TimeControl
from arena.players.process_player import ProcessPlayer
from arena.protocol import Fault
from arena.referee import FaultPolicy, GameRecord
from arena.referee.game_loop import play
from arena.sandbox import Limits, Program
from tests.lab.sittings import sitting
from tests.players.fake_process import FakeProcess, choose, silent, write
from tests.referee.helpers import ToldPlayer, fixture

BANKED = TimeControl(move_ms=300, bank_ms=900, increment_ms=7)
TIMES = (0.0137, 0.1004999, 0.0001, 0.31, 0.25)
ROUNDS = BIDS.options_type(rounds=5)
MALFORMED = write((0.0123, b'{"id": "x"}\n'))


def seated(bot: FakeProcess, logs: Path, control: TimeControl, tap: Tap, clock: object = Clock) -> ProcessPlayer:
    program = Program("fake", ("fake",), "bots", {})
    player = ProcessPlayer(program, control, Limits(), logs, lambda _: tap.around(bot), clock=clock)  # type: ignore[arg-type]
    return player


async def recorded(game: Game, bot: FakeProcess, logs: Path, control: TimeControl) -> tuple[GameRecord, bytes]:
    """A game with the bot on seat 0, and what it was sent."""
    sent: list[bytes] = []
    player = seated(bot, logs, control, Tap(sent.append))
    record = await play(
        fixture(game, 2, ROUNDS if game is BIDS else None), [player, ToldPlayer()], FaultPolicy(9, "substitute")
    )
    await player.stop()
    return record, b"".join(sent)


def uneven(faults: bool) -> FakeProcess:
    """Answers after these times; or is late, malformed and illegal as well."""
    turns = [choose(0, after) for after in TIMES]
    if faults:
        turns[1:1] = [silent, MALFORMED, choose(99, 0.017)]
    return FakeProcess(*turns, *[choose(0)] * 40)


@pytest.mark.parametrize("control", [TimeControl(), BANKED, TimeControl(move_ms=None)], ids=["move", "bank", "none"])
@pytest.mark.parametrize("game", [BIDS, find_game("gunrunners")], ids=lambda game: game.name)
async def test_it_gets_the_very_bytes(
    game: Game, control: TimeControl, tmp_path: Path, autojump_clock: MockClock
) -> None:
    faults = control.move_ms is not None
    record, then = await recorded(game, uneven(faults), tmp_path, control)
    assert [fault.verdict for fault in record.faults][: 3 * faults] == ["time", "malformed", "illegal"][: 3 * faults]
    assert then.count(b'"turn"') >= 3
    sent: list[bytes] = []
    chair = sitting(record, game, 0, control)
    bot = FakeProcess(*[choose(1, 0.05)] * 60)  # other moves, other times
    await feed(chair, seated(bot, tmp_path, control, Tap(sent.append), recorded_clock(chair)), lambda fed: True)
    assert b"".join(sent) == then


async def test_a_clock_that_was_not_recorded_would_tell_otherwise(tmp_path: Path, autojump_clock: MockClock) -> None:
    """What the test before looks at: with its own clock the bot is told its own times."""
    record, then = await recorded(BIDS, uneven(False), tmp_path, BANKED)
    sent: list[bytes] = []
    player = seated(FakeProcess(*[choose(0, 0.05)] * 60), tmp_path, BANKED, Tap(sent.append))
    await feed(sitting(record, BIDS, 0, BANKED), player, lambda fed: True)
    assert b"".join(sent) != then
    assert len(b"".join(sent).splitlines()) == len(then.splitlines())


async def test_each_decision_has_the_time_that_it_had(tmp_path: Path, autojump_clock: MockClock) -> None:
    """It is late by the limit of then, which a bank had made shorter than a move; and never where one is patient."""
    turns = [choose(0, 0.28)] * 3
    record, _ = await recorded(BIDS, FakeProcess(*turns, *[choose(0)] * 9), tmp_path, BANKED)
    chair = sitting(record, BIDS, 0, BANKED)
    seen: list[Fed] = []

    def hear(fed: Fed) -> bool:
        seen.append(fed)
        return True

    slow = seated(FakeProcess(*[choose(0, 0.1)] * 2, choose(0, 0.38)), tmp_path, BANKED, Tap(), recorded_clock(chair))
    await feed(chair, slow, hear)
    assert [fed.same for fed in seen][:3] == [True, True, False]
    assert isinstance(seen[2].answer.choice, Fault)
    assert seen[2].answer.choice.verdict == "time"
    patient = seated(FakeProcess(*[choose(0, 9.0)] * 40), tmp_path, BANKED, Tap(), recorded_clock(chair, patient=True))
    seen.clear()
    await feed(chair, patient, hear)
    assert all(fed.same for fed in seen)


def test_a_recorded_clock_goes_on_by_what_was_charged_then() -> None:
    clock = RecordedClock(BANKED, [(100.0, False), (300.0, True), (None, False)], patient=False)
    clock.spend(3)
    assert (clock.told_ms, clock.left_ms) == (100, 807)
    clock.spend(3)
    assert (clock.told_ms, clock.left_ms) == (300, 507)
    for _ in range(2):
        clock.spend(3)
        assert (clock.told_ms, clock.left_ms) == (300, 507)


async def test_a_tap_hears_the_last_request_and_what_came_since(tmp_path: Path, autojump_clock: MockClock) -> None:
    record, _ = await recorded(BIDS, uneven(False), tmp_path, BANKED)
    chair, tap = sitting(replace(record), BIDS, 0, BANKED), Tap()
    bot = FakeProcess(write((0.0, b'{"id": 2, '), (0.01, b'"choice": 0}\n')), *[choose(0)] * 40)
    heard: list[tuple[bytes, bytes]] = []

    def hear(fed: object) -> bool:
        heard.append((tap.request, tap.said))
        return True

    await feed(chair, seated(bot, tmp_path, BANKED, tap, recorded_clock(chair)), hear)
    assert heard[0][0].startswith(b'{"type":"turn","id":2,')
    assert heard[0][1] == b'{"id": 2, "choice": 0}\n'
    assert heard[1][1] == b'{"id": 3, "choice": 0}\n'
