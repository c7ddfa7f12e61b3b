"""A guard sees to it that nothing is left, however what it guards ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import os, subprocess, sys, time
from arena.sandbox import guard
guard.GRACE = float(sys.argv[2])
guard.stand_guard()
left = subprocess.Popen(["sleep", "3600"], stdout=subprocess.DEVNULL, start_new_session=True)
print(os.getpid(), left.pid, flush=True)
exec(sys.argv[1])
"""


def start(code: str, grace: float = 600) -> tuple[subprocess.Popen[bytes], int, int]:
    """The guard, what it guards, and what that has started."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, code, str(grace)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert process.stdout is not None
    child, grandchild = map(int, process.stdout.readline().split())
    return process, child, grandchild


@pytest.mark.parametrize(
    ("code", "grace", "status"),
    [("sys.stdin.read(); sys.exit(3)", 600, 3), ("time.sleep(3600)", 0.1, 128 + signal.SIGKILL)],
    ids=["by itself", "or it is made to"],
)
def test_it_ends_with_its_input(code: str, grace: float, status: int) -> None:
    """And what it has started ends with it."""
    process, _, grandchild = start(code, grace)
    process.communicate()
    assert process.returncode == status
    assert not Path(f"/proc/{grandchild}").exists()


def test_what_a_killed_program_leaves_is_removed() -> None:
    """Its output ends with it, and the guard ends when all is gone."""
    process, child, grandchild = start("time.sleep(3600)")
    os.kill(child, signal.SIGKILL)
    assert process.stdout is not None
    assert process.stdout.read() == b""
    assert process.wait() == 128 + signal.SIGKILL
    assert not Path(f"/proc/{grandchild}").exists()
    process.communicate()
