"""Who plays the games: worker processes of this machine, each pinned to a core together with its bots."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from fcntl import F_SETPIPE_SZ, fcntl
from os.path import exists
from pathlib import Path
from subprocess import PIPE
from typing import Protocol

import msgspec
import trio

import arena
from arena.referee import HAND_IN_EVERY, Assignment, Setup
from arena.sandbox import remove_bots

WORKER_GRACE = 5.0  # seconds for a worker to remove its bots once its input has ended
MOST_TOGETHER = 64
"""The most games that a worker is given at once: their records fit into memory, whatever the game, and half of a block
of the schedule is left, so that two workers have a choice."""
PIPE_BYTES = 1 << 20
"""What a worker can hand in without waiting until it is read: as much as a pipe may hold without special rights."""

_ROOT = str(Path(arena.__file__).parent.parent)


def own_python(code: str) -> list[str]:
    """The command that runs these lines in a new Python with this arena."""
    # Without -P the current folder comes first on the path: a bot called random.py there would replace the library's.
    # The arena itself comes from where this one is, also where another version is installed; for everything else that
    # place is the last on the path.
    path = f"import sys; sys.path.insert(0, {_ROOT!r}); import arena; sys.path.append(sys.path.pop(0)); "
    return [sys.executable, "-P", "-c", path + code]


WORKER_COMMAND = own_python("from arena.referee.worker import main; main()")


class Hand(Protocol):
    """One worker: plays one game at a time."""

    @property
    def wants(self) -> int:
        """How many games it would have now: more than one where games are so short that handing them out takes time."""

    async def play(
        self, games: Sequence[Assignment], meanwhile: Callable[[], object] = lambda: None
    ) -> list[bytes] | None:
        """Play these games one after the other, or only the first of them, where they take long. Returns the lines of
        their records, None if the worker died. `meanwhile` may be called once it has them, for what would otherwise
        have to be done before its next games."""

    async def close(self) -> str:
        """Let the worker go, so that none of its bots is left. Returns how it ended, in words."""


class Workforce(Protocol):
    """The workers of a contest; `jobs` is how many games they play at once."""

    @property
    def jobs(self) -> int: ...

    async def hire(self, setup: Setup, place: int, say: Callable[[str], object]) -> Hand:
        """Get a new worker for place 0 to jobs - 1. `say` is told, now or later, of any that cannot be used. Raises
        OSError if none can be had, with what to do."""


def usable_cores() -> list[int]:
    """The cores that this process may run on."""
    return sorted(os.sched_getaffinity(0))


class LocalWorkers:
    """Worker processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._cores = usable_cores()

    async def hire(self, setup: Setup, place: int, say: Callable[[str], object]) -> Hand:
        core = self._cores[place % len(self._cores)] if len(self._cores) > 1 else None
        try:
            return await _WorkerProcess.start(msgspec.structs.replace(setup, core=core))
        except (PermissionError, FileNotFoundError) as problem:
            python = WORKER_COMMAND[0]
            what = "may not be executed: allow it with chmod +x" if exists(python) else "is not there any more"
            text = f"the Python that runs arena, {python}, {what}, or install arena anew"
            raise OSError(f"a worker process cannot be started: {text}") from problem
        except OSError as problem:  # the machine has no more processes, or no more memory
            raise OSError(f"a worker process cannot be started: {problem}; try fewer jobs") from problem


class _WorkerProcess:
    """A worker as its parent sees it."""

    def __init__(self, process: trio.Process) -> None:
        self.wants = 1
        self._process = process

    @classmethod
    async def start(cls, setup: Setup) -> _WorkerProcess:
        # In a session of its own: an interrupt from the keyboard reaches this process, which decides what it means.
        process = await trio.lowlevel.open_process(WORKER_COMMAND, stdin=PIPE, stdout=PIPE, start_new_session=True)
        assert isinstance(process.stdout, trio.lowlevel.FdStream)
        with suppress(OSError):  # this user's pipes hold as much as they may already: then it waits
            fcntl(process.stdout.fileno(), F_SETPIPE_SZ, PIPE_BYTES)
        worker = cls(process)
        try:
            await worker._send(msgspec.json.encode(setup))
        except trio.Cancelled:
            await worker.close()
            raise
        return worker

    async def play(
        self, games: Sequence[Assignment], meanwhile: Callable[[], object] = lambda: None
    ) -> list[bytes] | None:
        began = trio.current_time()
        await self._send(msgspec.json.encode(games))
        meanwhile()
        assert self._process.stdout is not None
        said = bytearray()
        while not said.endswith(b"\n\n"):
            data = await self._process.stdout.receive_some(65536)
            if not data:
                return None
            said += data
        lines = bytes(said).split(b"\n")[:-2]
        took = trio.current_time() - began
        self.wants = max(1, min(MOST_TOGETHER, int(len(lines) * HAND_IN_EVERY / took))) if took else MOST_TOGETHER
        return lines

    async def close(self) -> str:
        with trio.CancelScope(shield=True):
            assert self._process.stdin is not None
            await self._process.stdin.aclose()
            with trio.move_on_after(WORKER_GRACE) as grace:
                await self._process.wait()
            if grace.cancelled_caught:
                self._process.kill()
                await self._process.wait()
            assert self._process.stdout is not None
            await self._process.stdout.aclose()
        if self._process.returncode:
            remove_bots()
        return f"exit status {self._process.returncode}"

    async def _send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(trio.BrokenResourceError):  # it died: the missing answer will say so
            await self._process.stdin.send_all(line + b"\n")
