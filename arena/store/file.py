"""A contest's file as such: made once, opened by one writer, refused if it is something else or cannot be used.

The cost of opening does not depend on the file's size: what is checked is whether its end is there, and whether the
files beside it belong to it. `Store.damage` looks through everything in it.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from contextlib import ExitStack, closing, suppress
from functools import partial

# Those of pathlib raise for words that are too long to be a file's name.
from os.path import exists, isfile, lexists
from pathlib import Path

from arena.store.facts import Written
from arena.store.layout import (
    APPLICATION_ID,
    PAGE,
    SCHEMA,
    SCHEMA_VERSION,
    State,
    StoreError,
    at_rest,
    beside,
    check_head,
    check_layout,
    check_size,
    code_of,
    damaged,
    has_log,
    holds,
    insert,
    is_damage,
    row,
)
from arena.store.patience import TRY, Patience, Say, another_run

SQLITE = (sqlite3.Error, UnicodeDecodeError)
"""The exceptions of reading and writing. If a file is damaged, SQLite's own words need not be UTF-8."""


class NameTaken(StoreError):
    """There is a file of that name already."""


class StoreFile:
    """An open file of a contest. `db` is SQLite's connection; the descriptor holds the lock of whoever writes."""

    def __init__(self, path: Path, db: sqlite3.Connection, descriptor: int, write: bool, patience: Patience) -> None:
        self.path = path
        self.db = db
        self.write = write
        self.patience = patience
        self._descriptor = descriptor
        self._sound = False
        """Whether it is a contest's file with all that belongs to it, and so may be written to."""

    @classmethod
    def create(cls, path: Path, facts: Written, say: Say) -> StoreFile:
        """Make a new file, open for writing. Raises NameTaken if there is a file already, and StoreError if none can be
        made."""
        # Made under another name and linked to its own when it is whole: a kill leaves no half-made contest. The name
        # is this process's own, so that of two runs that begin at once one loses, and neither writes into the other's.
        draft = path.with_name(f"{path.name}.{os.getpid()}.new")
        left = [name for name in beside(path) if exists(name)]
        if left and not exists(path):
            # SQLite would pour what is in it into the new file.
            what = f"{left[0]}: holds the last games of a contest whose file {path.name} is not beside it any more"
            raise StoreError(f"{what}; put that file back, or remove what is left of it, or give --db another file")
        with ExitStack() as undo:
            try:
                draft.unlink(missing_ok=True)
                # The master seed is in it, and with that all luck that is still to come: for nobody else's eyes. What
                # SQLite puts beside it is made as closed as it is.
                descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
                undo.callback(os.close, descriptor)
                # Locked before it has a name that others know: whoever comes second finds a run at it.
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                with closing(sqlite3.connect(draft, isolation_level=None)) as db:
                    db.execute(f"PRAGMA page_size = {PAGE}")
                    db.execute("BEGIN")
                    for statement in filter(str.strip, SCHEMA.split(";")):
                        db.execute(statement)
                    rows = [row("fact", name, bytes(value)) for name, value in facts.items()]
                    db.executemany(insert("fact"), rows)
                    db.execute(insert("state"), State(len(rows)).row)
                    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
                    db.execute("COMMIT")
                os.link(draft, path)
            except FileExistsError:
                if exists(path):
                    raise NameTaken(f"{path}: exists already; give --db another file") from None
                raise StoreError(f"{path}: is a link that leads nowhere; give --db another file") from None
            except (OSError, sqlite3.Error) as problem:
                if code_of(problem) == sqlite3.SQLITE_FULL:
                    raise StoreError(f"{path}: cannot be made: the disk is full; make room there") from problem
                advice = "is its folder there and may you write to it?"
                raise StoreError(f"{path}: cannot be made: {problem}; {advice}") from problem
            finally:
                with suppress(OSError):
                    draft.unlink(missing_ok=True)
            undo.pop_all()
        return cls._opened(path, descriptor, True, say)

    @classmethod
    def open(cls, path: Path, write: bool, say: Say) -> StoreFile:
        """Open a file that is there; with `write`, for this process alone. `say` is told what the user should know, and
        who is being waited for. Raises StoreError."""
        check_kind(path)
        try:
            descriptor = os.open(path, os.O_RDWR if write else os.O_RDONLY)
        except OSError as problem:
            may = "written to" if write else "read"
            raise StoreError(f"{path}: may not be {may}: {problem.strerror}") from problem
        try:
            if write:
                # Opened before SQLite opens the file and closed after it: closing any descriptor of a file drops the
                # locks that SQLite holds on it. The kernel releases this lock however the process ends.
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = another_run(path)
            os.close(descriptor)
            raise StoreError(f"{path}: {who} is writing to it; wait for it, or give --db another file") from None
        return cls._opened(path, descriptor, write, say)

    @classmethod
    def _opened(cls, path: Path, descriptor: int, write: bool, say: Say) -> StoreFile:
        patience = Patience(path, say)
        with ExitStack() as undo:
            undo.callback(os.close, descriptor)
            try:
                head = os.pread(descriptor, 100, 0)
                check_head(path, head)
                log = has_log(path)
                # Read once more: a run may have closed the file meanwhile, whose log goes before it is at rest.
                if log and at_rest(head) and at_rest(os.pread(descriptor, 100, 0)):
                    raise _strange_log(path)
                connection = patience.get(partial(_connected, path, write))
                file = cls(path, connection, descriptor, write, patience)
                undo.pop_all()
                undo.callback(file.close)
                patience.get(partial(file._look, log))
                if write:
                    file._begin()
            except (OSError, *SQLITE) as problem:
                raise _cannot_be_opened(path, problem) from problem
            undo.pop_all()
        return file

    @classmethod
    def beside_a_run(cls, path: Path) -> StoreFile:
        """Open a file that a run has for itself, to leave a word for the run. Raises StoreError."""
        try:
            descriptor = os.open(path, os.O_RDONLY)
            return cls(path, _connect(path, "rw"), descriptor, False, Patience(path, lambda text: None))
        except (OSError, *SQLITE) as problem:
            raise _cannot_be_opened(path, problem) from problem

    def state(self) -> State:
        """The file's own counts. Raises Damaged."""
        rows = self.db.execute("SELECT * FROM state").fetchall()
        if len(rows) != 1 or not holds("state", rows[0]):
            raise damaged(self.path, "what it says of its state is not what was written")
        return State(*rows[0][1:-1])

    def set_state(self, state: State) -> None:
        """Write the file's counts, inside the transaction of whoever writes."""
        self.db.execute(insert("state", over=True), state.row)

    def close(self) -> None:
        """Fold the log into the one file and let go of it."""
        try:
            if self.write and self._sound:
                # One plain file again, which can be read without writing beside it; not while somebody is reading,
                # though, nor on a full disk: then the log stays. Nobody waits for that.
                self.patience.seconds = 0
                with suppress(StoreError, *SQLITE):
                    self._mark(folded=True)
                    self.db.execute("PRAGMA journal_mode = DELETE")
            self.db.close()
        finally:
            # A descriptor of a reader, too, is closed only now: to close one drops all locks of this process.
            os.close(self._descriptor)

    def _look(self, log: bool) -> None:
        """Whether it is a contest's file, with its end, and with what belongs to it; `log` is whether there was one."""
        check_layout(self.path, self.db)  # before anything is written: it may be another program's file
        self.db.execute("BEGIN")
        try:
            state = self.state()
            ((mode,),) = self.db.execute("PRAGMA journal_mode")
            if mode == "delete":  # nobody can write to it now; in the other mode a run may be filling it
                check_size(self.path, self.db, os.fstat(self._descriptor).st_size)
        finally:
            with suppress(*SQLITE):  # it says once more what reading said
                self.db.rollback()
        if not state.folded and not log and not has_log(self.path):
            if self.write:
                raise _without_log(self.path)
            self.patience.say(str(_without_log(self.path)))
        self._sound = True

    def _begin(self) -> None:
        """Make it ready for writing. From its own word on, a log belongs to it; that is in the file itself as soon as
        there can be games in the log alone, and not before there is one, so that no kill makes it a lie."""
        self.patience.get(lambda: self.db.execute("PRAGMA journal_mode = WAL"))
        self.db.execute("PRAGMA synchronous = FULL")
        # What is removed is overwritten: no old row can be taken for one that holds (see `arena.store.salvage`).
        self.db.execute("PRAGMA secure_delete = ON")
        self._mark(folded=False)
        self.db.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _mark(self, folded: bool) -> None:
        self.patience.get(lambda: self.db.execute("BEGIN IMMEDIATE"))
        with self.db:
            self.set_state(self.state()._replace(folded=int(folded)))


def check_kind(path: Path) -> None:
    """Raises StoreError if there is no file of that name, whatever is in it."""
    if isfile(path):
        return
    if exists(path):
        raise StoreError(f"{path}: is not a file; name the contest's .db file")
    if lexists(path):
        raise StoreError(f"{path}: is a link that leads nowhere; name the contest's .db file")
    if left := [file.name for file in beside(path) if exists(file)]:
        raise StoreError(f"{path}: is not there, but {left[0]} with its last games is: put it back beside that")
    raise StoreError(f"{path}: there is no such file (`arena run` makes it)")


def _connected(path: Path, write: bool) -> sqlite3.Connection:
    """A connection on which something was read already."""
    connection = _connect(path, "rw" if write else "ro")
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return connection
    except BaseException as problem:
        connection.close()
        if code_of(problem) != sqlite3.SQLITE_READONLY_ROLLBACK:
            raise
    # A run was killed in the instant in which it opened or closed the file. What it left half-done has to be taken
    # back, which whoever only reads may not do.
    with closing(_connect(path, "rw")) as mending:
        check_layout(path, mending)
    return _connect(path, "ro")


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """SQLite's `mode`: ro or rw. Writing happens in one thread at a time, but not always in the same one."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=TRY)


def _cannot_be_opened(path: Path, problem: Exception) -> StoreError:
    if not isinstance(problem, OSError) and is_damage(problem):
        return damaged(path, f"it cannot be opened: {problem}")
    left = [file.name for file in beside(path) if exists(file)]
    if left and (code_of(problem) or 0) & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        return StoreError(
            f"{path}: a run that was killed, or is running, has its last games in {left[0]}, and only who may write to "
            f"the folder {path.absolute().parent} can read that: copy {path.name} and {left[0]} together into a folder "
            "of your own, or have whoever may write there run the contest again"
        )
    return StoreError(f"{path}: cannot be opened: {problem}")


def _strange_log(path: Path) -> StoreError:
    log = beside(path)[0]
    return StoreError(
        f"{log}: does not belong to {path.name} beside it, which was closed in good order, and would be poured into "
        "it: it has the last games of another contest that had this name; put it beside that one, or remove it"
    )


def _without_log(path: Path) -> StoreError:
    log = beside(path)[0].name
    return StoreError(
        f"{path}: was copied or moved without {log}, in which the run that wrote it had its last games: put that "
        f"beside it; if there is none any more, as beside a copy that SQLite made, `arena repair {path}` says which "
        "games are there and lets them be"
    )
