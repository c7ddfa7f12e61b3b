"""Reads the small files in which the kernel tells of processes."""

from __future__ import annotations

import os

SIZE = 16384  # bytes that are read at a time


def read_line(path: str) -> bytes:
    """The content of a file that never has more than one short line. Raises OSError."""
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(fd, SIZE)
    finally:
        os.close(fd)


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
