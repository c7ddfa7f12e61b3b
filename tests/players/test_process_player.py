"""A seat whose process is a script and whose clock is a mock: every limit to the millisecond, in no time."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec import Raw
from msgspec.structs import replace
from trio.testing import MockClock

from arena.games import TeamResult
from arena.players import GameStart, Limits, ProcessPlayer, Program, Question, RefereeLate, TimeControl
from arena.protocol import Fault
from tests.players.fake_process import FakeProcess, choose, exits, ready, silent, write
from tests.toys import Bids, Cover, Lanterns, LanternsMemory, LanternsView, Light

START = GameStart(Bids(), 7, "deal 1", 2, 3, Raw(b'{"rounds":3}'), 99)
LEGAL = [Light("blue"), Cover("blue"), Light("red")]
QUESTION = Question(
    [Raw(b'{"n":1}')], LanternsView(3, ("blue", "red"), (), 4), LanternsMemory(()), LEGAL, alone=True
)
BIG = replace(QUESTION, events=[Raw(b'"%s"' % (b"x" * 200_000))])

CONTROL = TimeControl(start_ms=5000, move_ms=1000, send_ms=800, margin_ms=20)
UNLIMITED = TimeControl(move_ms=None)

Seat = Callable[..., ProcessPlayer]


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Makes a player whose processes are those given, one after another."""

    def make(
        *processes: FakeProcess, control: TimeControl = CONTROL, limits: Limits | None = None, keep: bool = True
    ) -> ProcessPlayer:
        waiting = list(processes)
        program = Program("fake", ("fake", "--bot"), "bots", {})
        logs = tmp_path / "logs"
        return ProcessPlayer(program, control, limits or Limits(), logs, lambda _: waiting.pop(0), keep)

    return make


async def faulty(player: ProcessPlayer, question: Question = QUESTION) -> Fault:
    """The fault that a decision must end with."""
    answer = await player.decide(question)
    assert isinstance(answer, Fault)
    return answer


# The dialogue


async def test_a_game_from_hello_to_end(seat: Seat, autojump_clock: MockClock) -> None:
    """The bot gets each message once, in order, with the ids counted through, and its choice comes back."""
    bot = FakeProcess(choose(2), choose(0))
    player = seat(bot)
    assert await player.start(START) is None
    assert [await player.decide(QUESTION), await player.decide(QUESTION)] == [2, 0]
    await player.end([Raw(b'{"n":2}')], TeamResult(True, 3.0))
    hello, start, turn, other, end = bot.messages
    assert hello == {"type": "hello", "id": 0, "protocol": 1, "game": "bids", "game_version": 1}
    limits = {"start_ms": 5000, "move_ms": 1000, "bank_ms": None, "increment_ms": 0}
    assert start.pop("time") == limits  # and not the margin
    assert start == {
        "type": "start",
        "id": 1,
        "game_id": "7",
        "seat": 2,
        "seats": 3,
        "options": {"rounds": 3},
        "seed": 99,
    }
    assert (turn["id"], turn["events"], turn["legal"][2]) == (2, [{"n": 1}], {"type": "light", "colour": "red"})
    assert other["id"] == 3
    assert end == {"type": "end", "events": [{"n": 2}], "outcome": {"kind": "team", "won": True, "score": 3.0}}
    assert player.name == "fake"
    assert (player.stray, player.lag_ms, player.log) == (0, 0.0, None)


@pytest.mark.parametrize(
    "text", [b'{"type": "cover", "colour": "blue"}', b'{"colour":"blue",  "type":"cover"}']
)
async def test_a_move_may_be_written_out_with_its_keys_in_any_order(seat: Seat, autojump_clock: MockClock, text: bytes) -> None:
    """It is found among the legal moves by what it says."""
    player = seat(FakeProcess(write((0.1, b'{"id": 2, "move": %s}\n' % text))))
    await player.start(START)
    assert await player.decide(QUESTION) == 1


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (b'"choice": 3', "seat 2, request 2: choice 3, but there are 3 legal moves (0 is the first)"),
        (
            b'"move": {"type": "cover", "colour": "red"}',
            r'seat 2, request 2: the move "{\x22colour\x22:\x22red\x22,\x22type\x22:\x22cover\x22}" is not among the '
            "3 legal ones",
        ),
        (b'"move": {}', 'seat 2, request 2: the move "{}" is not among the 3 legal ones'),
        (b'"move": {"type": "light", "colour": "red", "x": 1e300}', "is not among the 3 legal ones"),
    ],
)
async def test_what_the_rules_forbid_is_illegal(seat: Seat, autojump_clock: MockClock, answer: bytes, text: str) -> None:
    """The fault names the seat, the request and the move; the bot is still in the game and its time was spent."""
    bot = FakeProcess(write((0.1, b'{"id": 2, %s}\n' % answer)), choose(0))
    player = seat(bot, control=TimeControl(bank_ms=1000))
    await player.start(START)
    fault = await faulty(player)
    assert (fault.verdict, fault.final) == ("illegal", False)
    assert text in fault.text
    assert await player.decide(QUESTION) == 0
    assert bot.messages[-1]["left_ms"] == 900


async def test_a_malformed_line_is_told_apart_and_the_bot_can_go_on(seat: Seat, autojump_clock: MockClock) -> None:
    """The line is quoted; the next request is answered properly."""
    player = seat(FakeProcess(write((0.1, b"Moving to \xff\n")), choose(1)))
    await player.start(START)
    fault = await faulty(player)
    assert (fault.verdict, fault.final) == ("malformed", False)
    assert fault.text.startswith("seat 2, request 2: ")
    assert r"\xff" in fault.text
    assert await player.decide(QUESTION) == 1


async def test_unasked_output_answers_nothing(seat: Seat, autojump_clock: MockClock) -> None:
    """D35: a line out of turn is dropped and counted, even with the id of the request that comes next."""
    player = seat(FakeProcess(choose(1), write((0.3, b'{"id": 3, "choice": 2}\n'))))
    await player.start(START)
    await player.decide(QUESTION)
    process = player._process
    assert isinstance(process, FakeProcess)
    process.say(b'{"id": 3, "choice": 0}\nwhat?\n')
    assert await player.decide(QUESTION) == 2
    assert player.stray == 2


async def test_a_second_answer_to_a_request_is_dropped(seat: Seat, autojump_clock: MockClock) -> None:
    """D34: the first counts."""
    player = seat(FakeProcess(write((0.1, b'{"id": 2, "choice": 1}\n{"id": 2, "choice": 2}\n')), choose(0)))
    await player.start(START)
    assert [await player.decide(QUESTION), await player.decide(QUESTION)] == [1, 0]
    assert player.stray == 1


async def test_a_flood_ends_at_the_output_limit(seat: Seat, autojump_clock: MockClock) -> None:
    """D16, D18: the bytes of one request are counted and the bot is out."""
    player = seat(FakeProcess(write((0.1, b"x" * 400), (0.2, b"y" * 601))), limits=Limits(answer_bytes=1000))
    await player.start(START)
    fault = await faulty(player)
    assert (fault.verdict, fault.final) == ("output-limit", True)
    assert "wrote 1001 bytes for one request, the limit is 1000" in fault.text


async def test_a_flood_before_it_is_asked_ends_at_the_same_limit(seat: Seat, autojump_clock: MockClock) -> None:
    """What is read and dropped is bounded, too."""
    bot = FakeProcess(choose(0))
    player = seat(bot, limits=Limits(answer_bytes=1000))
    await player.start(START)
    for _ in range(100):
        bot.say(b"x" * 99 + b"\n")
    assert (await faulty(player)).verdict == "output-limit"


# Clocks


@pytest.mark.parametrize(("after", "told"), [(0.0, 0), (0.25, 250), (1.0, 1000), (1.0005, 1000), (1.02, 1000)])
async def test_in_time_at_the_limit_exactly_and_within_the_margin(seat: Seat, autojump_clock: MockClock, after: float, told: int) -> None:
    """D29: and the next request tells how long it took; the margin is never told."""
    bot = FakeProcess(choose(1, after), silent)
    player = seat(bot)
    await player.start(START)
    assert await player.decide(QUESTION) == 1
    assert player.last_ms == pytest.approx(told)
    await player.decide(QUESTION)
    assert [message["last_ms"] for message in bot.messages[2:]] == [None, told]


@pytest.mark.parametrize("after", [1.021, 2.0, 3600.0])
async def test_past_the_margin_is_a_time_loss_with_all_its_figures(seat: Seat, autojump_clock: MockClock, after: float) -> None:
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
        "line?; the referee's own lag was 0 ms)"
    )
    assert player.last_ms == pytest.approx(1020)


async def test_a_line_without_its_newline_is_no_answer(seat: Seat, autojump_clock: MockClock) -> None:
    """The text quotes what came of it, however slowly it came."""
    player = seat(FakeProcess(write(*((at / 10, b"%d" % at) for at in range(8)))))
    await player.start(START)
    text = (await faulty(player)).text
    assert '8 bytes received, the last line has no newline yet: "01234567"' in text


async def test_lines_that_answer_something_else_do_not_stop_the_clock(seat: Seat, autojump_clock: MockClock) -> None:
    """Stale answers and blank lines are counted in the text."""
    player = seat(FakeProcess(write((0.1, b'{"id": 1, "choice": 0}\n'), (0.5, b"\n"))))
    await player.start(START)
    assert "24 bytes received, no line that answers;" in (await faulty(player)).text
    assert player.stray == 2


@pytest.mark.parametrize("cut", [1, 10, 21])
async def test_a_late_answer_is_never_taken_for_the_next(seat: Seat, autojump_clock: MockClock, cut: int) -> None:
    """D26: whole or in pieces, it is dropped by its id, and the next request is answered properly."""
    late = b'{"id": 2, "choice": 2}\n'
    player = seat(FakeProcess(write((1.0, late[:cut]), (1.05, late[cut:])), choose(1, 0.2)))
    await player.start(START)
    assert (await faulty(player)).verdict == "time"
    assert await player.decide(QUESTION) == 1
    assert player.stray == 1


async def test_a_late_answer_is_not_taken_into_the_next_game(seat: Seat, autojump_clock: MockClock) -> None:
    """D26: the ids go on."""
    bot = FakeProcess(write((1.3, b'{"id": 2, "choice": 2}\n')), choose(1))
    player = seat(bot)
    await player.start(START)
    await faulty(player)
    await player.end([], None)
    await trio.sleep(1)
    assert await player.start(replace(START, deal="deal 2", number=8)) is None
    assert await player.decide(QUESTION) == 1


async def test_the_bank_pays_for_every_decision_and_earns_the_increment_after_it(seat: Seat, autojump_clock: MockClock) -> None:
    """D29, D32: `left_ms` is told each time; 1 s of bank with 1 s of increment is 1 s for the first decision."""
    control = TimeControl(move_ms=None, bank_ms=1000, increment_ms=100, margin_ms=0)
    bot = FakeProcess(choose(0, 0.5), choose(0, 0.25), choose(0, 0.451), choose(0, 0.001), choose(0))
    player = seat(bot, control=control)
    await player.start(START)
    assert [await player.decide(QUESTION), await player.decide(QUESTION)] == [0, 0]
    fault = await faulty(player)
    assert fault.verdict == "time"
    assert "no answer within 450 ms" in fault.text
    assert (await faulty(player)).verdict == "time"
    assert [message["left_ms"] for message in bot.messages[2:]] == [1000, 600, 450, 0]
    await player.end([], None)
    await player.start(replace(START, deal="deal 2"))
    await player.decide(QUESTION)
    assert (bot.messages[-1]["left_ms"], bot.messages[-1]["last_ms"]) == (1000, None)


async def test_the_start_has_a_limit_of_its_own_for_hello_and_for_every_game(seat: Seat, autojump_clock: MockClock) -> None:
    """D03, D30: long preparations cost nothing of the first decision's time."""
    player = seat(FakeProcess(choose(0, 0.9), hello=ready(4.9), start=ready(5.0)))
    assert await player.start(START) is None
    assert await player.decide(QUESTION) == 0
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


async def in_a_stall(
    clock: MockClock, at: float, seconds: float, ask: Callable[[], Awaitable[Any]]
) -> Any:
    """What `ask` gives while the machine stalls."""
    late: RefereeLate | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(stall, clock, at, seconds)
        try:
            return await ask()
        except RefereeLate as problem:  # a nursery would wrap it
            late = problem
    raise late


async def test_time_that_the_machine_took_is_given_back(seat: Seat, autojump_clock: MockClock) -> None:
    """D27: an answer that is late by less than the referee was is in time, and charged no more than the limit."""
    player = seat(FakeProcess(choose(1, 1.25)), control=TimeControl(bank_ms=1000))
    await player.start(START)
    assert await in_a_stall(autojump_clock, 0.99, 0.3, lambda: player.decide(QUESTION)) == 1
    assert player.last_ms == 1000
    assert player.lag_ms == pytest.approx(290, abs=15)


async def test_a_stall_at_any_time_counts_and_so_do_bytes_in_it(seat: Seat, autojump_clock: MockClock) -> None:
    """A piece of a line that came in the meantime does not hide that the referee was late."""
    player = seat(FakeProcess(write((0.5, b'{"id": 2,'), (1.2, b'"choice": 1}\n'))))
    await player.start(START)
    assert await in_a_stall(autojump_clock, 0.49, 0.25, lambda: player.decide(QUESTION)) == 1


async def test_a_bot_that_is_later_than_the_machine_loses_on_time(seat: Seat, autojump_clock: MockClock) -> None:
    """And the lag stands in the text."""
    player = seat(FakeProcess(choose(1, 1.9)))
    await player.start(START)
    fault = await in_a_stall(autojump_clock, 0.5, 0.3, lambda: player.decide(QUESTION))
    assert re.search(r"waited 1[23]\d\d ms; .*; the referee's own lag was 2\d\d ms", fault.text)


async def test_a_referee_that_lost_half_the_limit_cannot_judge(seat: Seat, autojump_clock: MockClock) -> None:
    """Nobody is charged, and the answer that comes later is taken for nothing else."""
    bot = FakeProcess(choose(2, 1.8), choose(0))
    player = seat(bot)
    await player.start(START)
    with pytest.raises(RefereeLate, match="seat 2, request 2: .* of a limit of 1000 ms"):
        await in_a_stall(autojump_clock, 0.5, 0.7, lambda: player.decide(QUESTION))
    await player.end([], None)
    await trio.sleep(1)
    assert await player.start(replace(START, deal="deal 2")) is None
    assert await player.decide(QUESTION) == 0
    assert player.stray == 1


async def test_an_answer_in_a_long_stall_is_an_answer(seat: Seat, autojump_clock: MockClock) -> None:
    """Whoever was late, the bot was not."""
    player = seat(FakeProcess(choose(1, 0.9)))
    await player.start(START)
    assert await in_a_stall(autojump_clock, 0.5, 100, lambda: player.decide(QUESTION)) == 1


async def test_a_small_delay_is_recorded_but_gives_no_time(seat: Seat, autojump_clock: MockClock) -> None:
    """Each slice may end a little late; the margin is there for that."""
    player = seat(FakeProcess(choose(1, 1.05)))
    await player.start(START)
    fault = await in_a_stall(autojump_clock, 0.999, 0.015, lambda: player.decide(QUESTION))
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
    assert await player.decide(BIG) == 1
    assert player.last_ms == pytest.approx(990)


async def test_a_bot_that_prints_before_it_reads_is_listened_to(seat: Seat, autojump_clock: MockClock) -> None:
    """D15: it is stuck in a print until somebody takes it."""
    bot = FakeProcess(choose(1), prints_first=True)
    player = seat(bot)
    await player.start(START)
    bot.say(b"thinking...\n")
    assert await player.decide(BIG) == 1
    assert player.stray == 1


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
    assert await in_a_stall(autojump_clock, 0.5, 0.39, lambda: player.decide(BIG)) == 1


async def test_a_machine_that_stalled_for_half_the_sending_limit_cannot_judge(
    seat: Seat, autojump_clock: MockClock
) -> None:
    """Void, not lost; and no endless extension."""
    player = seat(FakeProcess(choose(1), room=65536))
    await player.start(START)
    with pytest.raises(RefereeLate, match="of a limit of 800 ms"):
        await in_a_stall(autojump_clock, 0.2, 0.6, lambda: player.decide(BIG))


# Ends


async def test_an_exit_is_seen_without_any_timer(seat: Seat, autojump_clock: MockClock) -> None:
    """D10: no limits are configured, and nobody waits for one."""
    player = seat(FakeProcess(exits("was killed by SIGSEGV", 0.1)), control=UNLIMITED)
    await player.start(START)
    fault = await faulty(player)
    assert (fault.verdict, fault.final) == ("exited", True)
    assert fault.text == (
        "seat 2, request 2: was killed by SIGSEGV before it answered; it wrote nothing to stderr"
    )


async def test_no_limit_is_no_limit(seat: Seat, autojump_clock: MockClock) -> None:
    """A long thought is an answer."""
    player = seat(FakeProcess(choose(1, 90)), control=UNLIMITED)
    await player.start(START)
    assert await player.decide(QUESTION) == 1
    assert player.last_ms == pytest.approx(90_000)


async def test_an_answer_before_the_exit_counts(seat: Seat, autojump_clock: MockClock) -> None:
    """D19: the exit is the next decision's trouble."""
    player = seat(FakeProcess(exits("exited with code 0", 0.1, b'{"id": ID, "choice": 1}\n')))
    await player.start(START)
    assert await player.decide(QUESTION) == 1
    fault = await faulty(player)
    assert fault.verdict == "exited"
    assert "exited with code 0 before it was asked" in fault.text


async def test_an_exit_in_the_middle_of_a_line(seat: Seat, autojump_clock: MockClock) -> None:
    """The piece is quoted: the newline was never written."""
    player = seat(FakeProcess(exits("exited with code 3", 0.1, b'{"id": 2}')))
    await player.start(START)
    assert r'exited with code 3 in the middle of a line: "{\x22id\x22: 2}"' in (await faulty(player)).text


async def test_an_exit_on_another_seats_turn_is_seen_when_it_is_asked(seat: Seat, autojump_clock: MockClock) -> None:
    """D09."""
    bot = FakeProcess(choose(0))
    player = seat(bot)
    await player.start(START)
    await player.decide(QUESTION)
    bot.exit("exited with code 0")
    fault = await faulty(player)
    assert (fault.verdict, "exited with code 0 before it was asked" in fault.text) == ("exited", True)


@pytest.mark.parametrize("pipe", ["input", "output"])
async def test_a_bot_that_closes_a_pipe_and_lives_on_is_out(seat: Seat, autojump_clock: MockClock, pipe: str) -> None:
    """The text says which one."""
    bot = FakeProcess(choose(0))
    player = seat(bot)
    await player.start(START)
    if pipe == "input":
        bot.deaf = True
    else:
        bot.say(b"")
    fault = await faulty(player)
    assert (fault.verdict, f"closed its {pipe} before it" in fault.text) == ("exited", True)


async def test_the_last_words_are_quoted_with_the_name_of_their_file(seat: Seat, autojump_clock: MockClock, tmp_path: Path) -> None:
    """D22, D24: the file is the seat's own in that game."""
    error = b"Traceback ...\n  line 4\nKeyError: 'hand'\n"
    player = seat(FakeProcess(exits("exited with code 1", 0.1, error=error)))
    await player.start(START)
    assert (await faulty(player)).text.endswith(
        "; its stderr (7-seat2.err) ends: Traceback ... |   line 4 | KeyError: 'hand'"
    )
    await player.forfeit()
    await player.end([], None)
    assert (tmp_path / "logs" / "7-seat2.err").read_bytes() == error
    assert player.log == "logs/7-seat2.err"


# Processes and games


async def test_a_kept_process_plays_game_after_game(seat: Seat, autojump_clock: MockClock) -> None:
    """One hello, then a start for each; nothing is left to tell of the game before."""
    bot = FakeProcess(choose(0), choose(1))
    player = seat(bot)
    for number, deal in enumerate(["deal 1", "deal 2"]):
        await player.start(replace(START, number=number, deal=deal))
        await player.decide(QUESTION)
        await player.end([], None)
    assert [message["type"] for message in bot.messages] == ["hello", *["start", "turn", "end"] * 2]
    assert bot.messages[-2]["last_ms"] is None


async def test_no_process_sees_a_deal_twice(seat: Seat, autojump_clock: MockClock) -> None:
    """It could remember what lay in the other piles; a new one cannot, and after it the old deals are free again."""
    first, second = FakeProcess(choose(0)), FakeProcess(choose(0))
    player = seat(first, second)
    for deal in ["deal 1", "deal 2", "deal 1", "deal 2"]:
        await player.start(replace(START, deal=deal))
        await player.end([], None)
    starts = [[m["type"] for m in bot.messages].count("start") for bot in (first, second)]
    assert starts == [2, 2]
    assert first.killed
    assert first.messages[-1]["type"] == "quit"
    assert not second.killed


async def test_unkept_processes_play_one_game_each(seat: Seat, autojump_clock: MockClock, tmp_path: Path) -> None:
    """They are asked to go, and what they say to stderr in going is in the game's log."""
    bots = [FakeProcess(choose(0)), FakeProcess(choose(0))]
    player = seat(*bots, keep=False)
    for number, bot in enumerate(bots):
        await player.start(replace(START, number=number, deal=f"deal {number}"))
        await player.decide(QUESTION)
        bot.complain(b"bye\n")
        await player.end([], None)
        assert [message["type"] for message in bot.messages] == ["hello", "start", "turn", "end", "quit"]
        assert (bot.input_closed, bot.killed) == (True, True)
        assert (tmp_path / "logs" / f"{number}-seat2.err").read_bytes() == b"bye\n"


async def test_a_forfeit_removes_the_process_and_the_next_game_has_a_new_one(seat: Seat, autojump_clock: MockClock) -> None:
    """Nothing is asked of it any more, and nothing told."""
    first, second = FakeProcess(silent), FakeProcess(choose(1))
    player = seat(first, second)
    await player.start(START)
    await faulty(player)
    await player.forfeit()
    assert first.killed
    await player.end([], None)
    assert first.messages[-1]["type"] == "turn"
    assert await player.start(START) is None
    assert await player.decide(QUESTION) == 1


async def test_a_bot_that_does_not_go_is_removed_after_the_grace(seat: Seat, autojump_clock: MockClock) -> None:
    """D11."""
    bot = FakeProcess()
    player = seat(bot)
    await player.start(START)
    bot.deaf = True
    began = trio.current_time()
    await player.stop()
    assert bot.killed
    assert trio.current_time() - began == pytest.approx(0.5)


async def test_a_bot_that_does_not_hear_the_end_is_not_waited_for(seat: Seat, autojump_clock: MockClock) -> None:
    """Half a message in its pipe would put the next game out of step: it is removed."""
    bot = FakeProcess(choose(0), room=2000)
    player = seat(bot, FakeProcess())
    await player.start(START)
    await player.end([Raw(b'"%s"' % (b"x" * 3000))], None)
    assert bot.killed


async def test_every_game_has_its_own_log(seat: Seat, autojump_clock: MockClock, tmp_path: Path) -> None:
    """A game without stderr has none."""
    bot = FakeProcess()
    player = seat(bot)
    logs = []
    for number, words in enumerate([b"one", b"", b"three"]):
        await player.start(replace(START, number=number, seat=1, deal=f"deal {number}"))
        if words:
            bot.complain(words)
        await player.end([], None)
        logs.append(player.log)
    assert logs == ["logs/0-seat1.err", None, "logs/2-seat1.err"]
    assert {path.name: path.read_bytes() for path in (tmp_path / "logs").iterdir()} == {
        "0-seat1.err": b"one",
        "2-seat1.err": b"three",
    }


async def test_a_program_that_cannot_be_started_is_named(tmp_path: Path) -> None:
    """D01: the command, the folder, and what was not found."""

    def spawn(program: Program) -> FakeProcess:
        raise FileNotFoundError(2, "No such file or directory", "fake")

    program = Program("fake", ("fake", "--bot"), "bots", {})
    player = ProcessPlayer(program, CONTROL, Limits(), tmp_path, spawn)
    fault = await player.start(START)
    assert fault is not None
    assert fault.verdict == "start-failure"
    assert "fake --bot (in bots): fake: No such file or directory" in fault.text


async def test_a_process_that_ends_at_once_is_a_start_failure(seat: Seat, autojump_clock: MockClock) -> None:
    """D02: with its code and its last words."""
    fault = await seat(FakeProcess(hello=exits("exited with code 1", error=b"no module"))).start(START)
    assert fault is not None
    assert fault.verdict == "start-failure"
    assert "exited with code 1 before it answered; its stderr (7-seat2.err) ends: no module" in fault.text


async def test_a_bot_of_another_protocol_is_not_ready(seat: Seat, autojump_clock: MockClock) -> None:
    """The reason is in the text."""
    fault = await seat(FakeProcess(hello=write((0, b'{"id":0,"type":"ready","protocol":2}\n')))).start(START)
    assert fault is not None
    assert (fault.verdict, "protocol 2" in fault.text) == ("start-failure", True)


def test_the_toys_are_what_the_questions_here_are_made_of() -> None:
    """The written-out moves above are those of the game."""
    assert Lanterns().move_type == Light | Cover
