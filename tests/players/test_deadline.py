"""A limit by the clock under a mock clock, on a machine whose figures are made up."""

from __future__ import annotations

import os

import pytest
import trio
from trio.testing import MockClock

from arena.players.deadline import Deadline, Overloaded
from tests.players.fake_process import FakeMeter


@pytest.fixture(autouse=True)
def one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a worker has it."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0})


class Machine(FakeMeter):
    """A bot that uses its processor at a steady `pace`, and wants it without getting it at another: seconds for each
    second by the clock."""

    def __init__(self, pace: float = 0.0, waits: float = 0.0) -> None:
        super().__init__()
        self._began, self._pace, self._waits = trio.current_time(), pace, waits

    def cpu_s(self) -> float:
        return (trio.current_time() - self._began) * self._pace

    def waited_s(self) -> float:
        return (trio.current_time() - self._began) * self._waits


def deadline(machine: FakeMeter, limit_ms: float | None = 1000, margin_ms: float = 20) -> Deadline:
    return Deadline(machine, limit_ms, margin_ms, trio.current_time, trio.current_time())


async def passes_after(line: Deadline) -> float:
    """Seconds from its beginning to its end, for a bot that says nothing."""
    while not line.passed():
        await line.wait(trio.sleep_forever)
    return trio.current_time() - line.began


@pytest.mark.parametrize(("limit", "margin"), [(1000, 20), (1000, 0), (1, 0), (60_000, 20), (0, 20), (0, 0)])
async def test_an_idle_machine_gives_nothing_back(autojump_clock: MockClock, limit: int, margin: int) -> None:
    """It ends at limit and margin."""
    assert await passes_after(deadline(Machine(), limit, margin)) == pytest.approx((limit + margin) / 1000)


async def test_at_the_limit_exactly_it_is_over_and_a_moment_before_it_is_not(mock_clock: MockClock) -> None:
    """Whoever looks for an answer first, as a talk does, finds one that came at the limit exactly in time."""
    line = deadline(Machine())
    mock_clock.jump(1.0199)
    await line.wait(trio.lowlevel.checkpoint)
    mock_clock.jump(0.0001)
    assert not line.passed()  # nobody has looked since
    await line.wait(trio.lowlevel.checkpoint)
    assert line.passed()


async def test_without_a_limit_it_never_ends(autojump_clock: MockClock) -> None:
    """And nobody asks for the machine's figures."""
    line = deadline(Machine(0, 1), None)
    for _ in range(10):
        await line.wait(trio.sleep_forever, 3600)
        assert not line.passed()
    assert trio.current_time() - line.began == pytest.approx(36_000)


async def test_what_is_waited_for_ends_a_wait(autojump_clock: MockClock) -> None:
    """At once, and not at the end of a slice."""
    line = deadline(Machine())
    await line.wait(lambda: trio.sleep(0.01))
    assert trio.current_time() - line.began == pytest.approx(0.01)


async def late_slice(line: Deadline, clock: MockClock, seconds: float) -> None:
    """A slice at whose end the referee was kept from looking."""

    async def ready() -> None:
        clock.jump(0.05 + seconds)

    await line.wait(ready)


@pytest.mark.parametrize(("late", "given"), [(0.3, 0.3), (0.021, 0.021), (0.0199, 0.0), (0.005, 0.0)])
async def test_a_late_referee_gives_its_time_back(autojump_clock: MockClock, late: float, given: float) -> None:
    """Where it is more than any slice may be late."""
    line = deadline(Machine())
    await late_slice(line, autojump_clock, late)
    assert await passes_after(line) == pytest.approx(1.02 + given, abs=0.0011)
    assert line.lag == pytest.approx(late)


async def test_late_slices_add_up(autojump_clock: MockClock) -> None:
    """A hundred milliseconds here and there."""
    line = deadline(Machine())
    for _ in range(4):
        await late_slice(line, autojump_clock, 0.1)
    assert await passes_after(line) == pytest.approx(1.42)


async def test_who_was_deaf_for_half_the_time_cannot_judge(autojump_clock: MockClock) -> None:
    """Nobody can say any more who was late; the text has all figures."""
    line = deadline(Machine())
    await late_slice(line, autojump_clock, 0.52)
    with pytest.raises(Overloaded, match=r"^520 of 1020 ms, the limit is 1000 ms$"):
        await passes_after(line)


async def test_time_in_which_others_had_the_processor_is_given_back(autojump_clock: MockClock) -> None:
    """A fifth of it: what was given back is shared in the same way, and is given back in turn."""
    assert await passes_after(deadline(Machine(0.8, 0.2))) == pytest.approx(1.02 / 0.8, abs=0.005)


async def test_a_starved_bot_is_not_judged(autojump_clock: MockClock) -> None:
    """It had hardly anything of its time in ten times as much."""
    with pytest.raises(Overloaded):
        await passes_after(deadline(Machine(0.05, 0.95)))


class Queued(Machine):
    """One of its threads comes to the processor only 1.1 seconds after its beginning."""

    def queue(self) -> frozenset[str]:
        return frozenset({f"thread {trio.current_time() - self._began >= 1.1}"})


async def test_who_stands_in_the_queue_is_let_to_the_processor_once(autojump_clock: MockClock) -> None:
    """What it waits there is counted only afterwards, and its answer may be all that it has left to do."""
    assert await passes_after(deadline(Queued(0.5))) == pytest.approx(1.1, abs=0.006)


async def test_but_not_who_had_all_its_time(autojump_clock: MockClock) -> None:
    """A bot with many threads always has one in the queue, behind its own others."""
    assert await passes_after(deadline(Queued(1.0, 39.0))) == pytest.approx(1.02)


@pytest.mark.parametrize("waits", [0.0, 1.0, 7.0, 63.0])
async def test_who_keeps_the_machine_busy_gets_nothing_back(autojump_clock: MockClock, waits: float) -> None:
    """The bot's own threads wait for each other: its limit becomes no longer by it, nor its lost game void."""
    assert await passes_after(deadline(Machine(1.0, waits))) == pytest.approx(1.02)


async def test_nor_when_the_referee_was_late_by_it(autojump_clock: MockClock) -> None:
    """It ran all the while in which it kept the referee from looking."""
    line = deadline(Machine(1.0, 3.0))
    await late_slice(line, autojump_clock, 0.7)
    assert await passes_after(line) == pytest.approx(1.02)


async def test_what_it_used_itself_is_taken_off(autojump_clock: MockClock) -> None:
    """Of a time in which everybody was kept waiting, it had three quarters."""
    line = deadline(Machine(0.75, 5.0))
    assert await passes_after(line) == pytest.approx(1.02 / 0.75, abs=0.005)


async def test_more_cores_are_more_for_others(autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread of it had a core all the time, another waited for the second: others had that."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1})
    assert await passes_after(deadline(Machine(1.0, 0.25))) == pytest.approx(1.02 / 0.75, abs=0.005)


async def test_what_was_before_does_not_count(autojump_clock: MockClock) -> None:
    """Neither what the bot had used, nor for how long it had waited."""
    machine = Machine(0.5, 0.9)
    await trio.sleep(100)
    machine._pace, machine._waits = 0.0, 0.0
    machine.cpu, machine.waited = 50.0, 90.0
    assert await passes_after(deadline(machine)) == pytest.approx(1.02)


async def test_less_than_a_millisecond_is_not_worth_it(autojump_clock: MockClock) -> None:
    """It ends, and does not come nearer to its end for ever."""
    assert await passes_after(deadline(Machine(0, 0.0009))) == pytest.approx(1.02)


async def test_an_empty_bank_is_no_ground_for_a_void_game(autojump_clock: MockClock) -> None:
    """Who has used up his time has none that the machine could take: else each later request of a lost game would be
    another chance to have it voided."""
    line = deadline(Machine(0, 1), 0)
    await late_slice(line, autojump_clock, 3)
    assert line.passed()
