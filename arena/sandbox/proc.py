"""Reads the small files in which the kernel tells of processes."""

from __future__ import annotations

import os

SIZE = 16384  # bytes that are read at a time
LINE = 256  # bytes that a short line has at most


class ReadAgain:
    """Reads a file that never has more than one short line, again and again: it stays open, since to open it takes ten
    times as long as to read it. Only one file is open at a time, the last one. Not to be shared by threads."""

    def __init__(self) -> None:
        self._path = ""
        self._fd = -1

    def read(self, path: str) -> bytes:
        """What is in the file now. Raises OSError, also for a file about a process that has ended meanwhile."""
        if path != self._path:
            self.close()
            self._fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            self._path = path
        try:
            return os.pread(self._fd, LINE, 0)
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the file; it is opened again when it is read again."""
        if self._path:
            os.close(self._fd)
            self._path = ""


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The whole content of such a file. Raises OSError.

    This makes four system calls where a `Path` makes eight: these files are read many times a second, and in every call
    a thread lets go of the interpreter, which the event loop takes from it and has to give back.
    """
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        data = os.read(fd, SIZE)
        while more := os.read(fd, SIZE):  # long lists come in pieces
            data += more
        return data
    finally:
        os.close(fd)
