"""The truth about a contest: one SQLite file.

A game is in it whole or not at all, and what was reported as finished is in it for good: every batch of games is one
transaction, synced to the disk before anybody hears of it. Everything else (tables, pages, exports) is computed from
this file. It can be read while a contest is running; only one run at a time may write to it.

The records are the truth. What tables and the next run need of them is written beside them in the same transaction: a
short row for each game, and the tallies of each bot (see `arena.store.ledger`); so neither reads a record. `check`
computes both anew. Every row has a checksum, which is looked at whenever the row is read; `damage` reads all.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
import numpy as np
from msgspec import Raw

from arena.pairing import Numbers
from arena.referee import GameRecord, decode_record
from arena.store.facts import Facts, Written, read_facts
from arena.store.file import SQLITE, StoreFile
from arena.store.file import NameTaken as NameTaken
from arena.store.layout import Damaged as Damaged
from arena.store.layout import StoreError as StoreError
from arena.store.layout import beside as beside
from arena.store.layout import code_of, damaged, holds, insert, is_damage, row
from arena.store.ledger import Ledger, Rows, numbers_in
from arena.store.patience import Patience, Say
from arena.store.tally import Tally, count

PART = 64
LOOKED_THROUGH = 32 << 20
"""The size in bytes up to which a file is looked through whenever it is opened, which takes a tenth of a second.
Whoever only reads a larger one checks what he reads."""
MOST_LISTED = 20
"""The most games that a sentence names by number."""

_encode_tally = msgspec.json.Encoder().encode
_decode_tally = msgspec.json.Decoder(Tally).decode

_DAMAGE = (*SQLITE, msgspec.MsgspecError, ValueError, TypeError)
"""The exceptions that come of taking for sound what is in a damaged file."""


def _nobody(text: str) -> None:
    """Hears it."""


class Store:
    """An open contest file. `facts` are written when the file is made."""

    def __init__(self, file: StoreFile) -> None:
        self.path = file.path
        self._file = file
        self._connection = file.db
        self._version: int | None = None
        self._alone = Lock()  # one transaction at a time, whichever thread asks for it

    @classmethod
    def create(cls, path: Path, facts: Facts, say: Say = _nobody) -> Store:
        """Make a new file, open for writing. Raises NameTaken if there is one already, and StoreError if none can be
        made."""
        return cls.restored(path, facts.written(), say)

    @classmethod
    def restored(cls, path: Path, written: Written, say: Say = _nobody) -> Store:
        """Make a new file with facts as they stand in another file, whatever they say. Raises as `create` does."""
        return cls(StoreFile.create(path, written, say))

    @classmethod
    def open(cls, path: Path, write: bool = False, say: Say = _nobody) -> Store:
        """Open an existing file; with `write`, for this process alone. `say` is told who is being waited for, and what
        is missing beside the file. Raises StoreError."""
        return cls(StoreFile.open(path, write, say))

    @property
    def patience(self) -> Patience:
        """How long it waits for those who have locked the file."""
        return self._file.patience

    @property
    def writes(self) -> bool:
        """Whether the file was opened for writing."""
        return self._file.write

    def close(self) -> None:
        """Fold the write-ahead log into the one file and let go of it."""
        self._file.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def facts(self) -> Facts:
        """What the file says of its contest: what it was made with, and what `change_facts` has changed since. Raises
        StoreError."""
        try:
            return read_facts(self.written_facts())
        except Damaged:
            raise
        except StoreError as problem:
            raise StoreError(f"{self.path}: {problem}") from problem

    def written_facts(self) -> dict[str, Raw]:
        """The facts as they are written in the file, also those that this version of arena does not know. Raises
        StoreError."""
        try:
            return {name: _json(value) for name, value in self._rows("fact")}
        except _DAMAGE as problem:
            raise damaged(self.path, f"what it says of its contest cannot be read: {problem}") from problem

    def change_facts(self, change: Callable[[Facts], Facts]) -> None:
        """Replace the facts by what `change` makes of them, while nobody else does. Change only facts that no finished
        game depends on. Raises StoreError."""
        with self._writing() as db:
            facts = self.facts()
            before = facts.written()
            for name, value in change(facts).written().items():
                if before.get(name) != value:
                    db.execute(insert("fact", over=True), row("fact", name, bytes(value)))
            ((count,),) = db.execute("SELECT count(*) FROM fact")
            self._file.set_state(self._file.state()._replace(facts=count))

    def changed(self) -> bool:
        """Whether another process has written to the file since this was asked last. Raises StoreError."""
        with self._alone:
            ((version,),) = self._connection.execute("PRAGMA data_version")
        before, self._version = self._version, version
        return bool(before != version)

    def add_stage(self, *values: bytes) -> None:
        """Add the next stage, or several, all or none, in the format's own words. Raises StoreError."""
        with self._writing() as db:
            state = self._file.state()
            rows = [row("stage", number, value) for number, value in enumerate(values, state.stages)]
            db.executemany(insert("stage"), rows)
            self._file.set_state(state._replace(stages=state.stages + len(rows)))

    def stages(self) -> list[bytes]:
        """All stages, in order. Raises StoreError."""
        stages = list(self._rows("stage", "ORDER BY number"))
        if [number for number, _ in stages] != list(range(len(stages))):
            raise damaged(self.path, "not all of its stages are there")
        if not all(isinstance(stage, bytes) for _, stage in stages):
            raise damaged(self.path, "what it says of its stages cannot be read: not all of them are bytes")
        return [stage for _, stage in stages]

    def add(self, lines: Iterable[bytes], complete_below: int = 0) -> list[GameRecord]:
        """Add games that are over, all or none, as encoded records. Returns the decoded records. Raises StoreError, and
        then adds nothing.

        `complete_below` is what the ledger says from then on, if it is more than before; it may be told late, or not at
        all.

        When this returns, the games survive a power cut.
        """
        lines = list(lines)
        try:
            records = list(map(decode_record, lines))
            with self._writing() as db:
                games = zip(records, lines, strict=True)
                db.executemany(insert("game"), [row("game", game.number, game.status, line) for game, line in games])
                self._derive(db, records)
                state = self._file.state()
                complete_below = max(state.complete_below, complete_below)
                self._file.set_state(state._replace(games=state.games + len(records), complete_below=complete_below))
        except (msgspec.MsgspecError, ValueError) as problem:
            raise StoreError(
                f"{self.path}: not the record of a game: {problem}; the games before are safe"
            ) from problem
        return records

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._alone, self._connection as db:
                self.patience.get(lambda: db.execute("BEGIN IMMEDIATE"))
                yield db
        except SQLITE as problem:
            raise StoreError(
                f"{self.path}: cannot be written: {problem}; the games before are safe{_remedy(problem)}"
            ) from problem

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """The file as it is at one moment, while another process writes to it."""
        try:
            with self._alone:
                self._connection.execute("BEGIN")
                try:
                    yield
                finally:
                    with suppress(*SQLITE):  # it says once more what reading said
                        self._connection.rollback()
        except SQLITE as problem:
            raise self._unreadable(problem) from problem

    def ledger(self) -> Ledger:
        """What came of all games that are here now; later games are not in it. Raises StoreError."""
        with self._reading():
            return self._ledger()

    def _ledger(self) -> Ledger:
        heads, cells = bytearray(), bytearray()
        try:
            for more_heads, more_cells in self._results():
                heads += more_heads
                cells += more_cells
            tallies = {name: _decode_tally(value) for _, name, value in self._rows("tally", "ORDER BY bot")}
            state = self._file.state()
            ledger = Ledger.read(heads, cells, tallies, state.complete_below)
        except _DAMAGE as problem:
            raise damaged(self.path, f"what it says of its games cannot be read: {problem}") from problem
        self._must_be_all(len(ledger), state.games)
        return ledger

    def numbers(self) -> Numbers:
        """The numbers of the games that are here now; a part of `ledger`, and quicker. Raises StoreError."""
        with self._reading():
            heads = bytearray()
            try:
                for more, _ in self._results():
                    heads += more
                numbers = numbers_in(heads)
            except _DAMAGE as problem:
                raise damaged(self.path, f"what it says of its games cannot be read: {problem}") from problem
            self._must_be_all(len(numbers), self._file.state().games)
            return numbers

    def _results(self) -> Iterator[tuple[bytes, bytes]]:
        for part, (number, heads, cells) in enumerate(self._rows("result", "ORDER BY part")):
            if part != number:
                raise ValueError(f"part {part} of the results is not there")
            yield heads, cells

    def _must_be_all(self, found: int, games: int) -> None:
        if found != games:
            raise damaged(self.path, f"it has the results of {found} games, and there were {games}")

    def count(self) -> dict[str, int]:
        """The number of games of each status."""
        return self.ledger().count()

    def damage(self) -> list[str]:
        """Everything in the file that is not as it was written, in words. All of it is read, a gigabyte in a few
        seconds. Raises StoreError if that cannot be done."""
        wrong, there, known = list[str](), array("q"), Ledger.of(())
        with self._reading():
            try:
                facts, stages, known, state = self.written_facts(), self.stages(), self._ledger(), self._file.state()
                if (len(facts), len(stages)) != (state.facts, state.stages):
                    wrong.append("of what it says of its contest or of its stages something is not there")
            except Damaged as problem:
                wrong.append(problem.what)
            try:
                for game in self._connection.execute("SELECT * FROM game ORDER BY number"):
                    if holds("game", game):
                        there.append(game[0])
                    else:
                        wrong.append(f"the record of game {game[0]} is not what was written")
            except SQLITE as problem:
                if not is_damage(problem):
                    raise
                wrong.append(f"of its records only {len(there)} can be read: {problem}")
        if not wrong and (lost := np.setxor1d(known.all_numbers(), there).tolist()):
            wrong.append(f"what it says of its games and their records differ: {listed(lost)}")
        return wrong

    def look_through(self) -> None:
        """Raises Damaged if anything in the file is not as it was written."""
        if wrong := self.damage():
            more = f", and {len(wrong) - 1} more" if len(wrong) > 1 else ""
            raise damaged(self.path, wrong[0] + more)

    def check(self) -> list[str]:
        """Where rows or tallies are not what the records say, in words. Raises StoreError for a record that cannot be
        read."""
        misplaced: list[str] = []

        def records() -> Iterator[GameRecord]:
            for number, status, line in self._rows("game"):
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
        """All games in the order of their numbers, one at a time, or only those with these numbers. Raises StoreError
        at one that cannot be read."""
        if numbers is None:
            for number, _, line in self._rows("game", "ORDER BY number"):
                yield self._decode(number, line)
        else:
            yield from filter(None, map(self.record, numbers))

    def record(self, number: int) -> GameRecord | None:
        """The game of that number; None if it is not here. Raises StoreError."""
        if number >= 2**63:
            return None  # past what SQLite calls a number
        found = list(self._rows("game", "WHERE number = ?", number))
        return self._decode(number, found[0][-1]) if found else None

    def _rows(self, table: str, rest: str = "", *values: Any) -> Iterator[Any]:
        """Rows without their checksums. Raises StoreError."""
        query = f"SELECT * FROM {table} {rest}"
        try:
            # `yield from` would close the cursor of a file that may be closed by then.
            for found in self.patience.get(lambda: self._connection.execute(query, values)):
                if not holds(table, found):
                    what = f"the record of game {found[0]}" if table == "game" else f"a row of its table {table}"
                    raise damaged(self.path, f"{what} is not what was written")
                yield found[:-1]
        except SQLITE as problem:
            raise self._unreadable(problem) from problem

    def _unreadable(self, problem: Exception) -> StoreError:
        if is_damage(problem):
            return damaged(self.path, f"it cannot be read: {problem}")
        return StoreError(f"{self.path}: cannot be read: {problem}")

    def _decode(self, number: int, line: bytes) -> GameRecord:
        try:
            return decode_record(line)
        except _DAMAGE as problem:
            raise damaged(self.path, f"the record of game {number} cannot be read: {problem}") from problem

    def _derive(self, db: sqlite3.Connection, records: Sequence[GameRecord]) -> None:
        """Add the rows of new games, and count them in the tallies of their bots."""
        bots, tallies = dict[str, int](), dict[str, Tally]()
        ((new,),) = db.execute("SELECT coalesce(max(bot) + 1, 0) FROM tally")
        for name in dict.fromkeys(name for record in records for name in record.seating):
            for bot, _, value in self._rows("tally", "WHERE name = ?", name):
                bots[name], tallies[name] = bot, _decode_tally(value)
            if name not in bots:
                bots[name], tallies[name] = new, Tally()
                new += 1
        part, rows = 0, Rows()
        for last, heads, cells in self._rows("result", "ORDER BY part DESC LIMIT 1"):
            part, rows = last, Rows(heads, cells)
        if len(rows) >= PART:
            part, rows = part + 1, Rows()
        for record in records:
            rows.add(record, bots)
            count(record, tallies)
        db.execute(insert("result", over=True), row("result", part, bytes(rows.heads), bytes(rows.cells)))
        values = [row("tally", bots[name], name, _encode_tally(tally)) for name, tally in tallies.items()]
        db.executemany(insert("tally", over=True), values)


def _json(value: bytes) -> Raw:
    """The same, looked through. Raises what `_DAMAGE` names where it is no JSON."""
    msgspec.json.decode(value)
    return Raw(value)


def change_facts(path: Path, change: Callable[[Facts], Facts]) -> None:
    """Do what `Store.change_facts` does with a file to which a run may be writing meanwhile. Raises StoreError."""
    with Store.open(path) if _is_written(path) else Store.open(path, write=True) as store:
        if store.writes:
            store.change_facts(change)
            return
        # Beside the run, whose log it goes into: that is not the last to close the file.
        with Store(StoreFile.beside_a_run(path)) as beside:
            beside.change_facts(change)


def _is_written(path: Path) -> bool:
    """Whether a run has it for itself."""
    with suppress(OSError, ValueError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(descriptor)
    return False


def _remedy(problem: Exception) -> str:
    if (code_of(problem) or 0) & 0xFF == sqlite3.SQLITE_FULL:
        return "; make room on the disk and run again, which goes on from there"
    return ""


def listed(numbers: Sequence[int]) -> str:
    """The numbers of games as words; of many only the first."""
    more = f" and {len(numbers) - MOST_LISTED} more" if len(numbers) > MOST_LISTED else ""
    return ", ".join(map(str, numbers[:MOST_LISTED])) + more
