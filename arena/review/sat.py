"""What came of the games that a review counts, seat by seat, in columns.

Counted are rated games of whole matches: a *match* here is all games that one line-up plays at one deal. Only in these
has everybody had the same cards in the same seats. The deal group is the unit of evidence: games of one have it in
common.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from arena.pairing import Seatings, seating_count
from arena.standings import taken
from arena.statistics import Bools, Floats, Ints
from arena.store import Ledger, Table


class Sat(Struct, frozen=True):
    """Games with one number of seats n, sorted by deal. `number`, `deal` (the deal group) and `match` have shape
    (games,), `bots`, `places` and `result` (games, n): the bots as indices into `Ledger.names`, and each seat's share
    of the points between opponents, or the score of a team. `won` is whether a team won, `counts` whether the game says
    something of that seat: where a team lost because a seat forfeited, it does so of that seat alone."""

    number: Ints
    deal: Ints
    match: Ints
    bots: Ints
    places: Ints
    result: Floats
    won: Floats
    counts: Bools

    @property
    def seats(self) -> int:
        return int(self.bots.shape[1])


class Counted(NamedTuple):
    """The games that count, by number of seats, and how many rated games of a bot do not since their match is not
    whole."""

    tables: list[Sat]
    left_out: int


def games_that_count(
    ledger: Ledger, bot: int, unrated: Collection[int], seatings: Seatings, cooperative: bool
) -> Counted:
    """The rated games of whole matches, of all bots; `bot` is an index into `ledger.names`."""
    aside = np.array(sorted(unrated), dtype=np.int64)
    tables, left_out = [], 0
    for table in ledger.tables:
        rated = table.part(table.finished & ~np.isin(table.number, aside))
        if not len(rated):
            continue
        match = _matches(rated)
        whole = _whole(rated, match, seatings)
        left_out += int((rated.bots[~whole] == bot).any(axis=1).sum())
        if whole.any():
            tables.append(_sat(rated.part(whole), match[whole], cooperative))
    return Counted(tables, left_out)


def _matches(table: Table) -> Ints:
    """A number for each game, the same for those of one line-up at one deal."""
    keys = np.column_stack([table.group, np.sort(table.bots.astype(np.int64), axis=1)])
    return np.unique(keys, axis=0, return_inverse=True)[1].ravel().astype(np.int64)


def _whole(table: Table, match: Ints, seatings: Seatings) -> Bools:
    """Whether all games of each game's match are there. A line-up that plays a deal again, as one of a swiss may, has
    all of them as often."""
    _, first, games = np.unique(match, return_index=True, return_counts=True)
    line_ups: Iterable[list[int]] = table.bots[first].tolist()
    wanted = np.array([seating_count(seatings, tuple(line_up)) for line_up in line_ups], dtype=np.int64)
    whole: Bools = np.equal(games % wanted, 0)[match]
    return whole


def _sat(table: Table, match: Ints, cooperative: bool) -> Sat:
    order = np.argsort(table.group, kind="stable")
    bots = table.bots.astype(np.int64)
    result, counts = taken(table, False), np.ones(bots.shape, dtype=np.bool_)
    won = table.won.astype(np.float64)
    if cooperative:
        lost = table.forfeited
        clean: Bools = np.logical_not(np.any(lost, axis=1))
        won = won * clean
        result = np.repeat((table.score * clean)[:, None], table.seats, axis=1)
        guilty = np.stack([((bots == bots[:, [seat]]) & lost).any(axis=1) for seat in range(table.seats)], axis=1)
        counts = clean[:, None] | guilty
    return Sat(
        number=table.number[order],
        deal=table.group[order],
        match=match[order],
        bots=bots[order],
        places=table.places.astype(np.int64)[order],
        result=result[order],
        won=won[order],
        counts=counts[order],
    )
