"""What a seat says and hears, how its process ends, and which game has which process; all by script and mock clock."""

from __future__ import annotations

from errno import E2BIG, EACCES, EAGAIN, EDQUOT, EMFILE, ENFILE, ENOENT, ENOMEM, ENOSPC, EPERM, EUSERS
from os import strerror
from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec import Raw
from msgspec.structs import replace
from trio.testing import MockClock

from arena.games import Deal, TeamResult
from arena.games.toys import LANTERNS, Cover, Light
from arena.players import DONE, Answer, MachineTrouble, TimeControl
from arena.players.process_player import ProcessPlayer
from arena.protocol import Fault
from arena.sandbox import Limits, Program
from tests.players.fake_process import FakeProcess, Reply, choose, exits, ready, silent, write
from tests.players.questions import CONTROL, QUESTION, START, UNLIMITED, Seat, faulty

# The dialogue


async def test_what_it_says_is_known_by_decisions(seat: Seat, autojump_clock: MockClock) -> None:
    """Its notes come with its answers; lines on stderr are told apart by what it had been asked by then, also from one
    game to the next, and by the end of the game."""

    def says(error: bytes, note: str) -> Reply:
        def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
            bot.complain(error)
            write((0.0, b'{"id": %d, "choice": 1, "note": "%s"}\n' % (message["id"], note.encode())))(bot, message)

        return reply

    bot = FakeProcess(says(b"one\n", "a"), choose(0), says(b"three\n3\n", "b"), says(b"again\n", "c"))
    bot.complain(b"hello\n")
    player = seat(bot)
    await player.start(START)
    assert [(await player.decide(QUESTION)).note for _ in range(3)] == ["a", None, "b"]
    bot.complain(b"bye\n")
    await player.end([], None)
    assert player.report().said[:3] == ((0, 0), (1, 1), (3, 2))
    await player.start(replace(START, number=8, deal=Deal("another")))
    assert (await player.decide(QUESTION)).note == "c"
    await player.end([], None)
    assert player.report().said == ((1, 0),)


async def test_a_note_that_is_none_is_remarked_upon(seat: Seat, autojump_clock: MockClock) -> None:
    """Its author hears of it; the answer counts."""
    player = seat(FakeProcess(write((0.0, b'{"id": 2, "choice": 1, "note": 7}\n'))))
    await player.start(START)
    answer = await player.decide(QUESTION)
    assert (answer.choice, answer.note) == (1, None)
    assert player.report().remark == '"note" must be a text, not 7: it was ignored'


async def test_a_game_from_hello_to_end(seat: Seat, autojump_clock: MockClock) -> None:
    """The bot gets each message once, in order, with the ids counted through, and its choice comes back."""
    bot = FakeProcess(choose(2), choose(0))
    player = seat(bot)
    assert await player.start(START) is None
    assert [(await player.decide(QUESTION)).choice, (await player.decide(QUESTION)).choice] == [2, 0]
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
    assert player.report().name == "fake"
    assert (player.report().stray, player.report().lag_ms, player.report().log) == (0, 0.0, None)


async def test_a_bot_that_answers_at_once_is_not_waited_for(seat: Seat) -> None:
    """It is ready, has chosen and has been heard out when the calls return; nothing has to be awaited."""
    player = seat(FakeProcess(choose(2), choose(1)))
    assert await player.start(START) is None  # its process has to be started first
    answer = player.decide(QUESTION)
    assert isinstance(answer, Answer)
    assert (answer.choice, await answer) == (2, answer)
    assert player.end([], None) is DONE
    assert player.start(replace(START, number=8, deal=Deal("deal 2"))) is DONE
    assert (await player.decide(QUESTION)).choice == 1


async def test_a_bot_that_does_not_answer_at_once_is_waited_for(seat: Seat, autojump_clock: MockClock) -> None:
    """For each step there is something to await."""
    bot = FakeProcess(choose(2, after=0.5))
    player = seat(bot)
    await player.start(START)
    asked = player.decide(QUESTION)
    assert not isinstance(asked, Answer)
    assert (await asked).ms == pytest.approx(500, abs=1)
    bot.complain(b"so many cards")
    bot.busy_until, began = trio.current_time() + 0.3, trio.current_time()
    ended = player.end([], None)
    assert ended is not DONE
    await ended
    assert trio.current_time() == pytest.approx(began + 0.3, abs=0.01)
    bot._start = ready(after=0.25)
    started = player.start(replace(START, number=8, deal=Deal("deal 2")))
    assert started is not DONE
    assert await started is None


@pytest.mark.parametrize("text", [b'{"type": "cover", "colour": "blue"}', b'{"colour":"blue",  "type":"cover"}'])
async def test_a_move_may_be_written_out_with_its_keys_in_any_order(
    seat: Seat, autojump_clock: MockClock, text: bytes
) -> None:
    """It is found among the legal moves by what it says."""
    player = seat(FakeProcess(write((0.1, b'{"id": 2, "move": %s}\n' % text))))
    await player.start(START)
    assert (await player.decide(QUESTION)).choice == 1


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (b'"choice": 3', "seat 2, request 2: choice 3, but there are 3 legal moves (0 is the first)"),
        (
            b'"move": {"type": "cover", "colour": "red"}',
            'seat 2, request 2: the move `{"colour":"red","type":"cover"}` is not among the 3 legal ones; the nearest '
            'is choice 1, `{"colour":"blue","type":"cover"}`: it differs in `colour`',
        ),
        (
            b'"move": {}',
            'seat 2, request 2: the move `{}` is not among the 3 legal ones; one of them is choice 0, `{"col',
        ),
        (b'"move": {"type": "light", "colour": "red", "x": 1e300}', ' choice 2, `{"colour":"red","type":"light"}`'),
        (b'"move": {"type": "light", "colour": "red", "x": 1e300}', ": it differs in `x`"),
        (b'"move": {"type": "light", "colour": ["red"]}', "it differs in `colour`"),
    ],
)
async def test_what_the_rules_forbid_is_illegal(
    seat: Seat, autojump_clock: MockClock, answer: bytes, text: str
) -> None:
    """The fault names the seat, the request and the move; the bot is still in the game and its time was spent."""
    bot = FakeProcess(write((0.1, b'{"id": 2, %s}\n' % answer)), choose(0))
    player = seat(bot, control=TimeControl(bank_ms=1000))
    await player.start(START)
    fault = await faulty(player)
    assert (fault.verdict, fault.final) == ("illegal", False)
    assert text in fault.text
    assert (await player.decide(QUESTION)).choice == 0
    assert bot.messages[-1]["left_ms"] == 900


async def test_a_malformed_line_is_told_apart_and_the_bot_can_go_on(seat: Seat, autojump_clock: MockClock) -> None:
    """The line is quoted; the next request is answered properly."""
    player = seat(FakeProcess(write((0.1, b"Moving to \xff\n")), choose(1)))
    await player.start(START)
    fault = await faulty(player)
    assert (fault.verdict, fault.final) == ("malformed", False)
    assert fault.text.startswith("seat 2, request 2: ")
    assert r"\xff" in fault.text
    assert (await player.decide(QUESTION)).choice == 1


async def test_unasked_output_answers_nothing(seat: Seat, autojump_clock: MockClock) -> None:
    """D35: a line out of turn is dropped and counted, even with the id of the request that comes next."""
    process = FakeProcess(choose(1), write((0.3, b'{"id": 3, "choice": 2}\n')))
    player = seat(process)
    await player.start(START)
    await player.decide(QUESTION)
    process.say(b'{"id": 3, "choice": 0}\nwhat?\n')
    assert (await player.decide(QUESTION)).choice == 2
    assert player.report().stray == 2


async def test_a_second_answer_to_a_request_is_dropped(seat: Seat, autojump_clock: MockClock) -> None:
    """D34: the first counts."""
    player = seat(FakeProcess(write((0.1, b'{"id": 2, "choice": 1}\n{"id": 2, "choice": 2}\n')), choose(0)))
    await player.start(START)
    assert [(await player.decide(QUESTION)).choice, (await player.decide(QUESTION)).choice] == [1, 0]
    assert player.report().stray == 1


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


# Ends


async def test_an_exit_is_seen_without_any_timer(seat: Seat, autojump_clock: MockClock) -> None:
    """D10: no limits are configured, and nobody waits for one."""
    player = seat(FakeProcess(exits("was killed by SIGSEGV", 0.1)), control=UNLIMITED)
    await player.start(START)
    fault = await faulty(player)
    assert (fault.verdict, fault.final) == ("exited", True)
    assert fault.text == ("seat 2, request 2: was killed by SIGSEGV before it answered; it wrote nothing to stderr")


async def test_no_limit_is_no_limit(seat: Seat, autojump_clock: MockClock) -> None:
    """A long thought is an answer."""
    player = seat(FakeProcess(choose(1, 90)), control=UNLIMITED)
    await player.start(START)
    assert (await player.decide(QUESTION)).choice == 1
    assert player.last_ms == pytest.approx(90_000)


async def test_an_answer_before_the_exit_counts(seat: Seat, autojump_clock: MockClock) -> None:
    """D19: the exit is the next decision's trouble."""
    player = seat(FakeProcess(exits("exited with code 0", 0.1, b'{"id": ID, "choice": 1}\n')))
    await player.start(START)
    assert (await player.decide(QUESTION)).choice == 1
    fault = await faulty(player)
    assert fault.verdict == "exited"
    assert "exited with code 0 before it was asked" in fault.text


async def test_an_exit_in_the_middle_of_a_line(seat: Seat, autojump_clock: MockClock) -> None:
    """The piece is quoted: the newline was never written."""
    player = seat(FakeProcess(exits("exited with code 3", 0.1, b'{"id": 2}')))
    await player.start(START)
    assert 'exited with code 3 in the middle of a line: `{"id": 2}`' in (await faulty(player)).text


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


async def test_the_last_words_are_quoted_with_the_name_of_their_file(
    seat: Seat, autojump_clock: MockClock, tmp_path: Path
) -> None:
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
    assert player.report().log == "logs/7-seat2.err"


# Processes and games


async def test_a_kept_process_plays_game_after_game(seat: Seat, autojump_clock: MockClock) -> None:
    """One hello, then a start for each; nothing is left to tell of the game before."""
    bot = FakeProcess(choose(0), choose(1))
    player = seat(bot)
    for number, deal in enumerate(["deal 1", "deal 2"]):
        await player.start(replace(START, number=number, deal=Deal(deal)))
        await player.decide(QUESTION)
        await player.end([], None)
    assert [message["type"] for message in bot.messages] == ["hello", *["start", "turn", "end"] * 2]
    assert bot.messages[-2]["last_ms"] is None


async def test_no_process_sees_a_deal_twice(seat: Seat, autojump_clock: MockClock) -> None:
    """It could remember what lay in the other piles; a new one cannot, and after it the old deals are free again."""
    first, second = FakeProcess(choose(0)), FakeProcess(choose(0))
    player = seat(first, second)
    for deal in ["deal 1", "deal 2", "deal 1", "deal 2"]:
        await player.start(replace(START, deal=Deal(deal)))
        await player.end([], None)
    starts = [[m["type"] for m in bot.messages].count("start") for bot in (first, second)]
    assert starts == [2, 2]
    assert first.killed
    assert first.messages[-1]["type"] == "quit"
    assert not second.killed


async def test_no_process_sees_a_card_of_a_deck_twice(seat: Seat, autojump_clock: MockClock) -> None:
    """A deck that is used up begins again, in deals with other seeds."""
    first, second = FakeProcess(), FakeProcess()
    player = seat(first, second)
    for deal in ["1 | ace", "2 | king", "3 | ace"]:
        await player.start(replace(START, deal=Deal(deal)))
        await player.end([], None)
    starts = [[m["type"] for m in bot.messages].count("start") for bot in (first, second)]
    assert starts == [2, 1]


async def test_a_kept_process_that_went_between_games_is_replaced(seat: Seat, autojump_clock: MockClock) -> None:
    """What it does at the end of one game is no fault in the next, whichever that is; only a new process can fail."""
    first = FakeProcess()
    player = seat(first, FakeProcess(choose(2)), FakeProcess(hello=silent))
    await player.start(START)
    await player.end([], None)
    first.exit("exited with code 1")
    assert await player.start(replace(START, deal=Deal("deal 2"))) is None
    assert (await player.decide(QUESTION)).choice == 2
    await player.forfeit()
    fault = await player.start(replace(START, deal=Deal("deal 3")))
    assert fault is not None
    assert fault.verdict == "start-failure"


async def test_unkept_processes_play_one_game_each(seat: Seat, autojump_clock: MockClock, tmp_path: Path) -> None:
    """They are asked to go, and what they say to stderr in going is in the game's log."""
    bots = [FakeProcess(choose(0)), FakeProcess(choose(0))]
    player = seat(*bots, keep=False)
    for number, bot in enumerate(bots):
        await player.start(replace(START, number=number, deal=Deal(f"deal {number}")))
        await player.decide(QUESTION)
        bot.complain(b"bye\n")
        await player.end([], None)
        assert [message["type"] for message in bot.messages] == ["hello", "start", "turn", "end", "quit"]
        assert (bot.input_closed, bot.killed) == (True, True)
        assert (tmp_path / "logs" / f"{number}-seat2.err").read_bytes() == b"bye\n"


async def test_a_forfeit_removes_the_process_and_the_next_game_has_a_new_one(
    seat: Seat, autojump_clock: MockClock
) -> None:
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
    assert (await player.decide(QUESTION)).choice == 1


async def test_a_bot_is_removed_at_once_where_there_is_no_time_for_grace(seat: Seat) -> None:
    """Whoever is interrupted leaves no bot behind."""
    bot = FakeProcess()
    player = seat(bot)
    await player.start(START)
    bot.deaf = True
    with trio.CancelScope() as scope:
        scope.cancel()
        await player.stop()
    assert scope.cancelled_caught
    assert bot.killed
    assert not player.running


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
        await player.start(replace(START, number=number, seat=1, deal=Deal(f"deal {number}")))
        if words:
            bot.complain(words)
        await player.end([], None)
        logs.append(player.report().log)
    assert logs == ["logs/0-seat1.err", None, "logs/2-seat1.err"]
    assert {path.name: path.read_bytes() for path in (tmp_path / "logs").iterdir()} == {
        "0-seat1.err": b"one",
        "2-seat1.err": b"three",
    }


# What it says of the end of a game


def speaks(bot: FakeProcess, message: dict[str, Any]) -> None:
    """It says something before it is ready."""
    bot.complain(b"begins\n")
    ready()(bot, message)


def says_of_the_end(after: float) -> Reply:
    """So many seconds after it has heard that a game is over."""

    def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
        bot.busy_until = trio.current_time() + after
        bot.complain_at(bot.busy_until, b"over\n")

    return reply


async def played(player: ProcessPlayer, games: int, first: int = 0) -> float:
    """Plays so many games without a decision; gives the seconds that their ends took."""
    took = 0.0
    for number in range(first, first + games):
        await player.start(replace(START, number=number, seat=1, deal=Deal(f"deal {number}")))
        began = trio.current_time()
        await player.end([], None)
        took += trio.current_time() - began
    return took


@pytest.mark.parametrize("after", [0.0, 0.3, 0.9])
async def test_what_is_said_of_the_end_of_a_game_is_in_its_file(
    seat: Seat, autojump_clock: MockClock, tmp_path: Path, after: float
) -> None:
    """Though the process is kept for the next one, and answers nothing to it."""
    player = seat(FakeProcess(start=speaks, end=says_of_the_end(after)))
    assert await played(player, 2) == pytest.approx(2 * after, abs=0.01)
    assert player.report().log == "logs/1-seat1.err"
    assert {path.name: path.read_bytes() for path in (tmp_path / "logs").iterdir()} == {
        "0-seat1.err": b"begins\nover\n",
        "1-seat1.err": b"begins\nover\n",
    }


async def test_the_first_words_of_all_may_come_at_the_end_of_a_game(
    seat: Seat, autojump_clock: MockClock, tmp_path: Path
) -> None:
    """Whoever never said anything is not waited for as long, but what it says at once, or before the next game begins,
    is in the file of its game."""
    await played(seat(FakeProcess(end=says_of_the_end(0.0))), 1)
    assert (tmp_path / "logs" / "0-seat1.err").read_bytes() == b"over\n"
    player = seat(FakeProcess(end=says_of_the_end(0.3)))
    await played(player, 1, first=5)
    await trio.sleep(1)
    await played(player, 1, first=6)
    assert {path.name: path.read_bytes() for path in (tmp_path / "logs").iterdir()} == {
        "0-seat1.err": b"over\n",
        "5-seat1.err": b"over\n",
        "6-seat1.err": b"over\n",
    }


async def test_who_never_rests_is_waited_for_a_second_and_only_three_times(
    seat: Seat, autojump_clock: MockClock
) -> None:
    """It would cost every game as much."""
    player = seat(FakeProcess(start=speaks, end=says_of_the_end(1e9)))
    assert await played(player, 3) == pytest.approx(3, abs=0.1)
    assert await played(player, 10, first=3) < 0.5


async def test_who_reads_on_while_others_of_it_compute_is_hardly_waited_for(
    seat: Seat, autojump_clock: MockClock
) -> None:
    """A bot that ponders has heard the end all the same."""
    bot = FakeProcess(start=speaks, end=says_of_the_end(1e9))
    bot.busy = "reading"
    assert await played(seat(bot), 10) < 0.5


async def test_what_comes_later_is_added_to_the_file_of_its_game(
    seat: Seat, autojump_clock: MockClock, tmp_path: Path
) -> None:
    """As long as the next has not begun; and when the process goes."""
    bot = FakeProcess()
    player = seat(bot)
    await played(player, 1)
    bot.complain(b"saved\n")
    await player.start(replace(START, number=5, seat=1, deal=Deal("other")))
    assert (tmp_path / "logs" / "0-seat1.err").read_bytes() == b"saved\n"
    await player.end([], None)
    bot.complain(b"bye\n")
    await player.stop()
    assert (tmp_path / "logs" / "5-seat1.err").read_bytes() == b"bye\n"


async def test_what_comes_later_takes_little_of_the_disk(seat: Seat, autojump_clock: MockClock, tmp_path: Path) -> None:
    """Nobody counts it towards the room of a bot's logs any more."""
    bot = FakeProcess()
    player = seat(bot)
    for number in range(20):
        await player.start(replace(START, number=number, seat=1, deal=Deal(f"deal {number}")))
        await player.end([], None)
        bot.complain(b"x" * 130_000)
    await player.stop()
    assert sum(path.stat().st_size for path in (tmp_path / "logs").iterdir()) <= 1 << 20


async def test_of_a_game_that_is_played_anew_nothing_is_left(
    seat: Seat, autojump_clock: MockClock, tmp_path: Path
) -> None:
    """Whoever plays it has removed its files."""
    bot = FakeProcess()
    player = seat(bot, FakeProcess())
    await played(player, 1)
    bot.complain(b"of a void game\n")
    await player.start(replace(START, number=0, seat=1, deal=Deal("deal 0")))
    await player.end([], None)
    assert not (tmp_path / "logs").exists()


async def test_a_line_that_answers_the_end_is_stray_in_its_own_game(seat: Seat, autojump_clock: MockClock) -> None:
    """And not in the next."""
    player = seat(FakeProcess(end=write((0.0, b"good game\n"))))
    await played(player, 1)
    assert player.report().stray == 1
    await player.start(replace(START, number=1, seat=1, deal=Deal("deal 1")))
    assert player.report().stray == 0


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


@pytest.mark.parametrize("missing", ["bot", "bots"])
@pytest.mark.parametrize("error", [ENOENT, EACCES])
async def test_what_is_wrong_with_its_program_or_folder_is_its_own(tmp_path: Path, error: int, missing: str) -> None:
    """By the name that the error tells."""
    fault = await unstartable(tmp_path, OSError(error, strerror(error), missing))
    assert fault is not None
    assert (fault.verdict, f"{missing}: {strerror(error)}" in fault.text) == ("start-failure", True)


async def test_a_command_that_is_too_long_is_its_own(tmp_path: Path) -> None:
    """Whichever program could not be started with it."""
    fault = await unstartable(tmp_path, OSError(E2BIG, strerror(E2BIG), "/usr/bin/bwrap"))
    assert fault is not None
    assert fault.verdict == "start-failure"


@pytest.mark.parametrize(
    "problem",
    [
        *(OSError(error, strerror(error)) for error in (EAGAIN, EMFILE, ENFILE, ENOMEM, ENOSPC, EDQUOT, EUSERS, EPERM)),
        FileNotFoundError(ENOENT, strerror(ENOENT), "/usr/bin/bwrap"),
    ],
    ids=str,
)
async def test_a_full_machine_is_no_bots_fault(tmp_path: Path, problem: OSError) -> None:
    """Where the system has no room for another process, or its own programs are gone, the game is void, and nobody's
    start has failed: another bot may have used up what the kernel gives a user."""
    with pytest.raises(MachineTrouble, match=problem.strerror):
        await unstartable(tmp_path, problem)


async def test_where_nothing_more_can_be_waited_for_it_is_no_bots_fault(seat: Seat, autojump_clock: MockClock) -> None:
    """What a user may wait for at a time is bounded by the kernel, and another bot of the same user may have it all."""
    process = FakeProcess(choose(1, 0.5))
    player = seat(process)
    await player.start(START)

    async def full() -> None:
        raise OSError(ENOSPC, "No space left on device")

    process.wait_readable = full  # type: ignore[method-assign]
    with pytest.raises(MachineTrouble, match="its answer cannot be waited for: No space left on device"):
        await player.decide(QUESTION)


async def unstartable(tmp_path: Path, problem: OSError) -> Fault | None:
    def spawn(program: Program) -> FakeProcess:
        raise problem

    return await ProcessPlayer(Program("bot", ("bot",), "bots", {}), CONTROL, Limits(), tmp_path, spawn).start(START)


async def test_a_jail_that_could_not_be_made_is_no_bots_fault(seat: Seat, autojump_clock: MockClock) -> None:
    """The bot has not even begun; what the jail's maker said is told."""

    def fails(process: FakeProcess, _: object) -> None:
        process.began = False
        process.complain(b"bwrap: Creating new namespace failed")
        process.exit("exited with code 1")

    process = FakeProcess(hello=fails)
    with pytest.raises(MachineTrouble, match="its jail could not be made: bwrap: Creating new namespace failed"):
        await seat(process).start(START)
    assert process.killed


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
    assert LANTERNS.move_type == Light | Cover
