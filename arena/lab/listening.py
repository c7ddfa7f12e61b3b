"""What one process was sent and said, byte for byte, heard beside the referee."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from arena.players import Process

MOST_HEARD = 1 << 16
"""Bytes of what a bot says to one request that are kept."""


class Tap:
    """Hears each process that is handed to `around`, one after the other; `sent` gets all that was sent, as it went
    into the pipe."""

    def __init__(self, sent: Callable[[bytes], object] | None = None) -> None:
        self.request = b""
        """The last line that was sent, its newline with it."""
        self.said = b""
        """What came on stdout since then."""
        self.pid: int | None = None
        """Of the last process."""
        self._sent = sent

    def around(self, process: Process) -> Process:
        """The same process, heard."""
        self.request = self.said = b""
        self.pid = getattr(process, "pid", None)
        return cast(Process, _Heard(process, self))  # what it does not hear it hands on

    def took(self, data: bytes) -> None:
        """So much of a line has been sent."""
        if self._sent is not None:
            self._sent(data)
        if self.request.endswith(b"\n"):
            self.request = self.said = b""
        self.request += data

    def heard(self, data: bytes) -> None:
        """So much has come."""
        self.said = (self.said + data)[:MOST_HEARD]


class _Heard:
    """A process that says to a tap what passes."""

    def __init__(self, process: Process, tap: Tap) -> None:
        self._process = process
        self._tap = tap

    def __getattr__(self, name: str) -> Any:
        return getattr(self._process, name)

    def send_now(self, data: bytes) -> int:
        taken = self._process.send_now(data)
        self._tap.took(data[:taken])
        return taken

    def look(self, patience: float, asked: bool = False) -> bytes | None:
        data = self._process.look(patience, asked)
        if data:
            self._tap.heard(data)
        return data
