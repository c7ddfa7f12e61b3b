"""What one bot wrote to stderr in one game, and the file in which that is kept."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from arena.sandbox import StderrLog

BLOCK = 4096
"""The bytes of a disk that the smallest file takes."""


def log_name(game: int, seat: int) -> str:
    """The name of the file with what that seat wrote to stderr in that game."""
    return f"{game}-seat{seat}.err"


class StderrFile:
    """What that seat writes to stderr in that game, and its file in `folder`: `keep` bytes are kept of both ends, and
    written to a file only if `kept`."""

    def __init__(self, folder: Path, game: int, seat: int, keep: int, kept: bool) -> None:
        self.log = StderrLog(keep)
        self._folder = folder
        self._name = log_name(game, seat)
        self.game = game
        self.told = self._name if kept else "not kept: limits.logs_mb"
        """Where the log is found, in words for people."""
        self.written: str | None = None
        """The name of the file, once there is one."""
        self._kept = kept
        self._size = 0
        self._blocks = 0

    def save(self, room: int | None = None) -> int:
        """Write all that has come, if any has come since the last time, and if the file grows by no more than `room`
        bytes of the disk. Returns by how many bytes it has grown."""
        if not self._kept or self.log.size == self._size:
            return 0
        content = self.log.content()
        blocks = -(-len(content) // BLOCK) * BLOCK
        grown = blocks - self._blocks
        if room is not None and grown > room:
            return 0
        with suppress(OSError):  # a full disk takes no log; whether it takes the game is the store's to say
            self._folder.mkdir(0o700, parents=True, exist_ok=True)
            (self._folder / self._name).write_bytes(content)
            self.written = f"{self._folder.name}/{self._name}"
        self._size, self._blocks = self.log.size, blocks
        return grown
