"""The process namespace that a jail makes for a bot, as its starter sees it from outside.

Whoever kills the jail's starter instead of the namespace's first process leaves sandboxes behind when it happens in the
first milliseconds, some for ever. So the first process is waited for, and killed through a descriptor, which can never
mean another process; the kernel then ends everything inside.
"""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import suppress

import msgspec
from msgspec import Struct


class _Status(Struct, rename="kebab"):
    child_pid: int | None = None
    exit_code: int | None = None


class Namespace:
    """`status` is the reading end of the pipe on which the jail reports; it must stay open until the jail has ended,
    for a jail that cannot report dies of that, and nobody learns how the bot ended."""

    def __init__(self, status: int) -> None:
        os.set_blocking(status, False)
        self.status = status
        self.first: int | None = None
        """The pid of its first process, once it is known."""
        self.exit_code: int | None = None
        """The bot's, once it has ended; 128 and more may be a signal."""
        self._first_fd: int | None = None
        self._unread = b""

    def hear(self) -> bool:
        """Take what was reported; False when nothing more will be."""
        try:
            data = os.read(self.status, 4096)
        except BlockingIOError:
            return True
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            with suppress(msgspec.DecodeError):  # a later version may report more than one line's worth
                self._learn(msgspec.json.decode(line, type=_Status))
        return bool(data)

    def _learn(self, status: _Status) -> None:
        if status.child_pid is not None:
            self.first = status.child_pid
            with suppress(ProcessLookupError):  # it is gone already
                self._first_fd = os.pidfd_open(status.child_pid)
        if status.exit_code is not None:
            self.exit_code = status.exit_code

    def signal_first(self) -> None:
        """Begin the end of everything inside."""
        if self._first_fd is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._first_fd, signal.SIGKILL)

    def kill(self, seconds: float) -> None:
        """End everything inside; nothing is left when this returns, unless the time was not enough."""
        end = time.monotonic() + seconds
        while self.first is None and _ready(self.status, end) and self.hear():
            pass
        self.signal_first()
        if self._first_fd is not None:
            _ready(self._first_fd, end)

    def close(self) -> None:
        for fd in (self.status, self._first_fd):
            if fd is not None:
                os.close(fd)


def _ready(fd: int, end: float) -> bool:
    """Whether it can be read before `end`, on the monotonic clock."""
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(max(0.0, end - time.monotonic()) * 1000))
