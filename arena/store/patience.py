"""Waits for a file that another process has locked: whoever waits says for whom, and does not wait for ever.

A contest's file may be held by somebody who is no run of it: a copy that is being made, a shell of SQLite that was left
open, a reader of the whole file while a run wants to open or close it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from arena.store.layout import StoreError, code_of

PATIENCE = 300.0
"""The most seconds that a file is waited for: a copy of some gigabytes is made in that time, and whoever forgot a shell
can be found; a run keeps the games that end meanwhile."""
TRY = 1.0
"""The seconds in which SQLite itself tries to get a lock, before anything is said."""

_PAUSE = 0.05  # seconds between two tries: some locks SQLite does not wait for

T = TypeVar("T")
Say = Callable[[str], object]


class Locked(StoreError):
    """Somebody else has held the file for too long."""


class Patience:
    """How long one user of a file waits for it. `say` is told who is being waited for, once for each wait; `seconds` is
    the bound, which may be changed while somebody waits."""

    def __init__(self, path: Path, say: Say, seconds: float = PATIENCE) -> None:
        self.path = path
        self.say = say
        self.seconds = seconds

    def get(self, what: Callable[[], T]) -> T:
        """The result of `what`, as soon as nobody else keeps it from the file. Raises Locked, and whatever `what`
        raises."""
        began, told = time.monotonic(), False
        while True:
            try:
                return what()
            except sqlite3.OperationalError as problem:
                if (code_of(problem) or 0) & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
                who, waited = holder(self.path), time.monotonic() - began
                if waited >= self.seconds:
                    raise Locked(f"{self.path}: {who} has kept it locked for {waited:.0f} s; end that first") from None
                if not told:
                    self.say(f"{self.path}: {who} has locked it; waiting for that, {self.seconds:.0f} s at most")
                    told = True
                time.sleep(_PAUSE)


def holder(path: Path) -> str:
    """Who has locked a file of SQLite, in words. The file is not opened for that: closing it would drop this process's
    own locks."""
    for pid in dict.fromkeys(_holders(path)):
        with suppress(OSError):
            name = Path(f"/proc/{pid}/comm").read_text(errors="replace").strip()
            return f"process {pid} ({name})"
    return "another process"


def another_run(path: Path) -> str:
    """Which run has a contest's file, in words."""
    who = holder(path)
    return "another run" + (f", {who}," if who.startswith("process") else "")


def is_run(path: Path) -> bool:
    """Whether a run has a contest's file for itself, or nobody can say. The file is not opened for that, see
    `holder`."""
    try:
        inode = str(path.stat().st_ino)
        locks = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    except OSError:
        return True
    return any(words[1:2] == ["FLOCK"] and words[3] == "WRITE" and words[5].endswith(f":{inode}") for words in locks)


def _holders(path: Path) -> Iterator[int]:
    """The processes that hold a lock on it or on what lies beside it, those first that keep everybody else out."""
    inodes = set[str]()
    for file in (path, path.with_name(path.name + "-shm")):
        with suppress(OSError):
            inodes.add(str(file.stat().st_ino))
    found = list[tuple[bool, int]]()
    with suppress(OSError, ValueError):
        # NUMBER: KIND ADVISORY MODE PID MAJOR:MINOR:INODE BEGIN END, see proc_locks(5); one that waits has -> after it
        for line in Path("/proc/locks").read_text().splitlines():
            words = line.split()
            if words[1] != "->" and words[5].rpartition(":")[2] in inodes:
                found.append((words[3] == "READ", int(words[4])))
    return (pid for _, pid in sorted(found) if pid not in (os.getpid(), 0, -1))
