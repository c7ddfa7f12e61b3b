"""Server-sent events: what is told to any number of readers, kept once for all of them.

A reader has a place in what was told and no buffer of its own: one that is slow costs nothing more than its
connection. It is cut off when what it has still to be told is no longer kept, or when it takes nothing in for too long,
and may come back: with the last event that it has (browsers do that by themselves) it goes on from there.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import AsyncGenerator

import trio

TYPE = "text/event-stream"
BEAT_SECONDS = 15.0
"""The seconds of silence after which a reader is told that nothing was lost: so both ends find out when the other is
gone."""
BACK_MS = 2000
"""The milliseconds after which a reader that was cut off comes back."""
AT_ONCE = 64 << 10
"""The bytes that a reader gets in one piece, except for a longer event."""


class Feed:
    """Events in the order in which they were told. `keeps` is how many bytes of them are kept, of the latest."""

    def __init__(self, keeps: int) -> None:
        self._keeps = keeps
        self._name = secrets.token_hex(6)
        """Unlike that of any other feed, of this process or one before it: events of another are none of ours."""
        self._told = deque[bytes]()
        self._first = 0
        """The number of the first that is kept."""
        self._size = 0
        self._over = False
        self._news = trio.Event()

    @property
    def next(self) -> int:
        """The number of events that were told."""
        return self._first + len(self._told)

    @property
    def last(self) -> str:
        """The name of the last that was told, which a reader who knows what has been so far goes on after; "" if none
        was."""
        return f"{self._name}-{self.next - 1}" if self.next else ""

    @property
    def whole(self) -> bool:
        """Whether all events that were told are still kept."""
        return self._first == 0

    def tell(self, kind: str, data: bytes) -> None:
        """Tell an event of that kind; `data` is JSON in one line."""
        assert b"\n" not in data
        event = b"id: %s-%d\nevent: %s\ndata: %s\n\n" % (self._name.encode(), self.next, kind.encode(), data)
        self._told.append(event)
        self._size += len(event)
        while self._size > self._keeps and len(self._told) > 1:
            self._size -= len(self._told.popleft())
            self._first += 1
        self._wake()

    def end(self) -> None:
        """Say that nothing more will be told: readers go when they have heard all."""
        self._over = True
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = trio.Event()

    async def read(self, last: str = "") -> AsyncGenerator[bytes]:
        """Yield everything that is kept and will be told, after the event `last` if that is one of these."""
        at = self._after(last)
        yield b"retry: %d\n\n" % BACK_MS
        while at >= self._first:
            if at < self.next:
                pieces, size = list[bytes](), 0
                while at < self.next and size < AT_ONCE:
                    pieces.append(self._told[at - self._first])
                    size += len(pieces[-1])
                    at += 1
                yield b"".join(pieces)
            elif self._over:
                return
            else:
                with trio.move_on_after(BEAT_SECONDS) as silence:
                    await self._news.wait()
                if silence.cancelled_caught:
                    yield b":\n\n"

    def _after(self, last: str) -> int:
        """The number of the event after that one."""
        name, _, number = last.partition("-")
        if name == self._name and number.isdecimal() and len(number) < 16:
            after = int(number) + 1
            if self._first <= after <= self.next:
                return after
        return self._first
