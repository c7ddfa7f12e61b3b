"""Builds of a ladder's entries, in a process of their own: it ends when it is told to."""

from __future__ import annotations

import signal
from pathlib import Path
from threading import Thread

import pytest

from arena.league import entry_build
from arena.league.entry_build import Building, BuildRequest
from arena.programs.bot import Bot
from arena.programs.conditions import Conditions
from arena.programs.entries import draft
from arena.sandbox import Limits
from tests.processes import wait_for

DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(3600)"


def test_a_build_that_does_not_hear_of_its_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one whose process is stuck: who waited for it would never end, either."""
    monkeypatch.setattr(entry_build, "own_python", lambda code: ["python3", "-c", DEAF])
    monkeypatch.setattr(entry_build, "GRACE", 0.01)
    entry = draft("a", Bot(command=("x",), folder=Path("/bots"), program=Path("/bin/x")), "1", "a-1")
    building = Building(
        BuildRequest(entry=entry, copies="", db="", conditions=Conditions("none", Limits())),
    )
    process = building._process
    try:
        wait_for(lambda: ignores(process.pid, signal.SIGTERM))
        stopping = Thread(target=building.stop)
        stopping.start()
        wait_for(lambda: not stopping.is_alive())
        assert process.returncode == -signal.SIGKILL
    finally:
        process.kill()
        process.wait()


def ignores(pid: int, number: int) -> bool:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    mask = next(int(line.split()[1], 16) for line in lines if line.startswith("SigIgn:"))
    return bool(mask & 1 << number - 1)
