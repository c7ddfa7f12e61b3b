"""The tables of a contest's file, and a checksum for each of their rows.

SQLite finds out by itself that the pages of a file do not fit each other, but neither that a byte in the middle of a
record was changed nor that the last page was cut short. So every row has a checksum of all that is in it, and of the
table that it is in: what is read of a file is what was written, or it is damaged, and that is said. A row can also be
recognised for what it is wherever it lies (see `arena.store.salvage`). The checksum is no protection against people,
who can compute one too.
"""

from __future__ import annotations

import sqlite3
from binascii import crc32
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from arena.errors import WrongInput
from arena.protocol import printable

APPLICATION_ID = 0x6172656E  # "aren", so that `file` and a wrong path are told apart from other SQLite files
SCHEMA_VERSION = 4
PAGE = 8192  # bytes; records of 2 kB and more would leave half of a smaller page empty
MAGIC = b"SQLite format 3\0"

# `result` holds rows of games in the order in which they were stored, 64 together: a million rows of SQLite
# take ten times as long to read. `state` has one row, see `State`.
SCHEMA = """
CREATE TABLE fact (name TEXT PRIMARY KEY, value BLOB NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE game (number INTEGER PRIMARY KEY, status TEXT NOT NULL, record BLOB NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE result (part INTEGER PRIMARY KEY, heads BLOB NOT NULL, cells BLOB NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE tally (bot INTEGER PRIMARY KEY, name TEXT NOT NULL, value BLOB NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE stage (number INTEGER PRIMARY KEY, value BLOB NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE state (one INTEGER PRIMARY KEY, facts INTEGER NOT NULL, stages INTEGER NOT NULL, games INTEGER NOT NULL,
    passed INTEGER NOT NULL, folded INTEGER NOT NULL, sum INTEGER NOT NULL);
"""
COLUMNS = {"fact": 3, "game": 4, "result": 4, "tally": 4, "stage": 3, "state": 7}
_LAYOUT = "SELECT type, name, tbl_name, sql FROM sqlite_master"
_MACHINE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PROTOCOL,
}
"""SQLite's codes for what is not the file's own fault."""


class State(NamedTuple):
    """How many facts, stages and games there are, since a page that lost its last row looks like one that never had it;
    what `Ledger.complete_below` says, in the column `passed`; and whether everything is in the file itself, so that no
    log belongs to it."""

    facts: int
    stages: int = 0
    games: int = 0
    complete_below: int = 0
    folded: int = 1

    @property
    def row(self) -> tuple[Any, ...]:
        """The values of its row, to be written."""
        return row("state", 1, *self)


class StoreError(WrongInput):
    """The file cannot be used; the text says which file, why, and what to do."""


class Damaged(StoreError):
    """What is in the file is not what was written to it. `what` is the message without the file's name and without what
    to do."""

    def __init__(self, text: str, what: str) -> None:
        super().__init__(text)
        self.what = what


def damaged(path: Path, what: str) -> Damaged:
    """The error for a damaged file, which adds what to do about it."""
    return Damaged(
        f"{path}: damaged: {what}; `arena repair {path}` keeps it under another name and brings every whole game into "
        "a new file, and `arena run` then plays the others again",
        what,
    )


def beside(path: Path) -> tuple[Path, ...]:
    """The files in which a run that was killed leaves what is not in its contest's file yet. Whoever opens that file
    takes it in."""
    return tuple(path.with_name(path.name + ending) for ending in ("-wal", "-journal"))


def sum_of(table: str, *values: Any) -> int:
    """The checksum of a row with these values."""
    total = crc32(table.encode())
    for value in values:
        data = value if isinstance(value, bytes) else repr(value).encode()
        total = crc32(data, crc32(b"%d " % len(data), total))
    return total


def row(table: str, *values: Any) -> tuple[Any, ...]:
    """A whole row with its checksum, to be written."""
    return *values, sum_of(table, *values)


def holds(table: str, row: tuple[Any, ...]) -> bool:
    """Whether a row is as it was written."""
    return len(row) == COLUMNS[table] and bool(sum_of(table, *row[:-1]) == row[-1])


def insert(table: str, over: bool = False) -> str:
    """The SQL statement that writes a whole row; `over` says whether it may replace a row with the same key."""
    return f"INSERT{' OR REPLACE' if over else ''} INTO {table} VALUES ({', '.join('?' * COLUMNS[table])})"


def code_of(problem: BaseException) -> int | None:
    """SQLite's code of an error, with all details; None for what Python itself cannot decode."""
    return getattr(problem, "sqlite_errorcode", None)


def is_damage(problem: BaseException) -> bool:
    """Whether an error of SQLite is the fault of the file, and not of the machine or of somebody else who uses the
    file."""
    code = code_of(problem)
    short_read = 522  # SQLITE_IOERR_SHORT_READ, which this Python does not name
    return code is None or code == short_read or code & 0xFF not in _MACHINE


def check_layout(path: Path, db: sqlite3.Connection) -> None:
    """Raises StoreError if the file is no contest's, or another version's, or holds tables that none has."""
    ((kind,),), ((version,),) = db.execute("PRAGMA application_id"), db.execute("PRAGMA user_version")
    found = set(db.execute(f"{_LAYOUT} LIMIT 100"))
    if kind != APPLICATION_ID:
        if found == _layout():
            raise damaged(path, "its header is not that of a contest's file")
        raise StoreError(f"{path}: not a contest file, but a SQLite file of something else; give --db another file")
    if version != SCHEMA_VERSION:
        age = "a newer" if version > SCHEMA_VERSION else "an older"
        raise StoreError(
            f"{path}: written by {age} version of arena (its layout is {version}, here {SCHEMA_VERSION}); "
            "use that version, or give --db another file"
        )
    own = {(what, name) for what, name, _, _ in _layout()}
    for what, name, _, _ in found - _layout():
        if (what, name) in own:
            raise damaged(path, f"its {what} {name} is not laid out as in a contest's file")
        # It may be a stranger's: a view can compute for ever, and a trigger does what it likes when something is added.
        raise StoreError(
            f"{path}: it has a {what} {printable(str(name))}, as no contest's file has: nothing is read of it"
        )
    for what, name, _, _ in _layout() - found:
        raise damaged(path, f"it has no {what} {name}")


@cache
def _layout() -> frozenset[tuple[str, ...]]:
    """All that a file's own description of itself holds."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(SCHEMA)
        return frozenset(db.execute(_LAYOUT))


def check_head(path: Path, head: bytes) -> None:
    """Check the first bytes of a file. Raises StoreError if they cannot be those of a contest's file."""
    if not head:
        raise StoreError(
            f"{path}: is empty (0 bytes), and so no contest's file; remove it, and `arena run` makes a new one there"
        )
    if head.startswith(b"PK"):
        raise StoreError(f"{path}: is a zip file, and not a contest's; `arena verify` looks at a sealed bundle")
    if not head.startswith(MAGIC):
        raise Damaged(
            f"{path}: not a contest file: it is not a database, or its first bytes are damaged; name the contest's .db "
            f"file, or if this was one, `arena repair {path}` brings every whole game into a new file",
            "its first bytes are not those of a database",
        )


def check_size(path: Path, db: sqlite3.Connection, size: int) -> None:
    """Check the size of a file that has no log beside it. Raises Damaged if its end is missing, or something follows
    it."""
    ((pages,),) = db.execute("PRAGMA page_count")
    if size < pages * PAGE:
        raise damaged(path, f"it has {size} bytes of {pages * PAGE}: its end was cut off")
    if size > pages * PAGE:
        raise damaged(
            path, f"it has {size} bytes, and only {pages * PAGE} are its own: something was written after them"
        )


def at_rest(head: bytes) -> bool:
    """Whether the first bytes of a file say that no log belongs to it."""
    return head[18:20] == b"\1\1"


def has_log(path: Path) -> bool:
    """Whether there is anything in the log beside a file."""
    try:
        return beside(path)[0].stat().st_size > 0
    except OSError:
        return False
