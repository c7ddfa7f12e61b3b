"""A child process with its pipes, started as its command wants them.

`subprocess` can only put a pipe on descriptors 0 to 2. A jail needs its bot's pipes on two others: whatever helps to
make the jail goes on holding 0 to 2, and nobody would see the bot close its own. So those are started by
`posix_spawn`, which moves descriptors in the child and needs no shell for it.
"""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from fcntl import F_DUPFD_CLOEXEC, fcntl
from typing import Protocol

from arena.sandbox.interface import Command

BOT_IN, BOT_OUT = 3, 4
FIRST_FREE = 10
"""No descriptor from this number on gets into the way of those that are moved."""


class Child(Protocol):
    """The part of `subprocess.Popen` that is needed here."""

    pid: int

    def poll(self) -> int | None: ...
    def wait(self) -> int: ...
    def kill(self) -> None: ...


class Pipes:
    """The pipes for stdin, stdout and stderr of a child: this process's ends, which never block, and the child's own
    ends.
    """

    def __init__(self) -> None:
        self._fds: list[int] = []
        try:
            self.child_in, self.stdin = self._pipe()
            self.stdout, self.child_out = self._pipe()
            self.stderr, self.child_err = self._pipe()
        except OSError:
            self.close()
            raise
        for fd in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(fd, False)

    def _pipe(self) -> tuple[int, int]:
        ends = high_pipe()
        self._fds += ends
        return ends

    def holds(self, fd: int) -> bool:
        """Whether this descriptor is still open."""
        return fd in self._fds

    def close(self, *fds: int) -> None:
        """Close these descriptors; all if none are named."""
        for fd in fds or tuple(self._fds):
            if fd in self._fds:
                self._fds.remove(fd)
                os.close(fd)

    def start(self, command: Command, env: dict[str, str]) -> Child:
        """Start the command with the child's ends as its pipes, in a session of its own. Raises OSError."""
        try:
            if command.status is not None:
                return _Spawned(command, env, self)
            return subprocess.Popen(
                command.argv,
                cwd=command.folder,
                env=env,
                stdin=self.child_in,
                stdout=self.child_out,
                stderr=self.child_err,
                start_new_session=True,
                pass_fds=command.fds,
            )
        finally:
            self.close(self.child_in, self.child_out, self.child_err)


class _Spawned:
    """Implements `Child`: its stdin and stdout are nothing, and the pipes lie on `BOT_IN` and `BOT_OUT`."""

    def __init__(self, command: Command, env: dict[str, str], pipes: Pipes) -> None:
        kept = {0, 1, 2, BOT_IN, BOT_OUT, *command.fds}
        actions: list[tuple[int, ...] | tuple[int, int, str, int, int]] = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_DUP2, pipes.child_err, 2),
            (os.POSIX_SPAWN_DUP2, pipes.child_in, BOT_IN),
            (os.POSIX_SPAWN_DUP2, pipes.child_out, BOT_OUT),
            *((os.POSIX_SPAWN_DUP2, fd, fd) for fd in command.fds),  # on itself: it is inherited then
        ]
        # What this process was given itself, and would hand on.
        actions += [(os.POSIX_SPAWN_CLOSE, fd) for fd in _inheritable() - kept]
        self._code: int | None = None
        self.pid = os.posix_spawn(command.argv[0], command.argv, env, file_actions=actions, setsid=True)

    def poll(self) -> int | None:
        return self._collect(os.WNOHANG)

    def wait(self) -> int:
        code = self._collect(0)
        assert code is not None  # it was waited for
        return code

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, 9)

    def _collect(self, how: int) -> int | None:
        if self._code is None:
            pid, status = os.waitpid(self.pid, how)
            if pid:
                self._code = os.waitstatus_to_exitcode(status)
        return self._code


def _inheritable() -> set[int]:
    found = set()
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):  # the listing's own
            if os.get_inheritable(int(name)):
                found.add(int(name))
    return found


def high_pipe() -> tuple[int, int]:
    """Make a pipe. Neither of its ends has one of the numbers to which others are moved."""
    ends = os.pipe()
    high: list[int] = []
    try:
        for fd in ends:
            high.append(fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FREE))
    except OSError:
        for fd in high:
            os.close(fd)
        raise
    finally:
        for fd in ends:
            os.close(fd)
    return high[0], high[1]
