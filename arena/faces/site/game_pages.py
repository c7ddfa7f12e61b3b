"""Which games have a page to watch, the list of them, and the page of one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arena.contest import time_of
from arena.faces.edition import published_edition
from arena.faces.page import watch_page
from arena.faces.site.reading import Reading
from arena.faces.site.shell import Shell
from arena.pairing import adaptive
from arena.protocol import printable
from arena.statistics import Ints
from arena.store import FAULT, NOT_STARTED

NEWEST = 50
"""The number of last games that have a page, unless somebody asks for more."""
FAULTY = 50
DECISIVE = 20


class Watched(NamedTuple):
    """The games that are listed, by number, ascending; on a site of files, these have a page."""

    newest: Ints
    decisive: Ints
    faulty: Ints

    def __contains__(self, number: object) -> bool:
        return any(number in games for games in self)

    @property
    def all(self) -> list[int]:
        return sorted({int(number) for games in self for number in games})


def watched(reading: Reading, newest: int = NEWEST) -> Watched:
    """Choose the games: the last ones, those that decided most, and the last in which a bot was at fault."""
    there = reading.numbers
    return Watched(there[max(len(there) - newest, 0) :], _decisive(reading), _faulty(reading)[-FAULTY:])


def _faulty(reading: Reading) -> Ints:
    at_fault = [
        table.number[((table.says == FAULT) | (table.says == NOT_STARTED)).any(axis=1)]
        for table in reading.ledger.tables
    ]
    return np.sort(np.concatenate([np.zeros(0, np.int64), *at_fault]))


def _decisive(reading: Reading) -> Ints:
    """Those of the last stage, where results make the stages; else those of the first two of the table with each
    other, the last of them."""
    parts = reading.schedule.parts
    if adaptive(reading.said.format) and parts:
        there = reading.numbers
        return there[there >= parts[-1].first][:DECISIVE]
    first = [row.bot for row in reading.standings.rows if row.rank is not None][:2]
    return reading.ledger.games_of(*first)[-DECISIVE:] if len(first) == 2 else np.zeros(0, np.int64)


def games_index(shell: Shell, games: Watched, only: bool) -> bytes:
    """The games to watch; `only` says that no others have a page."""
    final = adaptive(shell.reading.said.format)
    lists = (
        ("Decisive", "Of the last stage." if final else "The first two of the table with each other.", games.decisive),
        ("With a fault", "The verdict leads to the decision.", games.faulty),
        ("Newest", "", games.newest),
    )
    return shell.render(
        "games.html",
        "games.html",
        "Games",
        file=printable(shell.reading.store.path.name),
        only=only,
        lists=[
            (name, said, shell.games_table(shell.reading.played(numbers)[::-1], name))
            for name, said, numbers in lists
            if len(numbers)
        ],
    )


def game_page(reading: Reading, number: int) -> bytes | None:
    """The game for whoever may see it by now, as a page that needs nothing else: whole, if no game at its deal is still
    to be played, else as the public saw it. None where there is no such game. Raises StoreError, and UnknownGame or
    GameCannotLoad where its rules are not there."""
    # A later game may be in the file by now, and is none of this reading: that may be shown later for a reason.
    record = reading.store.record(number) if number in reading.ledger.numbers else None
    if record is None:
        return None
    audience = reading.released.audience(number)
    return watch_page(published_edition(audience, record, reading.game, time_of(reading.facts))).encode()
