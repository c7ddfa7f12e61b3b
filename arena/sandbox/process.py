"""One bot as a subprocess: started, listened to, and removed with everything that it started.

Facts of Linux that this file rests on:
- The process is forked from the thread that runs the event loop. `trio.open_process` forks in worker threads that end
  after ten idle seconds, and a parent-death signal, wherever one is set, means the end of the forking *thread*.
- End of file says nothing about the process: a grandchild can hold the pipe open. So stdout, stderr and the pidfd are
  all watched, through one epoll object that the event loop can wait for like any other descriptor.
- A bot whose stderr nobody reads stops in the middle of a print. It is read whenever its stdout is looked at.
- `killpg` misses what left the group. Descendants are found by walking /proc; those that were orphaned become children
  of this process (it is their subreaper) and are recognised by a token in their environment.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

import trio

from arena.sandbox.program import Program
from arena.sandbox.stderr_log import StderrLog

TOKEN = "ARENA_BOT"
READ_SIZE = 65536
_PR_SET_CHILD_SUBREAPER = 36
# The main processes: each is collected by its own object, which must hear how it ended.
_mains: set[int] = set()
# What a bot may know of its surroundings; anything else it needs is in its own configuration.
_KEPT_ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "LD_LIBRARY_PATH")


def become_subreaper() -> None:
    """Make orphaned descendants children of this process, so that they can be found. Linux only, once per process."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


class BotProcess:
    """A running program with its three pipes. Raises OSError when it cannot be started."""

    def __init__(self, argv: Sequence[str], folder: str, env: Mapping[str, str]) -> None:
        self._token = token_hex(8)
        kept = {name: os.environ[name] for name in _KEPT_ENVIRONMENT if name in os.environ}
        self._popen = subprocess.Popen(
            list(argv),
            cwd=folder,
            env={**kept, **env, TOKEN: self._token},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self.pid = self._popen.pid
        _mains.add(self.pid)
        self.stderr = StderrLog(0)
        """Where stderr goes; the owner puts a new log here for each game."""
        self._in = self._popen.stdin.fileno()
        self._out = self._popen.stdout.fileno()
        self._err = self._popen.stderr.fileno()
        try:
            self._pidfd = os.pidfd_open(self.pid)
            self._watch = select.epoll()
        except OSError:  # no descriptor is left for watching it
            self._popen.kill()
            self._popen.communicate()
            _mains.discard(self.pid)
            raise
        for fd in (self._in, self._out, self._err):
            os.set_blocking(fd, False)
        for fd in (self._out, self._err, self._pidfd):
            self._watch.register(fd, select.EPOLLIN)

    def send_now(self, data: bytes) -> int:
        """Bytes that the pipe took without waiting. Raises BrokenPipeError when nobody can read them."""
        try:
            return os.write(self._in, data)
        except BlockingIOError:
            return 0

    async def wait_writable(self) -> None:
        """Until the pipe can take more, or is broken."""
        await trio.lowlevel.wait_writable(self._in)

    def look(self, patience: float) -> bytes | None:
        """What can be read within `patience` seconds, without the event loop; None if nothing, b"" at the end.

        A bot that answers at once is read here at a fraction of the cost of going to sleep in the event loop.
        """
        events = self._watch.poll(patience)
        if not events:
            return None
        ready = [fd for fd, _ in events]
        if self._err in ready:
            self._hear_stderr()
        if self._out in ready:
            return os.read(self._out, READ_SIZE)
        # The process has ended, whoever else holds its pipe. What it wrote before comes first: only a look that finds
        # no output tells of the end.
        return self._rest() if self._pidfd in ready else None

    async def wait_readable(self) -> None:
        """Until `look` has something to say."""
        await trio.lowlevel.wait_readable(self._watch.fileno())

    def drain_stderr(self, most: int = 64) -> None:
        """Take what is in the pipe now: at most `most` readings, for a bot that never stops writing."""
        while most and self._hear_stderr():
            most -= 1

    def _hear_stderr(self) -> bool:
        try:
            data = os.read(self._err, READ_SIZE)
        except BlockingIOError:
            return False
        if data:
            self.stderr.feed(data)
        else:
            with suppress(FileNotFoundError, KeyError):
                self._watch.unregister(self._err)  # closed: it would be ready for ever
        return bool(data)

    def _rest(self) -> bytes:
        try:
            return os.read(self._out, READ_SIZE)
        except BlockingIOError:
            return b""

    def how_it_ended(self, closed: str) -> str:
        """`exited with code 1`, `was killed by SIGSEGV`, or, of one that still runs, that it `closed` its input or
        output."""
        code = self._popen.poll()
        if code is None:
            return f"closed its {closed}"
        if code >= 0:
            return f"exited with code {code}"
        try:
            return f"was killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"was killed by signal {-code}"

    async def wait_exit(self, seconds: float) -> bool:
        """Whether the main process ended within that time."""
        with trio.move_on_after(seconds):
            await trio.lowlevel.wait_readable(self._pidfd)
        return self._popen.poll() is not None

    def close_stdin(self) -> None:
        """An honest bot exits when its input ends."""
        if self._popen.stdin and not self._popen.stdin.closed:
            trio.lowlevel.notify_closing(self._in)
            self._popen.stdin.close()

    def peak_memory_kb(self) -> int | None:
        """The most memory that the main process has held, None once it is gone."""
        with suppress(OSError):
            for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    return int(line.split()[1])
        return None

    def kill(self) -> None:
        """Remove the process and all that it started; nothing is left when this returns. Never waits for a pipe."""
        doomed: set[int] = set()
        # A family that forks faster than it is counted is caught in a later round: killed parents fork no more.
        for _ in range(100):
            family = descendants(self.pid) | self._orphans()
            doomed |= family
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
            for pid in family:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            self._popen.wait()
            # Only when a parent is gone for good do its children become this process's, where the next round finds
            # them.
            gone = doomed & children(os.getpid())
            reap(gone)
            doomed -= gone
            if not family and not gone:
                break
        _mains.discard(self.pid)
        reap_orphans()
        self.drain_stderr()
        self._close()

    def _close(self) -> None:
        self.close_stdin()
        trio.lowlevel.notify_closing(self._watch.fileno())
        self._watch.close()
        os.close(self._pidfd)
        for pipe in (self._popen.stdout, self._popen.stderr):
            if pipe:
                pipe.close()

    def _orphans(self) -> set[int]:
        mark = f"{TOKEN}={self._token}".encode()
        found = set()
        for pid in children(os.getpid()) - {self.pid}:
            with suppress(OSError):
                if mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                    found |= {pid} | descendants(pid)
        return found


def children(pid: int) -> set[int]:
    """The living and the dead but not yet reaped children of a process."""
    found: set[int] = set()
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                found.update(map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split()))
    return found


def descendants(pid: int) -> set[int]:
    """Children, their children, and so on."""
    found: set[int] = set()
    todo = [pid]
    while todo:
        new = children(todo.pop()) - found
        found |= new
        todo.extend(new)
    return found


def kill_all(pids: set[int]) -> None:
    """Kill these children of ours with all their descendants, and collect them."""
    below = {pid for child in pids for pid in descendants(child)}
    for pid in pids | below:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    reap(pids)


def reap(pids: set[int]) -> None:
    """Collect those of our children among `pids` that have ended."""
    for pid in pids:
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)


def reap_orphans() -> None:
    """Collect what came to this process as its subreaper and has ended: the dead carry no token any more."""
    for pid in children(os.getpid()) - _mains:
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


def spawn(program: Program) -> BotProcess:
    """Start a bot. Raises OSError."""
    return BotProcess(program.argv, program.folder, program.env)
