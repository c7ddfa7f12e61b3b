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
from pathlib import Path
from typing import Any

import msgspec

from arena.referee import GameRecord, decode_record

APPLICATION_ID = 0x6172656E  # "aren", so that `file` and a wrong path are told apart from other SQLite files
SCHEMA_VERSION = 1


class StoreError(Exception):
    """The file cannot be used; the text says which file, why, and what to do."""


class Store:
    """An open contest file. `facts` are the contest's own: written once, when the file is made."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: int | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock

    @classmethod
    def create(cls, path: Path, facts: dict[str, Any]) -> Store:
        """A new file, open for writing. Raises StoreError where there is one already or none can be made."""
        # Made under another name and linked to its own when it is whole: a kill leaves no half-made contest.
        draft = path.with_name(path.name + ".new")
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
            draft.unlink()
        except FileExistsError:
            raise StoreError(f"{path}: exists already") from None
        except (OSError, sqlite3.Error) as problem:
            raise StoreError(f"{path}: cannot be made: {problem}") from problem
        return cls.open(path, write=True)

    @classmethod
    def open(cls, path: Path, write: bool = False) -> Store:
        """An existing file; with `write`, for this process alone. Raises StoreError."""
        if not path.is_file():
            raise StoreError(f"{path}: there is no such file (`arena run` makes it)")
        store = cls._connect(path, write)
        try:
            kind = store._connection.execute("PRAGMA application_id").fetchone()[0]
            version = store._connection.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.Error as problem:
            store.close()
            raise StoreError(f"{path}: not a contest file: {problem}") from problem
        if kind != APPLICATION_ID:
            store.close()
            raise StoreError(f"{path}: not a contest file (a SQLite file of something else)")
        if version != SCHEMA_VERSION:
            store.close()
            raise StoreError(f"{path}: written by another version of arena (layout {version}, here {SCHEMA_VERSION})")
        return store

    @classmethod
    def _connect(cls, path: Path, write: bool) -> Store:
        lock = None
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
            if write:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
            return cls(path, connection, lock)
        except (OSError, sqlite3.Error) as problem:
            if lock is not None:
                os.close(lock)
            if isinstance(problem, BlockingIOError):
                advice = "another run is writing to it; wait for it, or give --db another file"
                raise StoreError(f"{path}: {advice}") from None
            raise StoreError(f"{path}: cannot be opened: {problem}") from problem

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
        """What the file was made with."""
        rows = self._connection.execute("SELECT name, value FROM fact ORDER BY name")
        return {name: msgspec.json.decode(value) for name, value in rows}

    def add(self, games: Iterable[tuple[int, str, bytes]]) -> None:
        """Finished games as (number, status, encoded record), all or none. Raises StoreError, and then adds nothing.

        When this returns, the games survive a power cut.
        """
        try:
            with self._connection as db:
                db.execute("BEGIN IMMEDIATE")
                db.executemany("INSERT INTO game VALUES (?, ?, ?)", games)
        except sqlite3.Error as problem:
            raise StoreError(f"{self.path}: cannot be written: {problem}; the games before are safe") from problem

    def numbers(self) -> Container[int]:
        """The games that are here now; later ones are not seen."""
        last = self._connection.execute("SELECT max(number) FROM game").fetchone()[0]
        there = bytearray() if last is None else bytearray(last + 1)  # a byte a game: a set takes sixty
        for (number,) in self._connection.execute("SELECT number FROM game"):
            there[number] = 1
        return _Numbers(there)

    def count(self) -> dict[str, int]:
        """Games by status."""
        return dict(self._connection.execute("SELECT status, count(*) FROM game GROUP BY status"))

    def records(self) -> Iterator[GameRecord]:
        """All games by number, one at a time."""
        for (line,) in self._connection.execute("SELECT record FROM game ORDER BY number"):
            yield decode_record(line)

    def record(self, number: int) -> GameRecord | None:
        """One game, None where it is not here."""
        row = self._connection.execute("SELECT record FROM game WHERE number = ?", (number,)).fetchone()
        return None if row is None else decode_record(row[0])


class _Numbers:
    def __init__(self, there: bytearray) -> None:
        self._there = there

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and 0 <= number < len(self._there) and self._there[number] == 1
