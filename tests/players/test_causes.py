"""What an author is told of a fault beside its verdict: what was seen, what it means, what to do."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from arena.players import TimeControl
from arena.sandbox import Doing
from tests.players.fake_process import FakeProcess, Reply, choose, exits, write
from tests.players.questions import BIG, QUESTION, START, Seat, faulty


async def text_of(player_seat: Seat, bot: FakeProcess, control: TimeControl | None = None) -> str:
    """Of the fault in its first decision."""
    player = player_seat(bot) if control is None else player_seat(bot, control=control)
    assert await player.start(START) is None
    return (await faulty(player)).text


# Silence


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("stopped", "its process was stopped by a signal"),
        ("sleeping", "it has read the request and sleeps (used 0 ms of processor time)"),
        ("reading", "is stdout flushed after each line? see protocol.md#flush; it has read the request and waits for"),
        ("waiting", "is stdout flushed after each line? see protocol.md#flush; it has read the request and waits"),
        (None, "is stdout flushed after each line?"),
    ],
)
async def test_silence_is_told_by_what_the_process_does(
    seat: Seat, autojump_clock: MockClock, does: Doing | None, told: str
) -> None:
    """Who sleeps, or was stopped, is not told to flush."""
    bot = FakeProcess()
    bot.does = does
    text = await text_of(seat, bot)
    assert told in text
    assert ("flush" in text) == (does not in ("stopped", "sleeping"))


async def test_a_bot_that_computed_is_told_to_think_less(seat: Seat, autojump_clock: MockClock) -> None:
    """By the processor time that it took, whatever its process does at the end."""

    bot = FakeProcess()
    bot.does = "running"
    used = iter([0.0])  # when its time begins
    bot.meter.used_s = lambda: next(used, 0.9)  # type: ignore[method-assign]
    text = await text_of(seat, bot)
    assert "it was computing (used 900 ms of processor time): think less" in text
    assert "flush" not in text


async def test_a_request_that_was_not_read_is_told_as_such(seat: Seat, autojump_clock: MockClock) -> None:
    bot = FakeProcess()
    bot.does, bot.unheard = "waiting", 140
    text = await text_of(seat, bot)
    assert "it has not read 140 bytes of the request (used 0 ms of processor time): read a line, answer it" in text


async def test_an_answer_on_stderr_is_told_as_such(seat: Seat, autojump_clock: MockClock) -> None:
    """And shown."""

    def answer(bot: FakeProcess, message: object) -> None:
        bot.complain(b'{"id": 2, "choice": 0}\n')

    text = await text_of(seat, FakeProcess(answer))
    assert "0 bytes received; its answer came on stderr: write it to stdout" in text
    assert text.endswith('; its stderr (7-seat2.err) ends: {"id": 2, "choice": 0}')


async def test_an_empty_bank_is_told_as_such(seat: Seat, autojump_clock: MockClock) -> None:
    """And that a limit was what the bank had left."""
    player = seat(FakeProcess(), control=TimeControl(move_ms=1000, bank_ms=600, margin_ms=0))
    await player.start(START)
    assert "no answer within 600 ms, the rest of its bank (waited" in (await faulty(player)).text
    assert "no answer within 0 ms: its bank was empty, so no time was left" in (await faulty(player)).text


async def test_a_limit_of_its_own_is_not_the_banks(seat: Seat, autojump_clock: MockClock) -> None:
    text = await text_of(seat, FakeProcess(), TimeControl(move_ms=1000, bank_ms=60_000))
    assert "no answer within 1000 ms (waited" in text


# Lines that answer nothing


async def test_an_earlier_id_is_told_as_such(seat: Seat, autojump_clock: MockClock) -> None:
    text = await text_of(seat, FakeProcess(write((0.1, b'{"id": 0, "choice": 1}\n'))))
    assert "23 bytes received, no line that answers: the last one answers request 0, which was over; the id of" in text


async def test_empty_lines_are_told_as_such(seat: Seat, autojump_clock: MockClock) -> None:
    assert "no line that answers: they were empty" in await text_of(seat, FakeProcess(write((0.1, b"\n\r\n"))))


@pytest.mark.parametrize(
    ("part", "told"),
    [
        (b'{"id": 2, "choice": 1}', '`{"id": 2, "choice": 1}`; it is a whole answer: end each line with \\n'),
        (b'{"id": 2, "choice": 1}\r', "it ends with \\r: end each line with \\n"),
        (b'{"id": 2, "cho', '`{"id": 2, "cho`; the referee'),
    ],
)
async def test_an_answer_without_its_newline_is_told_as_such(
    seat: Seat, autojump_clock: MockClock, part: bytes, told: str
) -> None:
    assert told in await text_of(seat, FakeProcess(write((0.1, part))))


async def test_what_comes_after_a_bad_line_is_shown_with_it(seat: Seat, autojump_clock: MockClock) -> None:
    """A runtime that breaks down says why in several lines, of which the first is a frame; so many are shown."""
    lines = [b"#", b"# There is insufficient memory", *(b"# line %d" % at for at in range(20))]
    pieces = [(0.1 + at / 1000, line + b"\n") for at, line in enumerate(lines)]
    bot = FakeProcess(write(*pieces), choose(1))
    bot.near, bot.busy_until = ["it speaks of memory"], 1e9
    player = seat(bot)
    await player.start(START)
    fault = await faulty(player)
    assert fault.verdict == "malformed"
    assert "the line was `#`; then came `# There is insufficient memory` | `# line 0` |" in fault.text
    assert "`# line 3`; it speaks of memory" in fault.text
    assert "# line 4" not in fault.text
    assert (await player.decide(QUESTION)).choice == 1
    assert player.report().stray == 21


async def test_a_flood_after_a_bad_line_is_still_a_flood(seat: Seat, autojump_clock: MockClock) -> None:
    """It is heard for a moment only, and found when the bot is asked next."""
    bot = FakeProcess(write((0.1, b"#\n"), (0.11, b"x" * 70_000), (0.2, b"x")))
    bot.busy_until = 1e9
    player = seat(bot)
    await player.start(START)
    assert (await faulty(player)).verdict == "malformed"
    assert (await faulty(player)).verdict == "output-limit"


async def test_nobody_waits_for_more_from_a_bot_that_waits_itself(seat: Seat, autojump_clock: MockClock) -> None:
    """It has said what it had to: a fault that is forgiven costs no time of others."""
    player = seat(FakeProcess(write((0.1, b"what?\n"))))
    await player.start(START)
    began = trio.current_time()
    await faulty(player)
    assert trio.current_time() - began == pytest.approx(0.1, abs=0.001)


# Ends


async def test_an_end_is_told_with_what_it_means_and_the_last_words_last(seat: Seat, autojump_clock: MockClock) -> None:
    bot = FakeProcess(exits("was killed by SIGSEGV", 0.1, error=b"one\ntwo\nImportError: no cards\n"))
    bot.means, bot.near = "its stack was full", ["it held 95 of 100 MiB of memory"]
    text = await text_of(seat, bot)
    assert text == (
        "seat 2, request 2: was killed by SIGSEGV before it answered; its stack was full; it held 95 of 100 MiB of "
        "memory; its stderr (7-seat2.err) ends: one | two | ImportError: no cards"
    )


def complains(then: Reply) -> Reply:
    """It says something on stderr, and does that."""

    def reply(bot: FakeProcess, message: dict[str, object]) -> None:
        bot.complain(b"thinking\nabout \x1b[2J it\n")
        then(bot, message)

    return reply


@pytest.mark.parametrize(
    "sin", [write((0.1, b"what?\n")), write((0.1, b"x" * 99_999)), write(), exits("exited with code 1")]
)
async def test_the_end_of_stderr_is_shown_with_every_fault(seat: Seat, autojump_clock: MockClock, sin: Reply) -> None:
    """In letters that nothing can be driven with."""
    text = await text_of(seat, FakeProcess(complains(sin)))
    assert text.endswith(r"its stderr (7-seat2.err) ends: thinking | about \x1b[2J it")
    assert text.isprintable()


async def test_a_bot_that_is_stopped_for_a_limit_shows_its_last_words(seat: Seat, autojump_clock: MockClock) -> None:
    bot = FakeProcess(complains(exits("was killed by SIGKILL")))
    bot.beyond = ("memory", "held 110.0 MiB of memory, the limit is 100 MiB")
    text = await text_of(seat, bot)
    assert "the limit is 100 MiB; it was stopped; its stderr (7-seat2.err) ends: thinking |" in text


async def test_a_stalled_bot_is_told_to_read(seat: Seat, autojump_clock: MockClock) -> None:
    player = seat(FakeProcess(room=65536))
    await player.start(START)
    assert "within 800 ms; read each message whole before thinking" in (await faulty(player, BIG)).text
