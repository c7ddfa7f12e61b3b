"""Every limit of a seat to the millisecond, in no time: the process is a script and the clock a mock."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from arena.games import Deal
from arena.players import MachineTrouble, TimeControl
from arena.protocol import Fault
from arena.sandbox import Limits
from tests.players.fake_process import FakeProcess, choose, ready, silent, write
from tests.players.questions import BIG, QUESTION, START, Seat, faulty

# Clocks


@pytest.mark.parametrize(("after", "told"), [(0.0, 0), (0.25, 250), (1.0, 1000), (1.0005, 1000), (1.02, 1000)])
async def test_in_time_at_the_limit_exactly_and_within_the_margin(
    seat: Seat, autojump_clock: MockClock, after: float, told: int
) -> None:
    """D29: and the next request tells how long it took; the margin is recorded and never told."""
    bot = FakeProcess(choose(1, after), silent)
    player = seat(bot)
    await player.start(START)
    assert (await player.decide(QUESTION)).choice == 1
    assert player.last_ms == pytest.approx(after * 1000)
    await player.decide(QUESTION)
    assert [message["last_ms"] for message in bot.messages[2:]] == [None, told]


@pytest.mark.parametrize("after", [1.021, 2.0, 3600.0])
async def test_past_the_margin_is_a_time_loss_with_all_its_figures(
    seat: Seat, autojump_clock: MockClock, after: float
) -> None:
    """D21, D25, D28: cut at limit and margin; seat, request, limit, time waited, bytes, and a hint when there were
    none."""
    player = seat(FakeProcess(choose(1, after)))
    await player.start(START)
    began = trio.current_time()
    fault = await faulty(player)
    assert trio.current_time() - began == pytest.approx(1.02)
    assert (fault.verdict, fault.final) == ("time", False)
    assert fault.text == (
        "seat 2, request 2: no answer within 1000 ms (waited 1020 ms; 0 bytes received; is stdout flushed after each "
        "line? see protocol.md#flush; it has read the request and waits for more (used 0 ms of processor time); the "
        "referee's own lag was 0 ms)"
    )
    assert player.last_ms == pytest.approx(1020)


async def test_a_line_without_its_newline_is_no_answer(seat: Seat, autojump_clock: MockClock) -> None:
    """The text quotes what came of it, however slowly it came."""
    player = seat(FakeProcess(write(*((at / 10, b"%d" % at) for at in range(8)))))
    await player.start(START)
    text = (await faulty(player)).text
    assert "8 bytes received, the last line has no newline yet: `01234567`" in text


async def test_lines_that_answer_something_else_do_not_stop_the_clock(seat: Seat, autojump_clock: MockClock) -> None:
    """Stale answers and blank lines are counted, and the text says which request they answer."""
    player = seat(FakeProcess(write((0.1, b'{"id": 1, "choice": 0}\n'), (0.5, b"\n"))))
    await player.start(START)
    text = (await faulty(player)).text
    assert "24 bytes received, no line that answers: the last one answers request 1, which was over;" in text
    assert player.report().stray == 2


@pytest.mark.parametrize("cut", [1, 10, 21])
async def test_a_late_answer_is_never_taken_for_the_next(seat: Seat, autojump_clock: MockClock, cut: int) -> None:
    """D26: whole or in pieces, it is dropped by its id, and the next request is answered properly."""
    late = b'{"id": 2, "choice": 2}\n'
    player = seat(FakeProcess(write((1.0, late[:cut]), (1.05, late[cut:])), choose(1, 0.2)))
    await player.start(START)
    assert (await faulty(player)).verdict == "time"
    assert (await player.decide(QUESTION)).choice == 1
    assert player.report().stray == 1


async def test_a_late_answer_is_not_taken_into_the_next_game(seat: Seat, autojump_clock: MockClock) -> None:
    """D26: the ids go on."""
    bot = FakeProcess(write((1.3, b'{"id": 2, "choice": 2}\n')), choose(1))
    player = seat(bot)
    await player.start(START)
    await faulty(player)
    await player.end([], None)
    await trio.sleep(1)
    assert await player.start(replace(START, deal=Deal("deal 2"), number=8)) is None
    assert (await player.decide(QUESTION)).choice == 1


async def test_the_bank_pays_for_every_decision_and_earns_the_increment_after_it(
    seat: Seat, autojump_clock: MockClock
) -> None:
    """D29, D32: `left_ms` is told each time; 1 s of bank with 1 s of increment is 1 s for the first decision."""
    control = TimeControl(move_ms=None, bank_ms=1000, increment_ms=100, margin_ms=0)
    bot = FakeProcess(choose(0, 0.5), choose(0, 0.25), choose(0, 0.451), choose(0, 0.001), choose(0))
    player = seat(bot, control=control)
    await player.start(START)
    assert [(await player.decide(QUESTION)).choice, (await player.decide(QUESTION)).choice] == [0, 0]
    fault = await faulty(player)
    assert fault.verdict == "time"
    assert "no answer within 450 ms" in fault.text
    assert (await faulty(player)).verdict == "time"
    assert [message["left_ms"] for message in bot.messages[2:]] == [1000, 600, 450, 0]
    await player.end([], None)
    await player.start(replace(START, deal=Deal("deal 2")))
    await player.decide(QUESTION)
    assert (bot.messages[-1]["left_ms"], bot.messages[-1]["last_ms"]) == (1000, None)


@pytest.mark.parametrize(
    ("answer", "verdict"), [(b'{"id": 2, "choice": 7}\n', "illegal"), (b"thinking\n", "malformed"), (None, "time")]
)
async def test_every_fault_that_may_be_forgiven_costs_its_time(
    seat: Seat, autojump_clock: MockClock, answer: bytes | None, verdict: str
) -> None:
    """An illegal answer and a line that is none cost the same; no answer costs all that it could have taken. The
    referee and the next request are told how much that was."""
    bot = FakeProcess(write((0.25, answer)) if answer else silent, choose(0))
    player = seat(bot, control=TimeControl(move_ms=1000, bank_ms=5000, margin_ms=20))
    await player.start(START)
    given = await player.decide(QUESTION)
    assert isinstance(given.choice, Fault)
    assert given.choice.verdict == verdict
    assert given.ms == pytest.approx(250 if answer else 1000)
    assert (await player.decide(QUESTION)).choice == 0
    told = bot.messages[-1]
    assert (told["left_ms"], told["last_ms"]) == ((4750, 250) if answer else (4000, 1000))


async def test_without_limits_it_waits(seat: Seat, autojump_clock: MockClock) -> None:
    """null is none, for the start and for sending as for a move; the bot is told so."""
    control = TimeControl(start_ms=None, send_ms=None, move_ms=None)
    bot = FakeProcess(choose(1, 60), hello=ready(60), start=ready(60))
    player = seat(bot, control=control)
    assert await player.start(START) is None
    assert bot.messages[1]["time"]["start_ms"] is None
    assert (await player.decide(QUESTION)).choice == 1
    assert trio.current_time() == pytest.approx(180)
    slow = seat(FakeProcess(choose(1), room=65536, rate=60_000), control=control)
    await slow.start(START)
    assert (await slow.decide(BIG)).choice == 1
    assert trio.current_time() > 182


async def test_the_start_has_a_limit_of_its_own_for_hello_and_for_every_game(
    seat: Seat, autojump_clock: MockClock
) -> None:
    """D03, D30: long preparations cost nothing of the first decision's time."""
    player = seat(FakeProcess(choose(0, 0.9), hello=ready(4.9), start=ready(5.0)))
    assert await player.start(START) is None
    assert (await player.decide(QUESTION)).choice == 0
    assert player.last_ms == pytest.approx(900)


@pytest.mark.parametrize("slow", ["hello", "start"])
async def test_not_ready_in_time_is_a_start_failure(seat: Seat, autojump_clock: MockClock, slow: str) -> None:
    """The text says for how long it was waited."""
    player = seat(FakeProcess(**{slow: ready(5.1)}))  # type: ignore[arg-type]
    fault = await player.start(START)
    assert fault is not None
    assert (fault.verdict, fault.final) == ("start-failure", True)
    assert "not ready for the game: no answer within 5000 ms (waited 5020 ms" in fault.text


# The referee's own lag


async def stall(clock: MockClock, at: float, seconds: float) -> None:
    """Keep the machine from everything for a while."""
    await trio.sleep(at)
    clock.jump(seconds)


async def in_a_stall(clock: MockClock, at: float, seconds: float, ask: Callable[[], Awaitable[Any]]) -> Any:
    """What `ask` gives while the machine stalls."""
    late: MachineTrouble | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(stall, clock, at, seconds)
        try:
            return await ask()
        except MachineTrouble as problem:  # a nursery would wrap it
            late = problem
    raise late


async def test_time_that_the_machine_took_is_given_back(seat: Seat, autojump_clock: MockClock) -> None:
    """D27: an answer that is late by less than the referee was is in time, and charged what nobody took from it."""
    player = seat(FakeProcess(choose(1, 1.25)), control=TimeControl(bank_ms=1000))
    await player.start(START)
    assert (await in_a_stall(autojump_clock, 0.99, 0.3, lambda: player.decide(QUESTION))).choice == 1
    assert player.report().lag_ms == pytest.approx(290, abs=15)
    assert player.given_back.referee_ms == pytest.approx(player.report().lag_ms)
    assert player.last_ms is not None
    assert player.last_ms + player.given_back.all_ms == pytest.approx(1250, abs=50)


async def test_a_seat_that_was_not_asked_any_more_is_given_nothing_back(seat: Seat, autojump_clock: MockClock) -> None:
    """What the machine took of the decision before was told with that one."""
    bot = FakeProcess(choose(1, 1.25))
    player = seat(bot)
    await player.start(START)
    assert (await in_a_stall(autojump_clock, 0.99, 0.3, lambda: player.decide(QUESTION))).given_back.all_ms > 0
    bot.exit("exited with code 0")
    answer = await player.decide(QUESTION)
    assert isinstance(answer.choice, Fault)
    assert (answer.choice.verdict, answer.ms, answer.given_back.all_ms) == ("exited", None, 0)


async def test_a_stall_at_any_time_counts_and_so_do_bytes_in_it(seat: Seat, autojump_clock: MockClock) -> None:
    """A piece of a line that came in the meantime does not hide that the referee was late."""
    player = seat(FakeProcess(write((0.5, b'{"id": 2,'), (1.2, b'"choice": 1}\n'))))
    await player.start(START)
    assert (await in_a_stall(autojump_clock, 0.49, 0.25, lambda: player.decide(QUESTION))).choice == 1


async def test_a_bot_that_is_later_than_the_machine_loses_on_time(seat: Seat, autojump_clock: MockClock) -> None:
    """And the lag stands in the text."""
    player = seat(FakeProcess(choose(1, 1.9)))
    await player.start(START)
    fault = (await in_a_stall(autojump_clock, 0.5, 0.3, lambda: player.decide(QUESTION))).choice
    waited = r"waited 1[23]\d\d ms, of which the machine took 2\d\d ms; .*; the referee's own lag was 2\d\d ms"
    assert re.search(waited, fault.text)


async def test_a_referee_that_lost_half_the_limit_cannot_judge(seat: Seat, autojump_clock: MockClock) -> None:
    """Nobody is charged, and the answer that comes later is taken for nothing else."""
    bot = FakeProcess(choose(2, 1.8), choose(0))
    player = seat(bot)
    await player.start(START)
    with pytest.raises(MachineTrouble, match=r"seat 2, request 2: .*, the limit is 1000 ms"):
        await in_a_stall(autojump_clock, 0.5, 0.7, lambda: player.decide(QUESTION))
    await player.end([], None)
    await trio.sleep(1)
    assert await player.start(replace(START, deal=Deal("deal 2"))) is None
    assert (await player.decide(QUESTION)).choice == 0
    assert player.report().stray == 1


async def test_an_answer_in_a_long_stall_is_an_answer(seat: Seat, autojump_clock: MockClock) -> None:
    """Whoever was late, the bot was not."""
    player = seat(FakeProcess(choose(1, 0.9)))
    await player.start(START)
    assert (await in_a_stall(autojump_clock, 0.5, 100, lambda: player.decide(QUESTION))).choice == 1


async def test_a_small_delay_is_recorded_but_gives_no_time(seat: Seat, autojump_clock: MockClock) -> None:
    """Each slice may end a little late; the margin is there for that."""
    player = seat(FakeProcess(choose(1, 1.05)))
    await player.start(START)
    fault = (await in_a_stall(autojump_clock, 0.999, 0.015, lambda: player.decide(QUESTION))).choice
    assert fault.verdict == "time"


# Sending


async def test_a_bot_that_reads_nothing_is_stalled(seat: Seat, autojump_clock: MockClock) -> None:
    """D15: sending has its own limit, and the text says how far it came."""
    player = seat(FakeProcess(choose(0), room=65536))
    await player.start(START)
    began = trio.current_time()
    fault = await faulty(player, BIG)
    assert trio.current_time() - began == pytest.approx(0.8)
    assert (fault.verdict, fault.final) == ("stalled", True)
    assert re.search(r"request 2: did not read its input: 6\d{4} of 200\d{3} bytes .* within 800 ms", fault.text)


async def test_the_clock_starts_when_the_whole_request_is_in_the_pipe(seat: Seat, autojump_clock: MockClock) -> None:
    """D30: reading for most of a second costs the bot nothing of its own second."""
    player = seat(FakeProcess(choose(1, 0.99), room=65536, rate=200_000))
    await player.start(START)
    assert (await player.decide(BIG)).choice == 1
    assert player.last_ms == pytest.approx(990)


async def test_a_bot_that_prints_before_it_reads_is_listened_to(seat: Seat, autojump_clock: MockClock) -> None:
    """D15: it is stuck in a print until somebody takes it."""
    bot = FakeProcess(choose(1), prints_first=True)
    player = seat(bot)
    await player.start(START)
    bot.say(b"thinking...\n")
    assert (await player.decide(BIG)).choice == 1
    assert player.report().stray == 1


async def test_a_flood_while_it_is_sent_to_ends_at_the_output_limit(seat: Seat, autojump_clock: MockClock) -> None:
    """Listening while sending is bounded like any other."""
    bot = FakeProcess(choose(1), room=70_000)
    player = seat(bot, limits=Limits(answer_bytes=1000))
    await player.start(START)
    for at in range(20):
        bot.say(b"x" * 100, at / 100)
    assert (await faulty(player, BIG)).verdict == "output-limit"


async def test_the_machine_may_stall_while_it_sends(seat: Seat, autojump_clock: MockClock) -> None:
    """A bot that was ready to read is not called stalled because the referee was away."""
    player = seat(FakeProcess(choose(1), room=65536, rate=200_000))
    await player.start(START)
    assert (await in_a_stall(autojump_clock, 0.5, 0.39, lambda: player.decide(BIG))).choice == 1


async def test_a_machine_that_stalled_for_half_the_sending_limit_cannot_judge(
    seat: Seat, autojump_clock: MockClock
) -> None:
    """Void, not lost; and no endless extension."""
    player = seat(FakeProcess(choose(1), room=65536))
    await player.start(START)
    with pytest.raises(MachineTrouble, match="the limit is 800 ms"):
        await in_a_stall(autojump_clock, 0.2, 0.6, lambda: player.decide(BIG))
