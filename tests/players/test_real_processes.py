"""Real programs of one line or a few, good and bad: each is judged, and nothing of any is left afterwards."""

from __future__ import annotations

import ctypes
import os
import select
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from secrets import token_hex

import pytest
from msgspec import Raw
from msgspec.structs import replace

from arena.games import Deal
from arena.games.toys import BIDS, Bid, BidsMemory, BidsView
from arena.players import GameStart, MachineTrouble, Question, TimeControl
from arena.players.process import Process
from arena.players.process_player import ProcessPlayer
from arena.protocol import Fault
from arena.sandbox import Limits, Program, children, kill_all, sandbox_of, take_charge
from arena.sandbox.cgroup import Cgroup
from arena.sandbox.process import spawn
from arena.sandbox.tree import reap_orphans
from tests.players.questions import used
from tests.processes import alive, descriptors

MARK = "ARENA_TEST"
START = GameStart(BIDS, 3, Deal("deal"), 1, 2, Raw(b"{}"), 1)
QUESTION = Question([], BidsView(2, (1, 5), ()), BidsMemory(), [Bid(1), Bid(5)], alone=True)
BIG = Question([Raw(b'"%s"' % (b"x" * 300_000))], QUESTION.view, QUESTION.memory, QUESTION.legal, alone=True)
# Long enough for a busy machine: no test waits for these.
CONTROL = TimeControl(start_ms=20_000, move_ms=20_000, send_ms=20_000)

HONEST = """
import json, os, signal, subprocess, sys, time
def answer(**fields): print(json.dumps(dict(id=message["id"], **fields)), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("hello", "start"): answer(type="ready")
    if message["type"] == "turn":
        pass
        answer(choice=1)
"""
SLEEPER = "[sys.executable, '-c', 'import time; time.sleep(1000)']"


def bot(sin: str) -> tuple[str, ...]:
    """The honest bot, except that it does this before it answers a turn."""
    return (sys.executable, "-c", HONEST.replace("pass", sin))


@pytest.fixture(scope="module", autouse=True)
def _subreaper() -> Iterator[None]:
    """Orphans come to the test process as they come to a worker, and no longer once these tests are done."""
    take_charge()
    yield
    ctypes.CDLL(None).prctl(36, 0, 0, 0, 0)
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)


def shell(script: str, folder: Path) -> Program:
    return Program("shell", ("sh", "-c", script), str(folder), {})


Seat = Callable[..., ProcessPlayer]


@pytest.fixture
async def seat(tmp_path: Path) -> AsyncIterator[Seat]:
    """Makes players; at the end of the test they are stopped, and whatever is left of their bots is an error."""
    reap_orphans()  # those of earlier tests, which would be collected in between
    mark, before, open_before = token_hex(8), children(os.getpid()), descriptors()
    players = []

    def make(
        argv: tuple[str, ...],
        control: TimeControl = CONTROL,
        folder: Path = tmp_path,
        start: Callable[[Program], Process] = spawn,
    ) -> ProcessPlayer:
        program = Program("bot", argv, str(folder), {MARK: mark})
        players.append(ProcessPlayer(program, control, Limits(), tmp_path / "logs", start))
        return players[-1]

    yield make
    for player in players:
        await player.stop()
    assert alive(mark) == set()
    assert children(os.getpid()) == before
    assert descriptors() == open_before


async def fault_of(player: ProcessPlayer, question: Question = QUESTION) -> Fault:
    """The fault in the first decision of a game that has begun well."""
    assert await player.start(START) is None
    answer = (await player.decide(question)).choice
    assert isinstance(answer, Fault)
    return answer


async def test_a_round_trip(seat: Seat) -> None:
    """An honest bot answers, and its time is more than nothing."""
    player = seat(bot("pass"))
    assert await player.start(START) is None
    assert [(await player.decide(QUESTION)).choice, (await player.decide(BIG)).choice] == [1, 1]
    assert player.last_ms is not None
    assert 0 < player.last_ms < 20_000
    await player.end([], None)
    assert used(player).memory_kib > 1000
    assert used(player).on_ms > 0
    assert player.report().log is None


async def test_a_missing_program_is_named_with_its_folder(seat: Seat, tmp_path: Path) -> None:
    """D01."""
    fault = await seat(("./no-such-bot", "--fast")).start(START)
    assert fault is not None
    assert (fault.verdict, fault.final) == ("start-failure", True)
    assert f"./no-such-bot --fast (in {tmp_path}): ./no-such-bot: No such file or directory" in fault.text


async def test_a_missing_folder_is_named(seat: Seat, tmp_path: Path) -> None:
    """Not the program, which is there."""
    fault = await seat(("true",), folder=tmp_path / "My Bots").start(START)
    assert fault is not None
    assert f"{tmp_path / 'My Bots'}: No such file or directory" in fault.text.partition("): ")[2]


async def test_a_program_that_is_none_is_not_started(seat: Seat, tmp_path: Path) -> None:
    """A file without the right to be executed."""
    (tmp_path / "bot.txt").write_text("hello")
    fault = await seat(("./bot.txt",)).start(START)
    assert fault is not None
    assert "./bot.txt: Permission denied" in fault.text


@pytest.mark.parametrize(("command", "code"), [("true", 0), ("false", 1)])
async def test_a_program_that_ends_at_once_is_a_start_failure(seat: Seat, command: str, code: int) -> None:
    """D02."""
    fault = await seat((command,)).start(START)
    assert fault is not None
    assert fault.verdict == "start-failure"
    assert f"exited with code {code} before it answered" in fault.text


async def test_a_crash_before_hello_quotes_its_last_words(seat: Seat) -> None:
    """D22: stderr is never taken for the protocol."""
    fault = await seat((sys.executable, "-c", "assert False, 'no cards'")).start(START)
    assert fault is not None
    assert "exited with code 1 before it answered; its stderr (3-seat1.err) ends: Traceback" in fault.text
    assert fault.text.endswith("| AssertionError: no cards")


async def test_what_a_bot_said_before_the_referee_looked_is_quoted(seat: Seat) -> None:
    """On a machine with much to do it may be over before its game's log is at hand."""

    def late(program: Program) -> Process:
        before = children(os.getpid())
        process = spawn(program)
        (pid,) = children(os.getpid()) - before
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        return process

    fault = await seat((sys.executable, "-c", "assert False, 'no cards'"), start=late).start(START)
    assert fault is not None
    assert fault.text.endswith("| AssertionError: no cards")


@pytest.mark.parametrize(
    ("sin", "how"),
    [
        ("sys.exit(3)", "exited with code 3"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "was killed by SIGSEGV"),
        ("os.kill(os.getpid(), 40)", "was killed by signal 40"),
        ("1 / 0", "exited with code 1"),
    ],
)
async def test_a_crash_is_told_by_code_or_signal(seat: Seat, sin: str, how: str) -> None:
    """And not by the clock."""
    player = seat(bot(sin), control=TimeControl(start_ms=20_000, move_ms=None))
    fault = await fault_of(player)
    assert fault.verdict == "exited"
    assert f"seat 1, request 2: {how} before it answered" in fault.text


async def test_closed_output_ends_the_seat(seat: Seat) -> None:
    """The bot lives on, but it can never answer: nobody waits for its time to run out."""
    fault = await fault_of(seat(bot("os.close(1); time.sleep(1000)")))
    assert (fault.verdict, "closed its output before it answered" in fault.text) == ("exited", True)


async def test_closed_input_ends_the_seat(seat: Seat) -> None:
    """It is found when the bot is written to."""
    player = seat(bot("os.close(0); answer(choice=1); time.sleep(1000)"))
    assert await player.start(START) is None
    assert (await player.decide(QUESTION)).choice == 1
    fault = (await player.decide(QUESTION)).choice
    assert isinstance(fault, Fault)
    assert (fault.verdict, "closed its input before it answered" in fault.text) == ("exited", True)


async def test_a_mebibyte_of_stderr_does_not_block_a_move(seat: Seat, tmp_path: Path) -> None:
    """D17: both ends are kept, and how much is missing."""
    player = seat(bot("sys.stderr.write('a' * (1 << 19) + 'z' * (1 << 19))"))
    assert await player.start(START) is None
    assert (await player.decide(QUESTION)).choice == 1
    await player.end([], None)
    log = (tmp_path / "logs" / "3-seat1.err").read_bytes()
    keep = Limits().stderr_bytes
    assert log == b"a" * keep + b"\n[... %d bytes cut here ...]\n" % ((1 << 20) - 2 * keep) + b"z" * keep


@pytest.mark.parametrize("ponder", [True, False])
async def test_what_a_kept_bot_says_of_the_end_of_a_game_is_in_its_file(tmp_path: Path, ponder: bool) -> None:
    """Also where it is stopped between its turns, and where it takes a moment to say it."""
    program = HONEST.replace(
        'if message["type"] == "turn":',
        'if message["type"] == "start": game = message["game_id"]; print("begin", game, file=sys.stderr, flush=True)\n'
        '    if message["type"] == "end": time.sleep(0.05); print("end", game, file=sys.stderr, flush=True)\n'
        '    if message["type"] == "turn":',
    )
    logs = tmp_path / "logs"
    bot = Program("bot", (sys.executable, "-c", program), str(tmp_path), {})
    player = ProcessPlayer(bot, CONTROL, Limits(), logs, spawn, ponder=ponder)
    try:
        for number in range(4):
            assert await player.start(replace(START, number=number, deal=Deal(f"deal {number}"))) is None
            assert (await player.decide(QUESTION)).choice == 1
            await player.end([], None)
            assert player.report().log == f"logs/{number}-seat1.err"
    finally:
        await player.stop()
    assert {path.name: path.read_text() for path in logs.iterdir()} == {
        f"{number}-seat1.err": f"begin {number}\nend {number}\n" for number in range(4)
    }


@pytest.mark.parametrize(
    ("sin", "told"),
    [
        ("time.sleep(1000)", "it has read the request and sleeps"),
        ("os.kill(os.getpid(), signal.SIGSTOP)", "was stopped by a signal"),
        ("print(1)", "is stdout flushed"),
        ("print(json.dumps(dict(id=message['id'], choice=0)), file=sys.stderr, flush=True)", "came on stderr"),
        ("exec('while True: pass')", "it was computing"),
    ],
    ids=["sleeps", "stopped", "forgets", "stderr", "computes"],
)
async def test_a_silent_bot_is_told_what_it_did_instead(seat: Seat, sin: str, told: str) -> None:
    """By what its process does and has used, and by its words."""
    player = seat(
        (sys.executable, "-c", HONEST.replace("pass", f"{sin}; continue")),
        control=TimeControl(start_ms=20_000, move_ms=300),
    )
    assert await player.start(START) is None
    answer = await player.decide(QUESTION)
    fault = answer.choice
    assert isinstance(fault, Fault)
    assert (fault.verdict, answer.ms) == ("time", 300)
    assert told in fault.text
    await player.forfeit()


async def test_a_runtime_that_explains_itself_on_stdout_is_heard(seat: Seat) -> None:
    """Its first line is a frame; the cause comes after it, and is named with the limit."""
    report = "import sys; print('#\\n# There is insufficient memory for the Runtime', flush=True); sys.exit(1)"
    fault = await seat((sys.executable, "-c", report)).start(START)
    assert fault is not None
    assert (
        "the line was `#`; then came `# There is insufficient memory for the Runtime`; it speaks of memory"
        in fault.text
    )
    assert "1024 MiB (limits.memory_mb)" in fault.text


async def test_stderr_while_it_is_written_to_is_taken(seat: Seat) -> None:
    """A bot stuck in writing to stderr would never read its request."""
    program = HONEST.replace("message = json", "sys.stderr.write('x' * 300_000); message = json")
    player = seat((sys.executable, "-c", program))
    assert await player.start(START) is None
    assert [(await player.decide(BIG)).choice, (await player.decide(BIG)).choice] == [1, 1]


async def test_endless_stdout_ends_at_the_output_limit(seat: Seat) -> None:
    """D16: without waiting for its end."""
    fault = await fault_of(seat(bot("\n        while True: print('junk' * 1000, end='')")))
    assert fault.verdict == "output-limit"


async def test_a_move_and_an_exit_are_both_seen(seat: Seat) -> None:
    """D19, D09: the last answer counts; the exit is told with its code when the bot is asked again."""
    player = seat(bot("answer(choice=0); sys.exit(5)"))
    assert await player.start(START) is None
    assert (await player.decide(QUESTION)).choice == 0
    fault = (await player.decide(QUESTION)).choice
    assert isinstance(fault, Fault)
    assert (fault.verdict, "exited with code 5" in fault.text) == ("exited", True)


async def test_a_silent_bot_is_cut_at_its_limit(seat: Seat) -> None:
    """D25, D11: with a real clock; that it ignores SIGTERM does not help it."""
    sin = "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)"
    player = seat(bot(sin), control=TimeControl(start_ms=20_000, move_ms=50))
    fault = await fault_of(player)
    assert fault.verdict == "time"
    await player.forfeit()


async def test_a_bot_that_stops_itself_is_removed(seat: Seat) -> None:
    """SIGSTOP makes it deaf to all but SIGKILL."""
    player = seat(bot("os.kill(os.getpid(), signal.SIGSTOP)"), control=TimeControl(start_ms=20_000, move_ms=50))
    assert (await fault_of(player)).verdict == "time"
    await player.forfeit()


async def test_a_wrapper_that_does_not_exec_goes_with_its_program(seat: Seat, tmp_path: Path) -> None:
    """D07."""
    script = tmp_path / "start.sh"
    script.write_text(f"#!/bin/sh\n'{sys.executable}' bot.py\nexit $?\n")
    script.chmod(0o755)
    (tmp_path / "bot.py").write_text(HONEST)
    player = seat(("./start.sh",))
    assert await player.start(START) is None
    assert (await player.decide(QUESTION)).choice == 1
    await player.forfeit()


async def test_a_child_that_holds_the_pipes_does_not_hide_the_exit(seat: Seat) -> None:
    """D08: there is no end of file, and no waiting for one."""
    fault = await fault_of(seat(bot(f"subprocess.Popen({SLEEPER}); sys.exit(4)")))
    assert "exited with code 4 before it answered" in fault.text


async def test_a_child_that_speaks_after_its_parent_went_cannot_disturb(tmp_path: Path) -> None:
    """What comes after the exit is read like any other output, and then the exit is told."""
    process = spawn(shell("exec 3<&0; (read go <&3; echo late; read go <&3) & exit 7", tmp_path))
    try:
        assert await process.wait_exit(20)
        process.send_now(b"\n")
        select.select([process._out], [], [], 20)  # the exit is ready first, the output after it
        assert process.look(0) == b"late\n"
        assert process.look(0) == b""
        assert process.how_it_ended("output") == "exited with code 7"
    finally:
        process.kill()


@pytest.mark.parametrize(
    "sin",
    [
        f"subprocess.Popen({SLEEPER}, start_new_session=True)",
        f"os.fork() or (os.setsid(), os.fork() and os._exit(0), os.execv(sys.executable, {SLEEPER}))",
        f"[subprocess.Popen({SLEEPER}, start_new_session=bool(at % 2)) for at in range(20)]",
        "[os.fork() for _ in range(6)]; os.getppid() == 1 and time.sleep(1000)",
    ],
    ids=["session", "orphan", "many", "forks"],
)
async def test_daemons_and_orphans_go_with_their_bot(seat: Seat, sin: str) -> None:
    """Whatever session they are in and whoever their parent is."""
    player = seat(bot(sin))
    assert await player.start(START) is None
    await player.decide(QUESTION)
    await player.forfeit()


async def test_a_family_that_keeps_moving_is_caught(seat: Seat) -> None:
    """Each process lives a moment, hands over to a child in a new session and goes."""
    runner = "\nimport os, time\nos.fork()\nwhile os.fork() == 0: os.setsid(); time.sleep(.01)"
    player = seat(bot(f"subprocess.Popen([sys.executable, '-c', {runner!r}])"))
    assert await player.start(START) is None
    assert (await player.decide(QUESTION)).choice == 1
    await player.forfeit()


async def test_what_hides_its_token_is_still_a_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no control group, an orphan with an empty environment belongs to no bot, but `kill_all` finds
    it."""
    monkeypatch.setattr(Cgroup, "make", lambda *_: None)
    before = children(os.getpid())
    script = "setsid env -i sh -c 'echo here; exec sleep 1000' &"
    process = spawn(shell(script, tmp_path))
    assert await process.wait_exit(20)
    select.select([process._out], [], [], 20)
    process.kill()
    hidden = children(os.getpid()) - before
    assert len(hidden) == 1
    kill_all(hidden)
    assert children(os.getpid()) == before


async def test_the_next_game_after_a_forfeit_has_a_new_process(seat: Seat) -> None:
    """D12: a bot that crashes in every game starts in every game."""
    player = seat(bot("sys.exit(1)"))
    for _ in range(3):
        assert (await fault_of(player)).verdict == "exited"
        await player.forfeit()
        await player.end([], None)


async def test_a_bot_knows_little_of_its_surroundings(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets in the environment of the referee are not passed on, what its owner sets is."""
    monkeypatch.setenv("ARENA_SECRET", "1")
    player = seat(bot(f"assert 'ARENA_SECRET' not in os.environ and '{MARK}' in os.environ"))
    assert await player.start(START) is None
    assert (await player.decide(QUESTION)).choice == 1


NO_JAIL = "\n".join(sandbox_of("bwrap", Limits()).problems([]))
jailed = pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)


@jailed
async def test_a_jail_that_cannot_be_made_is_no_bots_fault(tmp_path: Path) -> None:
    """What it was to show has gone, or the machine has no room: the game is void, in the words of the jail's maker."""
    gone = Program("bot", ("sh", "-c", "cat"), str(tmp_path), {}, (str(tmp_path / "gone"),))
    start = partial(spawn, sandbox=sandbox_of("bwrap", Limits()))
    player = ProcessPlayer(gone, CONTROL, Limits(), tmp_path / "logs", start)
    with pytest.raises(MachineTrouble, match="jail could not be made: bwrap: Can't find source path"):
        await player.start(START)
    assert not player.running


@jailed
@pytest.mark.parametrize(
    "sin", ["kill -9 $$", "kill -9 1; exit 1", "kill -9 -1", "exit 137", "exec /no/such", "exec 1>&-"]
)
async def test_no_bot_passes_for_a_jail_that_was_not_made(tmp_path: Path, sin: str) -> None:
    """However it ends before it is ready, it has begun."""
    tmp_path.chmod(0o755)
    bad = Program("bot", ("sh", "-c", sin), str(tmp_path), {})
    start = partial(spawn, sandbox=sandbox_of("bwrap", Limits()))
    player = ProcessPlayer(bad, CONTROL, Limits(), tmp_path / "logs", start)
    fault = await player.start(START)
    await player.forfeit()
    assert fault is not None
    assert fault.verdict == "start-failure"
