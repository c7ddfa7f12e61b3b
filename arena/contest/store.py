"""The truth about a contest: one SQLite file.

A game is in it whole or not at all, and what was reported as finished is in it for good: every batch of games is one
transaction, synced to the disk before anybody hears of it. Everything else (tables, pages, exports) is computed from
this file. It can be read while a contest is running; only one run at a time may write to it.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Container, Iterable, Iterator
from contextlib import closing, suppress

# Those of pathlib raise for words that are too long to be a file's name.
from os.path import exists, isfile
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from arena.referee import GameRecord, SeatFault, decode_record

APPLICATION_ID = 0x6172656E  # "aren", so that `file` and a wrong path are told apart from other SQLite files
SCHEMA_VERSION = 1


class Conduct(Struct, frozen=True):
    """Of a game's record, who sat where and what they did wrong."""

    number: int
    seating: tuple[str, ...]
    status: str
    faults: tuple[SeatFault, ...] = ()


_conduct = msgspec.json.Decoder(Conduct)


class StoreError(Exception):
    """The file cannot be used; the text says which file, why, and what to do."""


class Store:
    """An open contest file. `facts` are the contest's own, written when the file is made."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: int | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock

    @classmethod
    def create(cls, path: Path, facts: dict[str, Any]) -> Store:
        """A new file, open for writing. Raises StoreError where there is one already or none can be made."""
        # Made under another name and linked to its own when it is whole: a kill leaves no half-made contest. The name
        # is this process's own, so that of two runs that begin at once one loses, and neither writes into the other's.
        draft = path.with_name(f"{path.name}.{os.getpid()}.new")
        try:
            draft.unlink(missing_ok=True)
            with closing(sqlite3.connect(draft, isolation_level=None)) as db:
                db.execute("BEGIN")
                db.execute("CREATE TABLE fact (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID")
                db.execute("CREATE TABLE game (number INTEGER PRIMARY KEY, status TEXT NOT NULL, record BLOB NOT NULL)")
                rows = [(name, msgspec.json.encode(value)) for name, value in facts.items()]
                db.executemany("INSERT INTO fact VALUES (?, ?)", rows)
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
                db.execute("COMMIT")
            os.link(draft, path)
        except FileExistsError:
            raise StoreError(f"{path}: exists already; give --db another file") from None
        except (OSError, sqlite3.Error) as problem:
            advice = "is its folder there and may you write to it?"
            raise StoreError(f"{path}: cannot be made: {problem}; {advice}") from problem
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        return cls.open(path, write=True)

    @classmethod
    def open(cls, path: Path, write: bool = False) -> Store:
        """An existing file; with `write`, for this process alone. Raises StoreError."""
        if not isfile(path):
            if exists(path):
                raise StoreError(f"{path}: is not a file; name the contest's .db file")
            raise StoreError(f"{path}: there is no such file (`arena run` makes it)")
        lock, connection = None, None
        try:
            if write:
                # Opened before SQLite opens the file and closed after it: closing any descriptor of a file drops the
                # locks that SQLite holds on it. The kernel releases this lock however the process ends.
                lock = os.open(path, os.O_RDWR)
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Writing happens in one thread at a time, but not always in the same one.
            connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={'rw' if write else 'ro'}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
            )
            _check_layout(path, connection)  # before anything is written: it may be another program's file
            if write:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
            return cls(path, connection, lock)
        except (OSError, sqlite3.Error, StoreError) as problem:
            if connection is not None:
                connection.close()
            if lock is not None:
                os.close(lock)
            if isinstance(problem, StoreError):
                raise
            if isinstance(problem, BlockingIOError):
                advice = "another run is writing to it; wait for it, or give --db another file"
                raise StoreError(f"{path}: {advice}") from None
            raise StoreError(f"{path}: cannot be opened: {problem}; is it a contest's file?") from problem

    def close(self) -> None:
        """Fold the write-ahead log into the one file and let go of it."""
        if self._lock is not None:
            # One plain file again, which can be read without writing beside it; not while somebody is reading, though.
            with suppress(sqlite3.OperationalError):
                self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def facts(self) -> dict[str, Any]:
        """What the file was made with, and `set_fact` has added or changed since."""
        return {name: msgspec.json.decode(value) for name, value in self._rows("SELECT name, value FROM fact")}

    def set_fact(self, name: str, value: Any) -> None:
        """Add or change a fact that no finished game depends on. Raises StoreError."""
        self._write("INSERT OR REPLACE INTO fact VALUES (?, ?)", [(name, msgspec.json.encode(value))])

    def add(self, games: Iterable[tuple[int, str, bytes]]) -> None:
        """Finished games as (number, status, encoded record), all or none. Raises StoreError, and then adds nothing.

        When this returns, the games survive a power cut.
        """
        self._write("INSERT INTO game VALUES (?, ?, ?)", games)

    def _write(self, statement: str, rows: Iterable[tuple[Any, ...]]) -> None:
        try:
            with self._connection as db:
                db.execute("BEGIN IMMEDIATE")
                db.executemany(statement, rows)
        except sqlite3.Error as problem:
            raise StoreError(f"{self.path}: cannot be written: {problem}; the games before are safe") from problem

    def numbers(self) -> Container[int]:
        """The games that are here now; later ones are not seen."""
        ((last,),) = self._rows("SELECT max(number) FROM game")
        there = bytearray() if last is None else bytearray(last + 1)  # a byte a game: a set takes sixty
        for (number,) in self._rows("SELECT number FROM game WHERE number <= ?", last):
            there[number] = 1
        return _Numbers(there)

    def count(self) -> dict[str, int]:
        """Games by status."""
        return dict(self._rows("SELECT status, count(*) FROM game GROUP BY status"))

    def records(self) -> Iterator[GameRecord]:
        """All games by number, one at a time. Raises StoreError at one that cannot be read."""
        for number, line in self._rows("SELECT number, record FROM game ORDER BY number"):
            yield self._decode(number, line)

    def conducts(self) -> Iterator[Conduct]:
        """Of all games by number, what is needed to judge their bots: a small part of a record, read much faster."""
        for number, line in self._rows("SELECT number, record FROM game ORDER BY number"):
            try:
                yield _conduct.decode(line)
            except msgspec.MsgspecError as problem:
                raise StoreError(f"{self.path}: the record of game {number} cannot be read: {problem}") from problem

    def record(self, number: int) -> GameRecord | None:
        """One game, None where it is not here."""
        if number >= 2**63:
            return None  # past what SQLite calls a number
        found = list(self._rows("SELECT record FROM game WHERE number = ?", number))
        return self._decode(number, found[0][0]) if found else None

    def _rows(self, query: str, *values: Any) -> Iterator[Any]:
        try:
            # `yield from` would close the cursor of a file that may be closed by then.
            for row in self._connection.execute(query, values):  # noqa: UP028
                yield row
        except sqlite3.Error as problem:
            raise StoreError(f"{self.path}: cannot be read: {problem}") from problem

    def _decode(self, number: int, line: bytes) -> GameRecord:
        try:
            return decode_record(line)
        except msgspec.MsgspecError as problem:
            raise StoreError(f"{self.path}: the record of game {number} cannot be read: {problem}") from problem


def _check_layout(path: Path, connection: sqlite3.Connection) -> None:
    kind = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if kind != APPLICATION_ID:
        raise StoreError(f"{path}: not a contest file, but a SQLite file of something else; give --db another file")
    if version != SCHEMA_VERSION:
        raise StoreError(
            f"{path}: written by another version of arena (its layout is {version}, here {SCHEMA_VERSION}); "
            "use that version, or give --db another file"
        )


class _Numbers:
    def __init__(self, there: bytearray) -> None:
        self._there = there

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and 0 <= number < len(self._there) and self._there[number] == 1
