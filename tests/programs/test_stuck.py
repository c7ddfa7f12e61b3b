"""Commands whose event loop cannot come to hear of an interrupt, since something in it waits without an end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.contest.contests import environment, lasting, words_of, write_contest
from tests.processes import alive, wait_for

READ = "open({pipe!r}).read()  # nobody ever writes"
"""What blocks: the kernel takes it up again after each signal, unless somebody raises."""

LOOK = """
import runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from arena.league.entrants import Entrants
looks, look = iter(range(100)), Entrants._look
def stuck(entrants):
    if next(looks):
        {read}
    return look(entrants)
Entrants._look = stuck
runpy.run_module("arena", run_name="__main__")
"""
"""`arena`, of which the second look at a ladder's entries never ends."""

LOOP = """
import arena.programs.stoppable as stoppable
from arena.programs.stoppable import run_stoppable
stoppable.ECHO = 0  # the second signal comes at once, and is no echo of the first
async def stuck():
    try:
        {read}
    finally:
        print("cleaned up", flush=True)
try:
    run_stoppable(stuck)
except KeyboardInterrupt:
    raise SystemExit(130)
"""


def interrupt_twice(process: subprocess.Popen[str], number: int = signal.SIGINT) -> None:
    """The second time once the first has been taken, and the process waits again; it ends then."""
    before = waits(process.pid)
    process.send_signal(number)
    wait_for(lambda: waits(process.pid) > before)
    process.send_signal(number)
    process.wait(30)


@contextmanager
def read_by(process: subprocess.Popen[str], pipe: Path) -> Iterator[None]:
    """From when the process waits for what is written into the pipe: nothing is."""
    found: list[int] = []

    def is_read() -> bool:
        with suppress(OSError):  # nobody has opened it
            found.append(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        return bool(found)

    try:
        wait_for(is_read, process)
        wait_for(lambda: waits(process.pid) > 0, process)
        yield
    finally:
        process.kill()
        for fd in found:
            os.close(fd)


def waits(pid: int) -> int:
    """How often its first thread has begun to wait, if it waits now and no signal is on its way; else 0."""
    facts = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/task/{pid}/status").read_text().splitlines())
    signals = int(facts["SigPnd"], 16) | int(facts["ShdPnd"], 16)
    return 0 if signals or "sleeping" not in facts["State"] else int(facts["voluntary_ctxt_switches"])


def test_interrupts_end_a_ladder_that_is_stuck_in_a_look_at_its_entries(
    tmp_path: Path, mark: str, plug_in: Path
) -> None:
    """With every bot gone, the games that were played in the file, and the standings printed."""
    bots = {"a": "breeds", "b": "hides", "c": "plays"}
    config = write_contest(tmp_path, mark, bots, format="ladder", deals=1)
    pipe, db = tmp_path / "pipe", tmp_path / "c.db"
    os.mkfifo(pipe)
    words = [sys.executable, "-c", LOOK.format(read=READ.format(pipe=str(pipe))), "run", str(config), "--db", str(db)]
    process = subprocess.Popen(
        words, env=environment(mark, plug_in), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with process, read_by(process, pipe):
        assert any("bot.py" in words_of(pid) for pid in alive(mark))
        interrupt_twice(process)
        out, err = process.communicate()
    assert (process.returncode, "Traceback" in err) == (130, False), err
    assert "stopping now; finished games are safe" in err
    assert "c.db" in err
    assert " a " in out
    wait_for(lambda: not alive(mark))
    assert lasting(db)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_whatever_cannot_come_to_hear_of_them(
    tmp_path: Path, mark: str, plug_in: Path, number: int
) -> None:
    """As checks, rehearsals, builds and replays do; what runs there can still clean up."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = [sys.executable, "-c", LOOP.format(read=READ.format(pipe=str(pipe)))]
    process = subprocess.Popen(
        words, env=environment(mark, plug_in), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with process, read_by(process, pipe):
        interrupt_twice(process, number)
        assert process.communicate() == ("cleaned up\n", "")
    assert process.returncode == 130
