"""A contest's file as it was at one moment: all that its pages are made of, but for the records of games.

Which game may be shown whole is asked of `arena.contest.released_of` and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from arena import store as store_room
from arena.contest import Released, released_of, stored_schedule
from arena.games import Game, find_game
from arena.pairing import FormatName, Schedule
from arena.standings import (
    About,
    Named,
    Part,
    Row,
    Standings,
    Style,
    Table,
    TeamRow,
    TeamStandings,
    Title,
    parts_of,
    standings_of,
)
from arena.statistics import Ints
from arena.store import FAULT, NOT_STARTED, STATUSES, Facts, Ledger, Store, Tally

LONGEST_LABEL = 40
"""The most letters of a name in a table; the whole name is on the bot's own page."""


R = TypeVar("R", Row, TeamRow)

Sections: TypeAlias = Mapping[About, Sequence[tuple[str, list[Part]]]]
"""For each subject its titles, each with its parts."""


class Said(Struct):
    """What a contest's file says about it as it is shown to others: nothing of how bots are started."""

    game: str
    format: FormatName
    game_version: Any = None
    options: Any = None
    time: Any = None
    ponder: Any = None
    sandbox: Any = None
    faults: Any = None


class Sat(NamedTuple):
    """A seat of a game: `place` is 0 if the game has no places."""

    bot: int
    place: int
    at_fault: bool
    forfeited: bool


class Played(NamedTuple):
    """A game, as the ledger has it."""

    number: int
    group: int
    status: str
    won: bool
    score: float
    sat: tuple[Sat, ...]


@dataclass(frozen=True)
class Reading:
    """One reading of a contest's file. `names` are the bots by their numbers, by which pages are named: first those of
    the file's facts in their order, which only grows, then others of the ledger. `store` stays open: records are read
    from it when a page wants them."""

    store: Store
    facts: Facts
    said: Said
    names: tuple[str, ...]
    ledger: Ledger
    standings: Standings | TeamStandings
    released: Released
    schedule: Schedule

    @cached_property
    def game(self) -> Game:
        return find_game(self.said.game)

    @cached_property
    def number_of(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def _by_ledger(self) -> Ints:
        """The number of each bot of the ledger."""
        return np.array([self.number_of[name] for name in self.ledger.names], dtype=np.int64)

    @cached_property
    def games(self) -> int:
        return len(self.ledger)

    @property
    def over(self) -> bool:
        """Whether no further game will be played, as far as the file says."""
        return bool(self.facts.over) and (self.facts.over or 0) >= self.ledger.end

    def tally(self, bot: int) -> Tally:
        return self.ledger.tallies.get(self.names[bot], Tally())

    @cached_property
    def numbers(self) -> Ints:
        """The numbers of all games, ascending."""
        return self.ledger.all_numbers()

    @cached_property
    def numbers_of_groups(self) -> Ints:
        """The deal groups with games, ascending."""
        return np.unique(np.concatenate([np.zeros(0, np.int64), *(table.group for table in self.ledger.tables)]))

    def numbers_of(self, bot: int) -> Ints:
        """The numbers of the games of a bot, ascending."""
        return self.ledger.games_of(self.names[bot])

    def in_groups(self, first: int, end: int) -> dict[int, list[Played]]:
        """The games of some deal groups, by group and number."""
        found: dict[int, list[Played]] = {}
        for table in self.ledger.tables:
            rows = np.flatnonzero((table.group >= first) & (table.group < end))
            for played in self._rows(table.part(rows)):
                found.setdefault(played.group, []).append(played)
        return {group: sorted(games) for group, games in sorted(found.items())}

    def played(self, numbers: Ints) -> list[Played]:
        """Those of these games that are in the ledger, by number."""
        found: list[Played] = []
        for table in self.ledger.tables:
            found += self._rows(table.part(np.flatnonzero(np.isin(table.number, numbers))))
        return sorted(found)

    def between(self, first: int, end: int) -> list[Played]:
        """The games with numbers from `first` up to `end`."""
        found: list[Played] = []
        for table in self.ledger.tables:
            found += self._rows(table.part(slice(*np.searchsorted(table.number, (first, end)).tolist())))
        return sorted(found)

    def _rows(self, table: store_room.Table) -> Iterator[Played]:
        says = table.says
        columns = (
            self._by_ledger[table.bots],
            table.places,
            (says == FAULT) | (says == NOT_STARTED),
            table.forfeited,
        )
        seats = zip(*(column.tolist() for column in columns), strict=True)
        heads = (table.number, table.group, table.status, table.won, table.score)
        for (number, group, status, won, score), sat in zip(
            zip(*(column.tolist() for column in heads), strict=True), seats, strict=True
        ):
            yield Played(number, group, STATUSES[status], won, score, tuple(map(Sat, *sat)))

    def sections(self, style: Style) -> Sections:
        """What the text tables say, by what it is about: titles, each with its parts."""
        found: dict[About, list[tuple[str, list[Part]]]] = {}
        here: list[Part] = []
        for part in parts_of(self.standings, style, resources=True, details=True):
            if isinstance(part, Title):
                here = []
                found.setdefault(part.about, []).append((part.text, here))
            else:
                here.append(part)
        return found


def read(store: Store) -> Reading:
    """The file as it is now, which a run may be writing meanwhile. Raises StoreError, and UnknownGame or GameCannotLoad
    where its game is not there."""
    facts, stages = store.facts(), store.stages()
    said = facts.of_contest(Said)
    ledger = store.ledger()
    may_be_shown = released_of(facts, stages, ledger)
    standings = unquoted(standings_of(store, course=not find_game(said.game).cooperative))
    names = tuple(dict.fromkeys([*facts.bots, *ledger.names]))
    schedule = stored_schedule(facts, stages, max(ledger.end, 1))
    return Reading(store, facts, said, names, ledger, standings, may_be_shown, schedule)


def unquoted(standings: Standings | TeamStandings) -> Standings | TeamStandings:
    """The same standings without what they quote of the faults that benched a bot: it may name moves of deals that are
    still to be played, paths of this machine, or what a bot wrote for its author alone."""
    if isinstance(standings, Standings):
        return replace(standings, rows=tuple(map(_unquoted, standings.rows)))
    return replace(standings, rows=tuple(map(_unquoted, standings.rows)))


def _unquoted(row: R) -> R:
    if row.benched is None or row.retired:
        return row
    return replace(row, benched=row.benched.partition(": ")[0])


def row_of(parts: list[Part], bot: str) -> Iterator[tuple[str, str]]:
    """Headings and cells of the bot's row, in the first table that has one."""
    for part in parts:
        if isinstance(part, Table):
            for row in part.rows:
                if any(isinstance(cell, Named) and cell.bot == bot for cell in row):
                    for header, cell in zip(part.headers, row, strict=True):
                        if isinstance(cell, str):
                            yield " ".join(header.split()), cell
                    return
