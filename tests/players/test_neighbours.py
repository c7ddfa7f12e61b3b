"""Who shares a processor with whom: who is on turn comes first."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from arena.games import Deal
from arena.players import TimeControl
from arena.players.neighbours import Neighbours
from arena.players.process_player import ProcessPlayer
from arena.sandbox import Limits, Program
from tests.players.fake_process import FakeProcess, Reply, choose, silent
from tests.players.questions import CONTROL, QUESTION, START, faulty

Two = Callable[..., tuple[ProcessPlayer, ProcessPlayer]]


@pytest.fixture
def two(tmp_path: Path) -> Two:
    """Players of two bots that share a processor."""

    def make(
        one: FakeProcess, other: FakeProcess, ponder: bool = True, control: TimeControl = CONTROL
    ) -> tuple[ProcessPlayer, ProcessPlayer]:
        neighbours = Neighbours()

        def player(bot: FakeProcess) -> ProcessPlayer:
            program = Program("fake", ("fake",), "bots", {})
            logs = tmp_path / "logs"
            return ProcessPlayer(program, control, Limits(), logs, lambda _: bot, True, ponder, neighbours)

        return player(one), player(other)

    return make


def beside(hog: FakeProcess, after: float, share: float, work: float) -> Reply:
    """Chooses 0 when it has had `work` seconds of the processor; of that it gets a `share` as long as the hog runs."""

    def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
        async def compute() -> None:
            while (left := work - bot.meter.cpu) > 1e-9:
                await trio.sleep(step := min(0.001, left))
                got = step if hog.frozen else step * share
                bot.meter.cpu += got
                bot.meter.waited += step - got
            bot.say(json.dumps({"id": message["id"], "choice": 0}).encode() + b"\n", after)

        trio.lowlevel.spawn_system_task(compute)

    return reply


async def test_a_hog_is_stopped_while_another_thinks_and_goes_on_afterwards(
    two: Two, autojump_clock: MockClock
) -> None:
    """The one that thinks is charged what it used, and the record says what was given back."""
    hog = FakeProcess(choose(1))
    honest, other = two(FakeProcess(beside(hog, 0, 0.025, 0.03)), hog)
    assert await honest.start(START) is None
    assert await other.start(replace(START, seat=1)) is None
    assert (await honest.decide(QUESTION)).choice == 0
    assert honest.last_ms == pytest.approx(30, abs=1)
    assert honest.given_back.bot_ms == pytest.approx(9.75, abs=1.1)  # of the 10 ms until somebody looked
    assert not hog.frozen
    assert (await other.decide(QUESTION)).choice == 1


async def test_a_neighbour_that_is_in_nobodys_way_ponders_on(two: Two, autojump_clock: MockClock) -> None:
    """On a core of its own, say."""
    quiet = FakeProcess()
    stops: list[str] = []
    quiet.freeze = lambda: stops.append("stopped")  # type: ignore[method-assign]
    honest, other = two(FakeProcess(choose(0, 0.5)), quiet)
    await honest.start(START)
    await other.start(replace(START, seat=1))
    assert (await honest.decide(QUESTION)).choice == 0
    assert stops == []


async def test_who_sits_in_no_game_stays_stopped(two: Two, autojump_clock: MockClock) -> None:
    """A process that is kept for a later game has nothing to think about; it goes on when that begins."""
    hog = FakeProcess()
    honest, other = two(FakeProcess(beside(hog, 0, 0.025, 0.03)), hog)
    await other.start(replace(START, seat=1))
    await other.end([], None)
    await honest.start(START)
    await honest.decide(QUESTION)
    assert hog.frozen
    assert await other.start(replace(START, number=8, deal=Deal("deal 2"))) is None
    assert not hog.frozen


async def test_two_on_turn_at_once_leave_each_other_alone(two: Two, autojump_clock: MockClock) -> None:
    """Each has its time, and gets back what the other took of it; who has answered is in the way from then on."""
    hog = FakeProcess(choose(1, 0.015))  # between two looks of the other, and of this test
    honest, other = two(FakeProcess(beside(hog, 0, 0.025, 0.03)), hog)
    await honest.start(START)
    await other.start(replace(START, seat=1))
    frozen: list[bool] = []

    async def look() -> None:
        for _ in range(3):
            await trio.sleep(0.012)
            frozen.append(hog.frozen)

    question = replace(QUESTION, alone=False)

    async def decide() -> None:
        await other.decide(question)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(look)
        nursery.start_soon(decide)
        await honest.decide(question)
    assert frozen == [False, True, True]
    assert honest.last_ms == pytest.approx(30, abs=1)


async def test_the_dead_are_no_neighbours(two: Two, autojump_clock: MockClock) -> None:
    """Nothing is done to a process that was removed."""
    hog = FakeProcess()
    honest, other = two(FakeProcess(beside(hog, 0, 0.5, 0.03)), hog)
    await honest.start(START)
    await other.start(replace(START, seat=1))
    await other.forfeit()
    await honest.decide(QUESTION)
    assert not hog.frozen


# What the bank pays


@pytest.mark.parametrize("waits", [0.0, 0.2, 0.6])
async def test_the_bank_pays_for_what_nobody_took(two: Two, autojump_clock: MockClock, waits: float) -> None:
    """With the same measure as the limit of a move."""

    def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
        async def compute() -> None:
            await trio.sleep(0.01)
            bot.meter.waited += waits
            choose(0, 0.1 + waits - 0.01)(bot, message)

        trio.lowlevel.spawn_system_task(compute)

    bot = FakeProcess(reply, silent)
    player, _ = two(bot, FakeProcess(), control=TimeControl(move_ms=None, bank_ms=1000))
    await player.start(START)
    assert (await player.decide(QUESTION)).choice == 0
    assert player.last_ms == pytest.approx(100, abs=1)
    assert player.given_back.all_ms == pytest.approx(waits * 1000, abs=1)
    await faulty(player)
    assert bot.messages[-1]["left_ms"] == pytest.approx(900, abs=1)
    assert bot.messages[-1]["last_ms"] == pytest.approx(100, abs=1)


async def test_a_time_loss_says_what_the_machine_took(two: Two, autojump_clock: MockClock) -> None:
    """Its author can tell a slow machine from a slow bot."""

    def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
        async def compute() -> None:
            await trio.sleep(0.2)
            bot.meter.waited += 0.4

        trio.lowlevel.spawn_system_task(compute)

    player, _ = two(FakeProcess(reply), FakeProcess())
    await player.start(START)
    assert "(waited 1420 ms, of which the machine took 400 ms;" in (await faulty(player)).text


async def test_a_time_loss_says_why_nothing_was_given_back(two: Two, autojump_clock: MockClock) -> None:
    """Who hides what he uses is charged the clock's time."""

    def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
        bot.meter.waited += 100
        bot.meter.hides = True

    player, _ = two(FakeProcess(reply), FakeProcess())
    await player.start(START)
    text = (await faulty(player)).text
    assert "(waited 1020 ms; nothing of it is given back to a bot that hides from the account what it uses;" in text


async def test_a_referee_that_waits_for_a_silent_bot_makes_nobodys_time_longer(
    two: Two, autojump_clock: MockClock
) -> None:
    """What it waited for the processor before it looked, and found nothing, kept no answer from it; what it waited
    before it found one, may have."""

    def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
        async def busy() -> None:
            for _ in range(20):
                await trio.sleep(0.04)
                bot.meter.referee_waited += 0.03

        trio.lowlevel.spawn_system_task(busy)
        choose(1, 0.9)(bot, message)

    player, _ = two(FakeProcess(reply, reply), FakeProcess(), control=TimeControl(move_ms=1000))
    await player.start(START)
    assert (await player.decide(QUESTION)).choice == 1
    assert player.last_ms == pytest.approx(900, abs=1)
    player, _ = two(FakeProcess(reply), FakeProcess(), control=TimeControl(move_ms=800))
    await player.start(START)
    assert "(waited 820 ms;" in (await faulty(player)).text
