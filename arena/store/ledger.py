"""What came of every game of a contest, in columns: all that tables, benches and the next games have to know of it.

A record holds every decision. The ledger keeps of each game who sat where, in which deal group, the result, and what it
says of its bots; and of all games together the tallies of each bot. The file holds the same beside the records (`Rows`
says how), so that the ledger of a million games can be read in a tenth of a second; reading that many records takes a
minute.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias, get_args

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict
from numpy.typing import NDArray

from arena.games import TeamResult
from arena.pairing import Numbers
from arena.referee import GameRecord, Status
from arena.statistics import Bools, Floats, Ints
from arena.store.tally import Tally, count

Codes: TypeAlias = NDArray[np.uint8]

STATUSES: tuple[Status, ...] = get_args(Status)

# What a game says of a bot in it; the worst of its seats counts. One that did not finish says nothing, as that may have
# been the machine's fault alone.
CLEAN, FAULT, NOT_STARTED, NOTHING = range(4)

_FORFEITED = 4

# A row of the file is a head and a cell for each seat: 27 bytes and four a seat.
_HEAD = np.dtype(
    [("number", "<i8"), ("group", "<i8"), ("score", "<f8"), ("won", "?"), ("status", "u1"), ("seats", "u1")]
)
_CELL = np.dtype([("bot", "<u2"), ("place", "u1"), ("flags", "u1")])
_pack_head = struct.Struct("<qqd?BB").pack
_pack_cell = struct.Struct("<HBB").pack


class Rows:
    """The rows of some games, in any order, as the file holds them."""

    def __init__(self, heads: bytes = b"", cells: bytes = b"") -> None:
        self.heads = bytearray(heads)
        self.cells = bytearray(cells)

    def __len__(self) -> int:
        return len(self.heads) // _HEAD.itemsize

    def add(self, record: GameRecord, bots: Mapping[str, int]) -> None:
        """Add a game; `bots` has the number of each bot in it. Raises ValueError for a game that finished without an
        outcome for each seat, or is larger than any that a row is made for."""
        outcome, number = record.outcome, record.number
        won, score, places = False, 0.0, (0,) * record.seats
        if record.status == "finished":
            if outcome is None:
                raise ValueError(f"game {number} is recorded as finished, but has no outcome")
            if isinstance(outcome, TeamResult):
                won, score = outcome.won, outcome.score
            elif len(outcome.places) != record.seats:
                raise ValueError(f"game {number} has {record.seats} seats, but {len(outcome.places)} places")
            else:
                places = outcome.places
        says = conduct(record)
        try:
            head = _pack_head(number, record.group, score, won, STATUSES.index(record.status), record.seats)
            cells = [
                _pack_cell(bots[name], place, says[name] + _FORFEITED * (seat in record.forfeited))
                for seat, (name, place) in enumerate(zip(record.seating, places, strict=True))
            ]
        except struct.error as problem:
            raise ValueError(f"game {number} is too large, of at most 65,536 bots and 255 seats: {problem}") from None
        self.heads += head
        self.cells += b"".join(cells)


def conduct(record: GameRecord) -> dict[str, int]:
    """What a game says of its bots (CLEAN, FAULT, ...), by name in the order of seats."""
    says = dict.fromkeys(record.seating, CLEAN if record.status == "finished" else NOTHING)
    if record.status == "finished":
        for fault in record.faults:
            bot = record.seating[fault.seat]
            says[bot] = max(says[bot], NOT_STARTED if fault.verdict == "start-failure" else FAULT)
    return says


def numbers_in(heads: bytes | bytearray) -> Numbers:
    """The numbers of the games of these rows, from their heads alone. Raises ValueError for rows that are damaged."""
    return Numbers(np.sort(game_numbers(heads)))


def game_numbers(heads: bytes | bytearray) -> Ints:
    """The numbers of the games in the order of the rows. Raises ValueError for rows that are damaged."""
    numbers: Ints = np.frombuffer(heads, _HEAD)["number"]
    return numbers


class Table(Struct, frozen=True):
    """The games that have one number of seats n, sorted by number.

    `number`, `group`, `status` (an index into `STATUSES`), `won` and `score` have shape (games,), the others (games,
    n). `bots` are indices into `Ledger.names`. `places` are 0 if a game has none, because it did not finish or is
    cooperative; only then do `won` and `score` say anything.
    """

    number: Ints
    group: Ints
    status: Codes
    won: Bools
    score: Floats
    bots: NDArray[np.uint16]
    places: Codes
    flags: Codes

    def __len__(self) -> int:
        return len(self.number)

    @property
    def seats(self) -> int:
        return int(self.bots.shape[1])

    @property
    def finished(self) -> Bools:
        """Whether each game finished, of shape (games,)."""
        finished: Bools = self.status == STATUSES.index("finished")
        return finished

    @property
    def says(self) -> Codes:
        """What the game says of the bot on each seat, the worst of all its seats; of shape (games, n)."""
        says: Codes = self.flags & np.uint8(3)
        return says

    @property
    def forfeited(self) -> Bools:
        """Whether the seat forfeited its game, of shape (games, n)."""
        return (self.flags & _FORFEITED) > 0

    def part(self, which: slice | Bools | Ints) -> Table:
        """Some of the games, in the same order."""
        if isinstance(which, np.ndarray) and which.dtype == np.bool_ and which.all():
            return self
        return Table(**{name: column[which] for name, column in asdict(self).items()})


class Ledger(Struct, frozen=True):
    """What came of the games so far, as a value: games that end later are not in it.

    `names` are the bots in the order in which they were first met, which is not that of the configuration; `tallies`
    are theirs, by name. `tables` are the games by number of seats, ascending. All games with numbers below
    `complete_below` are here, or will never be played because one of their bots is out, so that nobody has to ask that
    of each of a million games.
    """

    names: tuple[str, ...]
    tallies: Mapping[str, Tally]
    tables: tuple[Table, ...]
    numbers: Numbers
    complete_below: int = 0

    @classmethod
    def read(
        cls, heads: bytes | bytearray, cells: bytes | bytearray, tallies: Mapping[str, Tally], complete_below: int = 0
    ) -> Ledger:
        """Make a ledger of what `Rows` made of games, in which bots have the numbers of their places in `tallies`.
        Raises ValueError for a game that is there twice, and for rows that are damaged."""
        games, sat = np.frombuffer(heads, _HEAD), np.frombuffer(cells, _CELL)
        seats = games["seats"].astype(np.int64)
        if seats.sum() != len(sat) or (len(sat) and sat["bot"].max() >= len(tallies)):
            raise ValueError("rows of games and of seats do not fit each other")
        tables = []
        for size in np.flatnonzero(np.bincount(seats)).tolist():
            these = seats == size
            at = np.flatnonzero(these)
            order = np.argsort(games["number"][at], kind="stable")
            cells_of_these = sat if len(at) == len(seats) else sat[np.repeat(these, seats)]
            # Whole rows are taken, and then made columns: that is quicker.
            head = games.take(at[order])
            cell = cells_of_these.view([("of_game", _CELL, (size,))]).take(order)["of_game"]
            tables.append(
                Table(
                    number=np.ascontiguousarray(head["number"]),
                    group=np.ascontiguousarray(head["group"]),
                    status=np.ascontiguousarray(head["status"]),
                    won=np.ascontiguousarray(head["won"]),
                    score=np.ascontiguousarray(head["score"]),
                    bots=np.ascontiguousarray(cell["bot"]),
                    places=np.ascontiguousarray(cell["place"]),
                    flags=np.ascontiguousarray(cell["flags"]),
                )
            )
        return cls(tuple(tallies), tallies, tuple(tables), Numbers(_all_numbers(tables)), complete_below)

    @classmethod
    def of(cls, records: Iterable[GameRecord]) -> Ledger:
        """Make a ledger from records, read once and in any order. Raises ValueError as `read` and `Rows.add` do."""
        rows, tallies, bots = Rows(), dict[str, Tally](), dict[str, int]()
        for record in records:
            for name in record.seating:
                if name not in bots:
                    bots[name], tallies[name] = len(bots), Tally()
            rows.add(record, bots)
            count(record, tallies)
        return cls.read(rows.heads, rows.cells, tallies)

    def __len__(self) -> int:
        return sum(map(len, self.tables))

    def __contains__(self, number: object) -> bool:
        return number in self.numbers

    @property
    def end(self) -> int:
        """One more than the highest number of a game."""
        return max((int(table.number[-1]) + 1 for table in self.tables), default=0)

    def all_numbers(self) -> Ints:
        """The numbers of all games, ascending."""
        return _all_numbers(self.tables)

    def get(self, number: int) -> dict[str, int] | None:
        """What that game says of its bots, by name in the order of seats; None if the game is not here."""
        for table in self.tables:
            at = np.searchsorted(table.number, number)
            if at < len(table) and table.number[at] == number:
                says = (table.flags[at] & 3).tolist()
                return {self.names[bot]: what for bot, what in zip(table.bots[at].tolist(), says, strict=True)}
        return None

    def count(self) -> dict[str, int]:
        """The number of games of each status."""
        found = sum((np.bincount(table.status, minlength=3) for table in self.tables), np.zeros(3, np.int64)).tolist()
        return {status: games for status, games in zip(STATUSES, found, strict=True) if games}

    def faulty(self) -> Ints:
        """How many seats each bot was at fault on; a bot on two seats of a game in which it was at fault counts on
        both.
        """
        guilty = [table.bots[(table.says == FAULT) | (table.says == NOT_STARTED)] for table in self.tables]
        found = [np.bincount(bots, minlength=len(self.names)) for bots in guilty]
        return sum(found, np.zeros(len(self.names), np.int64))

    def at_fault(self) -> Numbers:
        """The games in which a bot was at fault."""
        found = [
            table.number[((table.says == FAULT) | (table.says == NOT_STARTED)).any(axis=1)] for table in self.tables
        ]
        return Numbers(np.sort(np.concatenate([np.zeros(0, np.int64), *found])))

    def games_of(self, *bots: str) -> Ints:
        """The numbers of the games in which all these bots sat, ascending."""
        found = [np.zeros(0, np.int64)]
        for table in self.tables:
            there = np.ones(len(table), dtype=np.bool_)
            for bot in bots:
                there &= (table.bots == self.names.index(bot)).any(axis=1) if bot in self.names else False
            found.append(table.number[there])
        return np.sort(np.concatenate(found))

    def games_of_any(self, bots: Collection[str]) -> Ints:
        """The numbers of the games in which one of these bots sat, ascending."""
        theirs = np.array([name in bots for name in self.names], dtype=np.bool_)
        found = [table.number[theirs[table.bots].any(axis=1)] for table in self.tables if theirs.any()]
        return np.sort(np.concatenate([np.zeros(0, np.int64), *found]))

    def differing(self, other: Ledger) -> list[str]:
        """What another ledger says differently, in words: "game 3", "the tally of ann"."""
        names = sorted({*self.names, *other.names})
        games = set[int]()
        for seats in {table.seats for table in (*self.tables, *other.tables)}:
            odd = np.setxor1d(self._lines(seats, names), other._lines(seats, names))
            games.update(odd["f0"].tolist())
        nothing = Tally()
        bots = [name for name in names if self.tallies.get(name, nothing) != other.tallies.get(name, nothing)]
        return [*(f"game {number}" for number in sorted(games)), *(f"the tally of {name}" for name in bots)]

    def _lines(self, seats: int, names: list[str]) -> NDArray[np.void]:
        """All that is known of each game with so many seats, as one comparable value; its first field is the number."""
        by_name = np.array([names.index(name) for name in self.names], dtype=np.int64)
        kind = np.dtype([("", "<i8")] * (5 + 3 * seats))
        for table in self.tables:
            if table.seats == seats:
                heads = (table.number, table.group, table.status, table.won, table.score.view(np.int64))
                cells = (by_name[table.bots], table.places, table.flags)
                lines = np.column_stack([*heads, *cells]).astype(np.int64)
                return np.ascontiguousarray(lines).view(kind).ravel()
        return np.zeros(0, kind)


def _all_numbers(tables: Iterable[Table]) -> Ints:
    return np.sort(np.concatenate([np.zeros(0, np.int64), *(table.number for table in tables)]))
