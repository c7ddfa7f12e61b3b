"""A file that is there whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

# Those of pathlib raise for words that are too long to be a file's name.
from os.path import exists, isfile, lexists, realpath
from pathlib import Path
from typing import IO

from arena.errors import Trouble, WrongInput
from arena.files import open_regular
from arena.store.layout import APPLICATION_ID

_BESIDE = ("", "-wal", "-shm", "-journal")
"""The endings of the files that SQLite has of a database."""
_NO_PLACE = {errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EACCES, errno.EPERM, errno.EROFS, errno.ENAMETOOLONG,
             errno.ELOOP}  # fmt: skip
"""The errors for which the path is to blame. For all others, such as a full disk, it is the machine."""


class NoPlace(WrongInput):
    """No file can be made at that path, whatever is in it; the text says where, why, and what to do."""


class WriteFailed(Trouble):
    """The machine could not write the file; the text says which and why."""


@contextmanager
def whole_file(path: Path, over: bool) -> Iterator[IO[bytes]]:
    """Write a new file under another name; it gets its own name when the block ends well. `over` says whether it may
    replace a file that is there; it never replaces a contest's file. If the path is a link, the file is made where the
    link leads.

    Raises NoPlace, if that can be known before the block begins, and WriteFailed. What the block itself raises passes
    through, but for OSError, which is taken to come from writing.
    """
    try:
        _refuse(path, over)
        target = Path(realpath(path))
        draft = target.with_name(f"{target.name}.{os.getpid()}.new")
        try:
            draft.unlink(missing_ok=True)  # of a process that was killed, or a link that somebody laid there
            with draft.open("xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if over:
                draft.replace(target)
            else:
                os.link(draft, target)
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
    except FileExistsError:  # it has come meanwhile
        raise _there_already(path) from None
    except OSError as problem:
        # Not the problem's own words: they name the draft.
        why = f"{path}: cannot be written: {os.strerror(problem.errno) if problem.errno else problem}"
        if problem.errno in _NO_PLACE:
            raise NoPlace(f"{why}; is its folder there, and may you write to it?") from problem
        raise WriteFailed(why) from problem


def _refuse(path: Path, over: bool) -> None:
    """Raises NoPlace for what must stay as it is, and OSError where that cannot be known."""
    if not over and lexists(path):
        raise _there_already(path)
    if exists(path) and not isfile(path):
        raise NoPlace(f"{path}: is there and is not a file; give another file with -o")
    target = realpath(path)
    for end in _BESIDE:
        if target.endswith(end) and _is_contest(target.removesuffix(end)):
            what = "belongs to a contest's file" if end else "is a contest's file"
            raise NoPlace(f"{path}: {what}, and is never written over; give another file with -o")


def _there_already(path: Path) -> NoPlace:
    return NoPlace(f"{path}: exists already, and is not written over; give another file with -o")


def _is_contest(path: str) -> bool:
    """Whether it is a contest's file, of any version of arena, whole or not; see the SQLite file format for the header
    of a database.
    """
    if not isfile(path):
        return False
    fd = open_regular(path)
    try:
        head = os.read(fd, 72)
    finally:
        os.close(fd)
    return head.startswith(b"SQLite format 3\0") and head[68:] == APPLICATION_ID.to_bytes(4, "big")
