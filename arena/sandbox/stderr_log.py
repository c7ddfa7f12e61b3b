"""What a bot wrote to stderr in one game: all of a little, the two ends of a lot."""

from __future__ import annotations

from collections import deque


class StderrLog:
    """Keeps the first and the last `keep` bytes, however much comes."""

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self.size = 0
        """Bytes written by the bot."""

    def feed(self, data: bytes) -> None:
        self.size += len(data)
        room = self._keep - len(self._head)
        self._head += data[:room]
        rest = data[room:]
        if rest and self._keep:
            self._tail.append(rest)
            self._tail_size += len(rest)
            while self._tail_size - len(self._tail[0]) >= self._keep:
                self._tail_size -= len(self._tail.popleft())

    def content(self) -> bytes:
        """What was kept, with a mark where bytes are missing."""
        tail = b"".join(self._tail)[-self._keep :]
        cut = self.size - len(self._head) - len(tail)
        mark = f"\n[... {cut} bytes cut here ...]\n".encode() if cut else b""
        return bytes(self._head) + mark + tail

    def last_lines(self, most: int = 5, width: int = 200) -> list[str]:
        """The last lines, printable ASCII only (the rest escaped), each at most `width` characters."""
        lines = [line.rstrip() for line in self.content().split(b"\n") if line.strip()]
        return [line[:width].decode("latin-1").encode("unicode_escape").decode()[:width] for line in lines[-most:]]
