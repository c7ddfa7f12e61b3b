"""The referee is killed, in whatever part: its bots do not outlive it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest
import yaml

from arena.sandbox import SandboxName, children
from tests.contest.contests import BOT, MARK, ROOT, command, environment, words_of
from tests.processes import alive, wait_for
from tests.sandbox.conftest import EVERYWHERE

everywhere = pytest.mark.parametrize("name", EVERYWHERE)

REFEREE = """
import sys
from pathlib import Path
from arena.sandbox import Limits, sandbox_of, take_charge
from arena.sandbox.process import spawn
from tests.sandbox.conftest import hear, limits, program
name, folder, word = sys.argv[1:]
take_charge()
# Without a jail it is the main process that counts; with one, a daemon of its has no chance either.
daemon = "os.fork() or os.setsid(); " if name == "bwrap" else ""
code = daemon + "say('here'); time.sleep(1000)"
bots = [spawn(program(name, Path(folder), code, word), sandbox_of(name, Limits())) for _ in range(3)]
for bot in bots: hear(bot)
print("here", flush=True)
sys.stdin.read()
"""


@everywhere
def test_bots_die_with_the_process_that_started_them(name: SandboxName, tmp_path: Path) -> None:
    """They hear nothing of it: they are just sleeping. In a jail the whole family goes."""
    tmp_path.chmod(0o755)
    word = token_hex(8)
    referee = subprocess.Popen(
        [sys.executable, "-c", REFEREE, name, str(tmp_path), word],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with referee:
        assert referee.stdout is not None
        assert referee.stdout.readline() == b"here\n"
        assert len(alive(word)) >= 3 + (name == "bwrap") * 3
        referee.kill()
        wait_for(lambda: not alive(word) - {referee.pid})


@pytest.fixture
def running(tmp_path: Path, mark: str, name: SandboxName) -> Iterator[tuple[subprocess.Popen[str], int, set[int]]]:
    """A contest whose bots sleep over their first decision, its worker, and the processes of its bots."""
    folder = tmp_path / "bots"
    folder.mkdir(mode=0o755)
    (folder / "bot.py").write_text(BOT)
    silent = {"command": "{python} -S bot.py silent", "dir": "bots", "env": {MARK: mark}}
    contest = {"game": "bids", "seats": 2, "deals": 1, "seed": "s", "sandbox": name, "bots": {"a": silent, "b": silent}}
    (tmp_path / "c.yaml").write_text(yaml.safe_dump(contest | {"time": {"move_ms": 3_600_000, "bank_ms": None}}))
    arena = subprocess.Popen(
        command("run", "c.yaml", "--jobs", 1),
        cwd=tmp_path,
        env=environment(mark, Path(os.environ["PYTHONPATH"])),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    with arena:

        def asked() -> bool:
            """Both bots run, and are not just being started."""
            return sum(words_of(pid).split()[1:] == ["-S", "bot.py", "silent"] for pid in alive(mark)) == 2

        try:
            wait_for(asked, arena)
            (worker,) = children(arena.pid)
            yield arena, worker, {pid for pid in alive(mark) if "bot.py silent" in words_of(pid)}
        finally:
            arena.kill()


@everywhere
@pytest.mark.parametrize("dies", ["worker", "arena", "both"])
def test_bots_die_with_their_contest(
    running: tuple[subprocess.Popen[str], int, set[int]], name: SandboxName, dies: str, mark: str
) -> None:
    """With the worker that plays their game, by whatever it is ended; with the process whose contest it is; with
    both."""
    arena, worker, bots = running
    if dies != "worker":
        os.kill(arena.pid, signal.SIGSTOP)  # it could start another worker in between
    if dies != "arena":
        os.kill(worker, signal.SIGKILL)
    if dies != "worker":
        os.kill(arena.pid, signal.SIGKILL)
    wait_for(lambda: not bots & alive(mark))
    if dies == "worker":
        arena.send_signal(signal.SIGTERM)
    else:
        wait_for(lambda: not alive(mark))
