"""Keeps what a bot wrote to stderr in one game: everything if it is little, the two ends if it is much."""

from __future__ import annotations

import re
from collections import deque

from arena.protocol import printable, printable_lines

MOST_CHAPTERS = 1000

# A character of UTF-8 that lost its end, or its beginning, where bytes were cut.
_LOST_END = re.compile(rb"(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})\Z")
_LOST_BEGINNING = re.compile(rb"\A[\x80-\xbf]{1,3}")


class StderrLog:
    """Keeps the first and the last `keep` bytes, however much comes; what it gives of them is safe to look at."""

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self.size = 0
        """The number of bytes that the bot has written."""
        self.chapter = 0
        """The number of the chapter to which belongs what comes now; whoever listens raises it."""
        self.chapters: list[tuple[int, int]] = []
        """For each chapter in which something came: its number, and the first line that ended in it, counted from 0.
        This covers only the first `keep` bytes, and no more than `MOST_CHAPTERS` chapters: what follows belongs to the
        last of them.
        """
        self._lines = 0

    def feed(self, data: bytes) -> None:
        self.size += len(data)
        room = self._keep - len(self._head)
        if room > 0 and len(self.chapters) < MOST_CHAPTERS:
            if not self.chapters or self.chapters[-1][0] != self.chapter:
                self.chapters.append((self.chapter, self._lines))
            self._lines += data[:room].count(b"\n")
        self._head += data[:room]
        rest = data[room:]
        if rest and self._keep:
            self._tail.append(rest)
            self._tail_size += len(rest)
            while self._tail_size - len(self._tail[0]) >= self._keep:
                self._tail_size -= len(self._tail.popleft())

    def content(self) -> bytes:
        """What was kept, with a mark where bytes are missing, as UTF-8 and escaped by `printable_lines`. Escaping makes
        at most four bytes of one."""
        return printable_lines(self._kept()).encode()

    def last_lines(self, most: int = 5, width: int = 200) -> list[str]:
        """The last lines that are not blank, as `printable` shows them, each at most `width` characters."""
        # A character has at most four bytes: one that is cut there would be the first past the width.
        return [printable(line[: 4 * width])[:width] for line in self.tail(most)]

    def tail(self, most: int) -> list[bytes]:
        """The last lines that are not blank, byte for byte as they came."""
        return [line.rstrip() for line in self._kept().split(b"\n") if line.strip()][-most:]

    def _kept(self) -> bytes:
        head, tail = bytes(self._head), b"".join(self._tail)[-self._keep :]
        if self.size == len(head) + len(tail):
            return head + tail
        head, tail = _LOST_END.sub(b"", head), _LOST_BEGINNING.sub(b"", tail)
        return head + b"\n[... %d bytes cut here ...]\n" % (self.size - len(head) - len(tail)) + tail
