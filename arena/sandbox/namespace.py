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
from threading import Lock

import msgspec
from msgspec import Struct


class _Status(Struct, rename="kebab"):
    child_pid: int | None = None
    exit_code: int | None = None


class Namespace:
    """The namespace of one bot. `status` is the reading end of the pipe on which the jail reports. It must stay open
    until the jail has ended: a jail that cannot report dies of that, and nobody learns how the bot ended. What the jail
    reports is read when it is asked for; two threads may ask."""

    def __init__(self, status: int) -> None:
        os.set_blocking(status, False)
        self._status = status
        self._lock = Lock()
        self._first: int | None = None
        self._first_fd: int | None = None
        self._exit_code: int | None = None
        self._unread = b""
        self._open = True

    @property
    def first(self) -> int | None:
        """The pid of its first process; None as long as that is not known."""
        if self._first is None:
            self._hear()
        return self._first

    @property
    def exit_code(self) -> int | None:
        """The bot's exit code once it has ended, else None; 128 and more may stand for a signal."""
        if self._exit_code is None:
            self._hear()
        return self._exit_code

    def _hear(self) -> None:
        with self._lock:
            while self._open:
                try:
                    data = os.read(self._status, 4096)
                except BlockingIOError:
                    return
                self._open = bool(data)
                *lines, self._unread = (self._unread + data).split(b"\n")
                for line in lines:
                    with suppress(msgspec.DecodeError):  # a later version may report other things
                        self._learn(msgspec.json.decode(line, type=_Status))

    def _learn(self, status: _Status) -> None:
        if status.child_pid is not None:
            with suppress(ProcessLookupError):  # it is gone already
                self._first_fd = os.pidfd_open(status.child_pid)
            self._first = status.child_pid
        if status.exit_code is not None:
            self._exit_code = status.exit_code

    def signal_first(self) -> None:
        """Begin to end everything inside."""
        if self.first is not None and self._first_fd is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._first_fd, signal.SIGKILL)

    def kill(self, seconds: float) -> None:
        """End everything inside and wait for it at most so many `seconds`; nothing is left then, unless that was not
        enough."""
        end = time.monotonic() + seconds
        while self.first is None and self._open and _ready(self._status, end):
            pass
        self.signal_first()
        if self._first_fd is not None:
            _ready(self._first_fd, end)

    def close(self) -> None:
        """Close the pipe: nothing more is heard from the jail."""
        with self._lock:
            self._open = False
            for fd in (self._status, self._first_fd):
                if fd is not None:
                    os.close(fd)
            self._first_fd = None


def _ready(fd: int, end: float) -> bool:
    """Whether it can be read before `end`, on the monotonic clock."""
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(max(0.0, end - time.monotonic()) * 1000))
