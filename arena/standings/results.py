"""The ledger of a contest reduced to what ratings and tables need: the games that count, and counters for each bot.

What comes out does not depend on the order of the games nor on that of the bots: bots are indexed by sorted name and
games sorted by number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from arena.contest import Benchings
from arena.statistics import AnyInts, Bools, Floats, Ints, compact
from arena.store import STATUSES, Ledger, Table, Tally


@dataclass(frozen=True)
class Ranked:
    """Finished games between opponents with one number of seats n, by game number.

    `group` has shape (games,) and counts the contest's deal groups from 0; `bots` and `places` have shape (games, n).
    `bots` are indices into `Results.names`.
    """

    group: Ints
    bots: AnyInts
    places: AnyInts

    @property
    def seats(self) -> int:
        return int(self.places.shape[1])

    def places_of(self, bots: int) -> tuple[Ints, Floats, Floats]:
        """For each seat and bot, three arrays of shape (n, bots): in how many games the bot sat there, the sum of its
        places in them, and how many it won; seats that share the first place of a game share the 1."""
        winners = sum((places == 1 for places in self.places.T), np.zeros(len(self.group), dtype=np.int16))
        # What came of a game for a seat, as one number: how many shared the first place, or another place.
        last = int(self.places.max(initial=1))
        places = np.array([*np.ones(self.seats + 1), *range(1, last + 1)])
        points = np.array([0.0, *(1 / np.arange(1, self.seats + 1)), *np.zeros(last)])
        sat = np.zeros((self.seats, bots), dtype=np.int64)
        place, won = np.zeros((2, self.seats, bots))
        for seat, (who, at) in enumerate(zip(self.bots.T.astype(np.int64), self.places.T, strict=True)):
            came = np.where(at == 1, winners, at.astype(np.int16) + self.seats)
            counts = np.bincount(who * len(places) + came, minlength=bots * len(places)).reshape(bots, len(places))
            sat[seat], place[seat], won[seat] = counts.sum(axis=1), counts @ places, counts @ points
        return sat, place, won


@dataclass(frozen=True)
class Teams:
    """Finished games of a cooperative game, by game number.

    `group`, `won` and `score` have shape (games,), `bots` and `forfeited` (games, most seats of any game). `group`
    counts the contest's deal groups from 0; `bots` are indices into `Results.names`, len(names) where a game had no
    such seat.
    """

    group: Ints
    bots: Ints
    forfeited: Bools
    won: Floats
    score: Floats


@dataclass(frozen=True)
class Results:
    """All that is known of a contest's games, by bot (`names`, sorted).

    `tallies` count over all finished games. `games`, `forfeits` and `set_aside` have shape (bots,): seats in rated
    games, those of them that forfeited, and seats in games that finished but are not rated.

    Games between opponents are in `ranked`, by number of seats, ascending; those of a cooperative game in `teams`.
    `reasons` says why each bot is out that is benched or `retired`; `unrated` are the numbers of the finished games
    that are in neither, because they count for nobody since a bot was benched. `numbers_of_groups`, of shape
    (groups,), are those by which the contest knows its deal groups.
    """

    names: tuple[str, ...]
    tallies: tuple[Tally, ...]
    games: Ints
    forfeits: Ints
    set_aside: Ints
    ranked: tuple[Ranked, ...]
    teams: Teams
    finished: int
    void: tuple[int, ...]
    error: tuple[int, ...]
    groups: int
    complete_groups: int
    reasons: Mapping[str, str] = field(default_factory=dict)
    unrated: tuple[int, ...] = ()
    retired: frozenset[str] = frozenset()
    numbers_of_groups: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


def reduce_ledger(
    ledger: Ledger,
    bots: Iterable[str],
    group_size: int | None = None,
    cooperative: bool = False,
    benched: Callable[[Ledger], Benchings] | None = None,
) -> Results:
    """Reduce a ledger to results. `bots` are listed even if they played no game; others that did are added.

    `group_size` is how many games a deal group has; None means as many as the fullest one with as many seats. `benched`
    says which bots are benched, and which games are not rated for that; None means that no bot is.

    Raises ValueError for a game that is there twice, or that finished without an outcome of its kind.
    """
    settlement = Benchings() if benched is None else benched(ledger)
    names = tuple(sorted({*bots, *ledger.names}))
    size = len(names)
    by_name = np.array([names.index(name) for name in ledger.names], dtype=np.uint16)  # as many as a row can tell
    aside = np.array(sorted(settlement.unrated), dtype=np.int64)
    games, forfeits, set_aside = np.zeros((3, size), dtype=np.int64)
    rated, numbers_aside = [], [np.zeros(0, dtype=np.int64)]
    for table in ledger.tables:
        _check_outcomes(table, cooperative)
        out = table.finished & np.isin(table.number, aside)
        kept = table.part(table.finished & ~out)
        games += np.bincount(by_name[kept.bots].ravel(), minlength=size)
        forfeits += np.bincount(by_name[kept.bots[kept.forfeited]], minlength=size)
        set_aside += np.bincount(by_name[table.bots[out]].ravel(), minlength=size)
        numbers_aside.append(table.number[out])
        if len(kept):
            rated.append(kept)
    unrated = np.sort(np.concatenate(numbers_aside))
    groups, complete = _groups(ledger.tables, unrated, group_size)
    nothing = Tally()
    return Results(
        names=names,
        tallies=tuple(ledger.tallies.get(name, nothing) for name in names),
        games=games,
        forfeits=forfeits,
        set_aside=set_aside,
        ranked=() if cooperative else tuple(_ranked(table, by_name, groups) for table in rated),
        teams=_teams(rated if cooperative else [], size, by_name, groups),
        finished=ledger.count().get("finished", 0),
        void=_numbers(ledger.tables, "void"),
        error=_numbers(ledger.tables, "error"),
        groups=len(groups),
        complete_groups=complete,
        reasons=settlement.reasons,
        unrated=tuple(unrated.tolist()),
        retired=settlement.retired,
        numbers_of_groups=groups,
    )


def _check_outcomes(table: Table, cooperative: bool) -> None:
    wrong = table.finished & ((table.places == 0).any(axis=1) != cooperative)
    for number in table.number[wrong]:
        kind, other = ("cooperative game", "Ranking") if cooperative else ("game between opponents", "TeamResult")
        raise ValueError(f"game {number} cannot be the result of a {kind}: it is a {other}")


def _numbers(tables: Sequence[Table], status: str) -> tuple[int, ...]:
    code = STATUSES.index(status)
    return tuple(sorted(number for table in tables for number in table.number[table.status == code].tolist()))


def _groups(tables: Sequence[Table], aside: Ints, size: int | None) -> tuple[Ints, int]:
    """The deal groups with games that were not set `aside`, ascending, and in how many of them every game finished and
    none is missing."""
    none = np.zeros(0, dtype=np.int64)
    group = np.concatenate([none, *(table.group for table in tables)])
    finished = np.concatenate([none, *(table.finished for table in tables)])
    left = ~np.isin(np.concatenate([none, *(table.number for table in tables)]), aside)
    every, place, _ = compact(group, int(group.max(initial=0)) + 1)
    # A group is one of the most seats that any of its games has, set aside or not; tables are by seats, ascending.
    seats = np.zeros(len(every), dtype=np.int64)
    seats[place] = np.repeat([table.seats for table in tables], [len(table) for table in tables])
    games = np.bincount(place, left, len(every))
    whole = np.bincount(place, left & (finished > 0), len(every)) == games
    full = np.full(len(every), size if size is not None else 0)
    if size is None:
        for kind in np.flatnonzero(np.bincount(seats)):
            full[seats == kind] = games[seats == kind].max()
    return every[games > 0], int((whole & (games == full) & (games > 0)).sum())


def _ranked(table: Table, by_name: AnyInts, groups: Ints) -> Ranked:
    return Ranked(
        group=np.searchsorted(groups, table.group),
        bots=by_name[table.bots],
        places=table.places,
    )


def _teams(tables: Collection[Table], size: int, by_name: AnyInts, groups: Ints) -> Teams:
    widest = max((table.seats for table in tables), default=0)
    bots = [np.zeros((0, widest), dtype=np.int64)]
    forfeited = [np.zeros((0, widest), dtype=np.bool_)]
    for table in tables:
        missing = ((0, 0), (0, widest - table.seats))
        bots.append(np.pad(by_name[table.bots], missing, constant_values=size))
        forfeited.append(np.pad(table.forfeited, missing))
    order = np.argsort(np.concatenate([np.zeros(0), *(table.number for table in tables)]), kind="stable")
    group = np.concatenate([np.zeros(0, dtype=np.int64), *(table.group for table in tables)])[order]
    return Teams(
        group=np.searchsorted(groups, group),
        bots=np.concatenate(bots)[order],
        forfeited=np.concatenate(forfeited)[order],
        won=np.concatenate([np.zeros(0), *(table.won for table in tables)])[order],
        score=np.concatenate([np.zeros(0), *(table.score for table in tables)])[order],
    )
