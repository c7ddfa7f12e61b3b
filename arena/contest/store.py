"""The truth about a contest: one SQLite file.

A game is in it whole or not at all, and what was reported as finished is in it for good: every batch of games is one
transaction, synced to the disk before anybody hears of it. Everything else (tables, pages, exports) is computed from
this file. It can be read while a contest is running; only one run at a time may write to it.

The records are the truth. What tables and the next run need of them is written beside them in the same transaction: a
short row for each game, and the tallies of each bot (see `arena.contest.ledger`); so neither reads a record. `check`
computes both anew.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache

# Those of pathlib raise for words that are too long to be a file's name.
from os.path import exists, isfile
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from arena.contest.ledger import Ledger, Numbers, Rows, numbers_in
from arena.contest.tally import Tally, count
from arena.protocol import printable
from arena.referee import GameRecord, decode_record

APPLICATION_ID = 0x6172656E  # "aren", so that `file` and a wrong path are told apart from other SQLite files
SCHEMA_VERSION = 3

# `result` holds rows of games in the order in which they were stored, 64 together: a million rows of SQLite
# take ten times as long to read.
SCHEMA = """
CREATE TABLE fact (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE game (number INTEGER PRIMARY KEY, status TEXT NOT NULL, record BLOB NOT NULL);
CREATE TABLE result (part INTEGER PRIMARY KEY, heads BLOB NOT NULL, cells BLOB NOT NULL);
CREATE TABLE tally (bot INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, value BLOB NOT NULL);
CREATE TABLE stage (number INTEGER PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE passed (number INTEGER NOT NULL);
INSERT INTO passed VALUES (0);
"""
_LAYOUT = "SELECT type, name, tbl_name, sql FROM sqlite_master"
PART = 64
PAGE = 8192  # bytes; records of 2 kB and more would leave half of a smaller page empty

_encode_tally = msgspec.json.Encoder().encode
_decode_tally = msgspec.json.Decoder(Tally).decode

_SQLITE = (sqlite3.Error, UnicodeDecodeError)
"""What reading and writing raises: where a file is damaged, SQLite's own words need not be UTF-8."""
_DAMAGE = (*_SQLITE, msgspec.MsgspecError, ValueError, TypeError)
"""What taking to be sound what is in a damaged file raises."""


class StoreError(Exception):
    """The file cannot be used; the text says which file, why, and what to do."""


def beside(path: Path) -> tuple[Path, ...]:
    """The files in which a run that was killed leaves what is not in its contest's file yet. Whoever opens that one
    takes it in."""
    return tuple(path.with_name(path.name + ending) for ending in ("-wal", "-journal"))


class Store:
    """An open contest file. `facts` are the contest's own, written when the file is made."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: int | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._version: int | None = None
        self._alone = Lock()  # one transaction at a time, whichever thread asks for it

    @classmethod
    def create(cls, path: Path, facts: dict[str, Any]) -> Store:
        """A new file, open for writing. Raises StoreError where there is one already or none can be made."""
        # Made under another name and linked to its own when it is whole: a kill leaves no half-made contest. The name
        # is this process's own, so that of two runs that begin at once one loses, and neither writes into the other's.
        draft = path.with_name(f"{path.name}.{os.getpid()}.new")
        left = [name for name in beside(path) if exists(name)]
        if left and not exists(path):
            # SQLite would pour what is in it into the new file.
            what = f"{left[0]}: holds the last games of a contest whose file {path.name} is not beside it any more"
            raise StoreError(f"{what}; put that file back, or remove what is left of it, or give --db another file")
        try:
            draft.unlink(missing_ok=True)
            # The master seed is in it, and with that all luck that is still to come: for nobody else's eyes. What
            # SQLite puts beside it is made as closed as it is.
            os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600))
            with closing(sqlite3.connect(draft, isolation_level=None)) as db:
                db.execute(f"PRAGMA page_size = {PAGE}")
                db.execute("BEGIN")
                for statement in filter(str.strip, SCHEMA.split(";")):
                    db.execute(statement)
                rows = [(name, msgspec.json.encode(value)) for name, value in facts.items()]
                db.executemany("INSERT INTO fact VALUES (?, ?)", rows)
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
                db.execute("COMMIT")
            os.link(draft, path)
        except FileExistsError:
            what = "exists already" if exists(path) else "is a link that leads nowhere"
            raise StoreError(f"{path}: {what}; give --db another file") from None
        except (OSError, sqlite3.Error) as problem:
            full = isinstance(problem, sqlite3.Error) and problem.sqlite_errorcode == sqlite3.SQLITE_FULL
            advice = "" if full else "; is its folder there and may you write to it?"
            raise StoreError(f"{path}: cannot be made: {problem}{advice}") from problem
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
            try:
                connection = _connect(path, "rw" if write else "ro")
                _check_layout(path, connection)  # before anything is written: it may be another program's file
            except sqlite3.OperationalError as problem:
                if connection is None or _code(problem) != sqlite3.SQLITE_READONLY_ROLLBACK:
                    raise
                # A run was killed in the instant in which it opened or closed the file. What it left half-done has to
                # be taken back, which whoever only reads may not do.
                connection.close()
                with closing(_connect(path, "rw")) as mending:
                    _check_layout(path, mending)
                connection = _connect(path, "ro")
                _check_layout(path, connection)
            if write:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
            return cls(path, connection, lock)
        except (OSError, *_SQLITE, StoreError) as problem:
            if connection is not None:
                connection.close()
            if lock is not None:
                os.close(lock)
            if isinstance(problem, StoreError):
                raise
            if isinstance(problem, BlockingIOError):
                advice = "another run is writing to it; wait for it, or give --db another file"
                raise StoreError(f"{path}: {advice}") from None
            advice = "; is it a contest's file?" if _code(problem) == sqlite3.SQLITE_NOTADB else ""
            raise StoreError(f"{path}: cannot be opened: {problem}{advice}") from problem

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
        try:
            return {name: msgspec.json.decode(value) for name, value in self._rows("SELECT name, value FROM fact")}
        except _DAMAGE as problem:
            raise StoreError(f"{self.path}: what it says of its contest cannot be read: {problem}") from problem

    def set_fact(self, name: str, value: Any) -> None:
        """Add or change a fact that no finished game depends on. Raises StoreError."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, msgspec.json.encode(value)))

    def change_fact(self, name: str, change: Callable[[Any], Any]) -> None:
        """Replace a fact by what `change` makes of it, None where there is none, while nobody else does. Raises
        StoreError."""
        with self._writing() as db:
            _change(db, name, change)

    def changed(self) -> bool:
        """Whether another process has written to the file since this was asked for the last time. Raises StoreError."""
        with self._alone:
            ((version,),) = self._rows("PRAGMA data_version")
        before, self._version = self._version, version
        return bool(before != version)

    def add_stage(self, *values: bytes) -> None:
        """The next stage, or several, all or none, in the format's own words. Raises StoreError."""
        with self._writing() as db:
            next = "INSERT INTO stage SELECT coalesce(max(number) + 1, 0), ? FROM stage"
            db.executemany(next, [(value,) for value in values])

    def stages(self) -> list[bytes]:
        """All stages, in order. Raises StoreError."""
        stages = [value for (value,) in self._rows("SELECT value FROM stage ORDER BY number")]
        if not all(isinstance(stage, bytes) for stage in stages):
            raise StoreError(f"{self.path}: what it says of its stages cannot be read: not all of them are bytes")
        return stages

    def add(self, lines: Iterable[bytes], passed: int = 0) -> list[GameRecord]:
        """Games that are over, all or none, as encoded records; returns what they say. Raises StoreError, and then adds
        nothing.

        `passed` is what the ledger says from then on, if it is more than before: it may be told late, and not at all.

        When this returns, the games survive a power cut.
        """
        lines = list(lines)
        try:
            records = list(map(decode_record, lines))
            with self._writing() as db:
                games = zip(records, lines, strict=True)
                db.executemany(
                    "INSERT INTO game VALUES (?, ?, ?)", [(game.number, game.status, line) for game, line in games]
                )
                _derive(db, records)
                db.execute("UPDATE passed SET number = ? WHERE number < ?", (passed, passed))
        except (msgspec.MsgspecError, ValueError) as problem:
            raise StoreError(
                f"{self.path}: not the record of a game: {problem}; the games before are safe"
            ) from problem
        return records

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._alone, self._connection as db:
                db.execute("BEGIN IMMEDIATE")
                yield db
        except _SQLITE as problem:
            raise StoreError(f"{self.path}: cannot be written: {problem}; the games before are safe") from problem

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """The file as it is at one moment, while another process writes to it."""
        try:
            with self._alone, self._connection as db:
                db.execute("BEGIN")
                yield
        except _SQLITE as problem:
            raise StoreError(f"{self.path}: cannot be read: {problem}") from problem

    def ledger(self) -> Ledger:
        """What came of all games that are here now; later ones are not seen. Raises StoreError."""
        with self._reading():
            return self._ledger()

    def _ledger(self) -> Ledger:
        heads, cells = bytearray(), bytearray()
        try:
            for more_heads, more_cells in self._rows("SELECT heads, cells FROM result"):
                heads += more_heads
                cells += more_cells
            named = self._rows("SELECT name, value FROM tally ORDER BY bot")
            ((passed,),) = self._rows("SELECT number FROM passed")
            tallies = {name: _decode_tally(value) for name, value in named}
            return Ledger.read(heads, cells, tallies, passed)
        except _DAMAGE as problem:
            raise StoreError(f"{self.path}: what it says of its games cannot be read: {problem}") from problem

    def numbers(self) -> Numbers:
        """The games that are here now; later ones are not seen. A part of `ledger`, and quicker. Raises StoreError."""
        heads = bytearray()
        try:
            for (more,) in self._rows("SELECT heads FROM result"):
                heads += more
            return numbers_in(heads)
        except _DAMAGE as problem:
            raise StoreError(f"{self.path}: what it says of its games cannot be read: {problem}") from problem

    def count(self) -> dict[str, int]:
        """Games by status."""
        return self.ledger().count()

    def check(self) -> list[str]:
        """Where rows or tallies are not what the records say, in words. Raises StoreError for a record that cannot be
        read."""
        misplaced: list[str] = []

        def records() -> Iterator[GameRecord]:
            for number, status, line in self._rows("SELECT number, status, record FROM game"):
                record = self._decode(number, line)
                if (record.number, record.status) != (number, status):
                    misplaced.append(f"game {number}: kept under another number or status than its record states")
                yield record

        with self._reading():
            try:
                truth = Ledger.of(records())
            except ValueError as problem:
                return [*misplaced, str(problem)]
            wrong = self._ledger().differing(truth)
        return [*misplaced, *(f"{what}: the file says otherwise beside the record" for what in wrong)]

    def records(self, numbers: Iterable[int] | None = None) -> Iterator[GameRecord]:
        """All games by number, one at a time, or those with these numbers. Raises StoreError at one that cannot be
        read."""
        if numbers is None:
            for number, line in self._rows("SELECT number, record FROM game ORDER BY number"):
                yield self._decode(number, line)
        else:
            yield from filter(None, map(self.record, numbers))

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
        except _SQLITE as problem:
            raise StoreError(f"{self.path}: cannot be read: {problem}") from problem

    def _decode(self, number: int, line: bytes) -> GameRecord:
        try:
            return decode_record(line)
        except _DAMAGE as problem:
            raise StoreError(f"{self.path}: the record of game {number} cannot be read: {problem}") from problem


def change_fact(path: Path, name: str, change: Callable[[Any], Any]) -> None:
    """`Store.change_fact` of a file to which a run may be writing meanwhile. Raises StoreError."""
    Store.open(path).close()  # which says what is wrong with it
    try:
        with closing(_connect(path, "rw")) as connection, connection as db:
            db.execute("BEGIN IMMEDIATE")
            _change(db, name, change)
    except _SQLITE as problem:
        raise StoreError(f"{path}: cannot be written: {problem}") from problem


def _change(db: sqlite3.Connection, name: str, change: Callable[[Any], Any]) -> None:
    found = db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
    value = change(None if found is None else msgspec.json.decode(found[0]))
    db.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, msgspec.json.encode(value)))


def _code(problem: Exception) -> int | None:
    """Of SQLite; what Python itself cannot decode has none."""
    return getattr(problem, "sqlite_errorcode", None)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """SQLite's `mode`: ro or rw. Writing happens in one thread at a time, but not always in the same one."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)


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
    for what, name, _, _ in set(connection.execute(f"{_LAYOUT} LIMIT 100")) - _layout():
        # It may be a stranger's: a view can compute for ever, and a trigger does what it likes when something is added.
        raise StoreError(
            f"{path}: it has a {what} {printable(str(name))}, as no contest's file has: nothing is read of it"
        )


@cache
def _layout() -> frozenset[tuple[str, ...]]:
    """All that a file's own description of itself holds."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(SCHEMA)
        return frozenset(db.execute(_LAYOUT))


def _derive(db: sqlite3.Connection, records: Sequence[GameRecord]) -> None:
    """Add the rows of new games, and count them in the tallies of their bots."""
    bots, tallies = dict[str, int](), dict[str, Tally]()
    for name in dict.fromkeys(name for record in records for name in record.seating):
        select = "SELECT bot, value FROM tally WHERE name = ?"
        found = db.execute(select, (name,)).fetchone()
        if found is None:
            new = "INSERT INTO tally SELECT coalesce(max(bot) + 1, 0), ?, ? FROM tally"
            db.execute(new, (name, _encode_tally(Tally())))
            found = db.execute(select, (name,)).fetchone()
        bots[name], tallies[name] = found[0], _decode_tally(found[1])
    last = db.execute("SELECT part, heads, cells FROM result ORDER BY part DESC LIMIT 1").fetchone()
    part, rows = (0, Rows()) if last is None else (last[0], Rows(*last[1:]))
    if len(rows) >= PART:
        part, rows = part + 1, Rows()
    for record in records:
        rows.add(record, bots)
        count(record, tallies)
    db.execute("INSERT OR REPLACE INTO result VALUES (?, ?, ?)", (part, bytes(rows.heads), bytes(rows.cells)))
    values = [(_encode_tally(tally), bots[name]) for name, tally in tallies.items()]
    db.executemany("UPDATE tally SET value = ? WHERE bot = ?", values)
