"""Game records reduced, one at a time, to what ratings and tables need.

A record holds every decision; kept of it here are who sat where, the result and the deal group, a few counters for
each bot, and a histogram of its answer times. Memory grows with games and seats, never with decisions.

What comes out does not depend on the order of the records nor on that of the bots: bots are indexed by sorted name,
games sorted by number, and sums over games are of whole numbers.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import exp, floor, log

import numpy as np

from arena.contest.bench import Conducts, Settled
from arena.games import TeamResult
from arena.protocol.verdicts import Verdict
from arena.referee.record import GameRecord
from arena.standings.resources import Spent
from arena.statistics.arrays import Bools, Floats, Ints

# Answer times are counted in buckets 5 % wide, so a median is right to about 2.5 % and takes the same memory for ten
# answers as for ten million.
_BUCKET = log(1.05)
_SHORTEST_MS = 0.001


@dataclass
class Tally:
    """Counters of one bot over finished games. A bot that sits on two seats of a game has played two `games`.

    `unrated` are games that finished but are not rated, and not among `games` and `forfeits`; their faults and times
    are counted as any others.
    """

    games: int = 0
    unrated: int = 0
    forfeits: int = 0
    faults: Counter[Verdict] = field(default_factory=Counter)
    max_ms: float | None = None
    spent: Spent = field(default_factory=Spent)
    _buckets: Counter[int] = field(default_factory=Counter)

    def time(self, ms: float) -> None:
        """Count the time of one answer."""
        self.max_ms = ms if self.max_ms is None else max(self.max_ms, ms)
        self._buckets[floor(log(max(ms, _SHORTEST_MS)) / _BUCKET)] += 1

    def set_aside(self, forfeited: bool) -> None:
        """Of the games counted, one is not rated."""
        self.games -= 1
        self.unrated += 1
        self.forfeits -= forfeited

    def median_ms(self) -> float | None:
        """The (lower) median answer time, to about 2.5 %; None without an answer."""
        if self.max_ms is None:
            return None
        half, seen = (self._buckets.total() + 1) // 2, 0
        for bucket in sorted(self._buckets):
            seen += self._buckets[bucket]
            if seen >= half:
                break
        return min(exp((bucket + 0.5) * _BUCKET), self.max_ms)


@dataclass
class _Group:
    seats: int
    games: int = 0
    unrated: int = 0


@dataclass(frozen=True)
class Ranked:
    """Finished games between opponents with one number of seats n, by game number.

    `group` has shape (games,) and counts the contest's deal groups from 0; `bots` and `places` have shape (games, n).
    `bots` are indices into `Results.names`.
    """

    group: Ints
    bots: Ints
    places: Ints

    @property
    def seats(self) -> int:
        return int(self.places.shape[1])

    def first_shares(self) -> Floats:
        """Shape (games, n): 1 for the winner of a game; seats that share the first place share this 1."""
        first = self.places == 1
        shares: Floats = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
        return shares


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

    Games between opponents are in `ranked`, by number of seats, ascending; those of a cooperative game in `teams`.
    `reasons` says why each benched bot is out; `unrated` are the numbers of the finished games that are in neither,
    because they count for nobody since a bot was benched.
    """

    names: tuple[str, ...]
    tallies: tuple[Tally, ...]
    ranked: tuple[Ranked, ...]
    teams: Teams
    finished: int
    void: tuple[int, ...]
    error: tuple[int, ...]
    groups: int
    complete_groups: int
    reasons: Mapping[str, str] = field(default_factory=dict)
    unrated: tuple[int, ...] = ()


def reduce_records(
    records: Iterable[GameRecord],
    bots: Iterable[str],
    group_size: int | None = None,
    cooperative: bool = False,
    settle: Callable[[Conducts], Settled] | None = None,
) -> Results:
    """Read all records once. `bots` are listed even if they played no game; other names in records are added.

    `group_size` is how many games a deal group has; None: as many as the fullest one with as many seats. `settle` says
    which bots are benched, and which games are not rated for that; None: none.

    Raises ValueError for a game that is there twice, or that finished without an outcome of its kind.
    """
    tallies = {name: Tally() for name in bots}
    index = {name: position for position, name in enumerate(tallies)}
    columns: dict[int, array[int]] = {}
    scores: dict[int, array[float]] = {}
    unrated: dict[str, list[int]] = {"void": [], "error": []}
    conducts = Conducts()
    groups: dict[int, _Group] = {}
    numbers: set[int] = set()
    finished = 0
    for record in records:
        if record.number in numbers:
            raise ValueError(f"game {record.number} is recorded twice; a game can count only once")
        numbers.add(record.number)
        if settle is not None:
            conducts.add(record)
        group = groups.setdefault(record.group, _Group(record.seats))
        group.games += 1
        group.seats = max(group.seats, record.seats)
        for name in record.seating:
            tallies.setdefault(name, Tally())
            index.setdefault(name, len(index))
        if record.status != "finished":
            unrated[record.status].append(record.number)
            group.unrated += 1
            continue
        outcome = record.outcome
        if outcome is None:
            raise ValueError(f"game {record.number} is recorded as finished, but has no outcome")
        if isinstance(outcome, TeamResult) != cooperative:
            kind = "cooperative game" if cooperative else "game between opponents"
            raise ValueError(f"game {record.number} cannot be the result of a {kind}: {outcome}")
        finished += 1
        _count(record, tallies)
        row = columns.setdefault(record.seats, array("q"))
        row.extend((record.number, record.group))
        row.extend(index[name] for name in record.seating)
        row.extend(seat in record.forfeited for seat in range(record.seats))
        if isinstance(outcome, TeamResult):
            scores.setdefault(record.seats, array("d")).extend((outcome.won, outcome.score))
        else:
            row.extend(outcome.places)
    settlement = Settled() if settle is None else settle(conducts)
    tables: dict[int, Ints] = {}
    ends: dict[int, Floats] = {}
    by_index, aside = [tallies[name] for name in index], []
    for seats in sorted(columns):
        table = np.array(columns[seats], dtype=np.int64).reshape(-1, 2 + (2 if cooperative else 3) * seats)
        out = np.isin(table[:, 0], list(settlement.unrated))
        for number, group_id, *cells in table[out].tolist():
            aside.append(number)
            groups[group_id].games -= 1
            for bot, forfeited in zip(cells[:seats], cells[seats : 2 * seats], strict=True):
                by_index[bot].set_aside(forfeited)
        if not out.all():
            tables[seats] = table[~out]
            ends[seats] = np.array(scores[seats]).reshape(-1, 2)[~out] if cooperative else np.zeros((0, 2))
    groups = {group_id: group for group_id, group in groups.items() if group.games}
    names = tuple(sorted(tallies))
    # Bots were numbered as they came, since not all names were known; from here on by sorted name.
    by_name = np.array([names.index(name) for name in index], dtype=np.int64)
    group_ids = np.array(sorted(groups), dtype=np.int64)
    return Results(
        names=names,
        tallies=tuple(tallies[name] for name in names),
        ranked=() if cooperative else tuple(_ranked(table, n, by_name, group_ids) for n, table in tables.items()),
        teams=_teams(tables if cooperative else {}, ends, by_name, group_ids),
        finished=finished,
        void=tuple(sorted(unrated["void"])),
        error=tuple(sorted(unrated["error"])),
        groups=len(groups),
        complete_groups=_complete(groups.values(), group_size),
        reasons=settlement.reasons,
        unrated=tuple(sorted(aside)),
    )


def _count(record: GameRecord, tallies: dict[str, Tally]) -> None:
    for seat, name in enumerate(record.seating):
        tallies[name].games += 1
        tallies[name].forfeits += seat in record.forfeited
    for fault in record.faults:
        tallies[record.seating[fault.seat]].faults[fault.verdict] += 1
    # Moves that the referee made for a seat have no time.
    for (seat, _), ms in zip(record.decisions, record.measured.ms, strict=False):
        if ms is not None:
            tallies[record.seating[seat]].time(ms)
    for name, stray in zip(record.seating, record.measured.stray, strict=False):
        tallies[name].spent.stray += stray
    if any(record.measured.usage):
        asked = _asked(record)
        for seat, usage in enumerate(record.measured.usage):
            if usage is not None:
                tallies[record.seating[seat]].spent.count(usage, asked[seat])


def _asked(record: GameRecord) -> Counter[int]:
    """How many decisions each seat was asked for: those that it made, and those at which it was at fault instead."""
    made = (seat for (seat, _), ms in zip(record.decisions, record.measured.ms, strict=False) if ms is not None)
    return Counter(made) + Counter(fault.seat for fault in record.faults if fault.verdict != "start-failure")


def _ranked(table: Ints, seats: int, by_name: Ints, group_ids: Ints) -> Ranked:
    table = table[np.argsort(table[:, 0])]
    return Ranked(
        group=np.searchsorted(group_ids, table[:, 1]),
        bots=by_name[table[:, 2 : 2 + seats]],
        places=table[:, 2 + 2 * seats :],
    )


def _teams(tables: Mapping[int, Ints], ends: Mapping[int, Floats], by_name: Ints, group_ids: Ints) -> Teams:
    widest = max(tables, default=0)
    heads, bots, forfeited = [], [], []
    for seats, table in tables.items():
        missing = ((0, 0), (0, widest - seats))
        heads.append(table[:, :2])
        bots.append(np.pad(by_name[table[:, 2 : 2 + seats]], missing, constant_values=len(by_name)))
        forfeited.append(np.pad(table[:, 2 + seats :] > 0, missing))
    head = np.concatenate([np.zeros((0, 2), dtype=np.int64), *heads])
    order = np.argsort(head[:, 0])
    end = np.concatenate([np.zeros((0, 2)), *ends.values()])[order]
    return Teams(
        group=np.searchsorted(group_ids, head[order, 1]),
        bots=np.concatenate([np.zeros((0, widest), dtype=np.int64), *bots])[order],
        forfeited=np.concatenate([np.zeros((0, widest), dtype=np.bool_), *forfeited])[order],
        won=end[:, 0],
        score=end[:, 1],
    )


def _complete(groups: Collection[_Group], size: int | None) -> int:
    """Groups in which every game finished and none is missing."""
    fullest: dict[int, int] = {}
    for group in groups:
        fullest[group.seats] = max(fullest.get(group.seats, 0), group.games)
    return sum(group.unrated == 0 and group.games == (size or fullest[group.seats]) for group in groups)
