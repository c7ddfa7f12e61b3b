"""Files that may be a stranger's: opened without ever waiting, and never read further than they were long.

A name may have meant a file when it was looked at and be a pipe when it is opened; whoever opened that as a file would
wait for ever. So what was opened is looked at, and nothing else counts.
"""

from __future__ import annotations

import os
import stat
from errno import EFBIG, EINVAL
from hashlib import sha256

MIB = 1024 * 1024

PIECE = MIB
"""The number of bytes that are read at once."""

NEVER_WAIT = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
"""The flags of opening that wait neither for somebody to write into a pipe nor for whoever holds a lease on a file."""


def open_regular(path: str | os.PathLike[str], dir_fd: int | None = None, flags: int = 0) -> int:
    """Open a regular file for reading. Returns a descriptor, which the caller closes. Raises OSError for anything
    else.
    """
    fd = os.open(path, NEVER_WAIT | flags, dir_fd=dir_fd)
    if stat.S_ISREG(os.fstat(fd).st_mode):
        return fd
    os.close(fd)
    raise OSError(EINVAL, "it is not a file", str(path))


def read_regular(path: str | os.PathLike[str], most: int, dir_fd: int | None = None, flags: int = 0) -> bytes:
    """The whole content of a regular file of at most `most` bytes. Raises OSError, with EFBIG for one that is
    longer.
    """
    fd = open_regular(path, dir_fd, flags)
    try:
        return read_whole(fd, most)
    finally:
        os.close(fd)


def read_head(path: str | os.PathLike[str], most: int) -> bytes:
    """The first `most` bytes of a regular file, or all if there are fewer. Raises OSError."""
    fd = open_regular(path)
    try:
        return os.read(fd, most)
    finally:
        os.close(fd)


def read_whole(fd: int, most: int) -> bytes:
    """What is left to read of an opened file, if that is at most `most` bytes. Raises OSError, with EFBIG if it is
    more."""
    if (long := os.fstat(fd).st_size) > most:
        raise OSError(EFBIG, f"it has {long:,} bytes, more than {most:,}")
    found = bytearray()
    while piece := os.read(fd, min(PIECE, most + 1 - len(found))):
        found += piece
        if len(found) > most:
            raise OSError(EFBIG, f"it has more than {most:,} bytes")
    return bytes(found)


def hash_regular(path: str | os.PathLike[str], most: int | None = None) -> str:
    """The SHA-256 of a regular file, in hex digits. Raises OSError, with EFBIG for one that is longer than `most` bytes
    or than it says: somebody writes to it, or it has no end."""
    fd = open_regular(path)
    try:
        return hash_whole(fd, str(path), most)
    finally:
        os.close(fd)


def hash_whole(fd: int, path: str, most: int | None = None) -> str:
    """The SHA-256 of an opened file, as `hash_regular` gives it; `path` names the file in errors."""
    long = os.fstat(fd).st_size
    if most is not None and long > most:
        raise OSError(EFBIG, f"it has {long:,} bytes, more than {most:,}", path)
    total = sha256()
    while piece := os.read(fd, PIECE):
        long -= len(piece)
        if long < 0:
            raise OSError(EFBIG, "it is longer than it says", path)
        total.update(piece)
    return total.hexdigest()
