"""Game records reduced, one at a time, to what ratings and tables need.

A record holds every decision; kept of it here are who sat where, the places and the deal group, a few counters for
each bot, and a histogram of its answer times. Memory grows with games and seats, never with decisions.

What comes out does not depend on the order of the records nor on that of the bots: bots are indexed by sorted name,
games sorted by number, and sums over games are of whole numbers.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import exp, floor, log
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.games import TeamResult
from arena.protocol.verdicts import Verdict
from arena.referee.record import GameRecord

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

# Answer times are counted in buckets 5 % wide, so a median is right to about 2.5 % and takes the same memory for ten
# answers as for ten million.
_BUCKET = log(1.05)
_SHORTEST_MS = 0.001


@dataclass
class Tally:
    """Counters of one bot over finished games. A bot that sits on two seats of a game has played two `games`."""

    games: int = 0
    forfeits: int = 0
    faults: Counter[Verdict] = field(default_factory=Counter)
    max_ms: float | None = None
    _buckets: Counter[int] = field(default_factory=Counter)

    def time(self, ms: float) -> None:
        """Count the time of one answer."""
        self.max_ms = ms if self.max_ms is None else max(self.max_ms, ms)
        self._buckets[floor(log(max(ms, _SHORTEST_MS)) / _BUCKET)] += 1

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
class Results:
    """All that is known of a contest's games, by bot (`names`, sorted) and by number of seats (`ranked`, ascending)."""

    names: tuple[str, ...]
    tallies: tuple[Tally, ...]
    ranked: tuple[Ranked, ...]
    finished: int
    cooperative: int
    void: tuple[int, ...]
    error: tuple[int, ...]
    groups: int
    complete_groups: int


@dataclass(frozen=True)
class PairPoints:
    """What players took from each other, by deal group: the data of the rating model.

    Entry k says that in group `group[k]` (0, 1, ... without gaps) player `row[k]` took `value[k]` points from player
    `column[k]`. Entries are sorted and their values positive; a pair that met has one in at least one direction.
    """

    players: int
    groups: int
    group: Ints
    row: Ints
    column: Ints
    value: Floats

    def matrix(self, times: Ints | None = None) -> Floats:
        """Shape (players, players): points of row against column, group g counted `times[g]` times (else once)."""
        value = self.value if times is None else self.value * times[self.group]
        flat = np.bincount(self.row * self.players + self.column, value, self.players**2)
        # Without entries, bincount counts in whole numbers.
        return flat.astype(np.float64).reshape(self.players, self.players)

    def groups_of_each(self) -> Ints:
        """Shape (players,): the number of deal groups in which each player met anybody."""
        player = np.concatenate([self.row, self.column])
        seen = np.unique(np.concatenate([self.group, self.group]) * self.players + player)
        return np.bincount(seen % self.players, minlength=self.players)


def reduce_records(records: Iterable[GameRecord], bots: Iterable[str], group_size: int | None = None) -> Results:
    """Read all records once. `bots` are listed even if they played no game; other names in records are added.

    `group_size` is how many games a deal group has; None: as many as the fullest one with as many seats.

    Raises ValueError for a game that is there twice, or that finished without an outcome.
    """
    tallies = {name: Tally() for name in bots}
    index = {name: position for position, name in enumerate(tallies)}
    columns: dict[int, array[int]] = {}
    unrated: dict[str, list[int]] = {"void": [], "error": []}
    groups: dict[int, _Group] = {}
    numbers: set[int] = set()
    finished = cooperative = 0
    for record in records:
        if record.number in numbers:
            raise ValueError(f"game {record.number} is recorded twice; a game can count only once")
        numbers.add(record.number)
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
        if record.outcome is None:
            raise ValueError(f"game {record.number} is recorded as finished, but has no outcome")
        finished += 1
        _count(record, tallies)
        if isinstance(record.outcome, TeamResult):
            cooperative += 1
            continue
        row = columns.setdefault(record.seats, array("q"))
        row.extend((record.number, record.group))
        row.extend(index[name] for name in record.seating)
        row.extend(record.outcome.places)
    names = tuple(sorted(tallies))
    # Bots were numbered as they came, since not all names were known; from here on by sorted name.
    by_name = np.array([names.index(name) for name in index], dtype=np.int64)
    group_ids = np.array(sorted(groups), dtype=np.int64)
    return Results(
        names=names,
        tallies=tuple(tallies[name] for name in names),
        ranked=tuple(_ranked(columns[seats], seats, by_name, group_ids) for seats in sorted(columns)),
        finished=finished,
        cooperative=cooperative,
        void=tuple(sorted(unrated["void"])),
        error=tuple(sorted(unrated["error"])),
        groups=len(groups),
        complete_groups=_complete(groups.values(), group_size),
    )


def bot_points(results: Results) -> PairPoints:
    """Points between bots. Two seats of the same bot have none between them."""
    return _points(len(results.names), [(games, games.bots) for games in results.ranked])


def seat_points(games: Ranked) -> PairPoints:
    """Points between the seats of games with one number of seats, whoever sat there."""
    seats = np.broadcast_to(np.arange(games.seats), games.bots.shape)
    return _points(games.seats, [(games, seats)])


def pair_tallies(results: Results) -> tuple[Ints, Ints]:
    """Pair results counted whole, each of shape (bots, bots): wins of row over column, and draws (symmetric)."""
    size = len(results.names)
    wins, draws = np.zeros(size**2, dtype=np.int64), np.zeros(size**2, dtype=np.int64)
    for games in results.ranked:
        for row, column, half_points, _ in _directed(games, games.bots):
            key = row * size + column
            wins += np.bincount(key[half_points == 2], minlength=size**2)
            draws += np.bincount(key[half_points == 1], minlength=size**2)
    return wins.reshape(size, size), draws.reshape(size, size)


def _points(size: int, blocks: Sequence[tuple[Ranked, Ints]]) -> PairPoints:
    """A point is split over a pair result: 1 to the better place, a half each for a shared one, times 1/(n - 1).

    A seat of an n-seat game has n - 1 pair results from one game. Weighted so, they count together as one game: a
    table of four is no more evidence on a bot than a duel, as far as one game goes.
    """
    keys, values = [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
    for games, players in blocks:
        for row, column, half_points, group in _directed(games, players):
            taken = half_points > 0
            keys.append(((group * size + row) * size + column)[taken])
            values.append(half_points[taken] / 2 / (games.seats - 1))
    # Groups where no pair met are no evidence and not among those that are drawn again.
    key, merged = np.unique(np.concatenate(keys), return_inverse=True)
    group_ids, group = np.unique(key // size**2, return_inverse=True)
    return PairPoints(
        players=size,
        groups=len(group_ids),
        group=group,
        row=key // size % size,
        column=key % size,
        value=np.bincount(merged, np.concatenate(values), len(key)).astype(np.float64),
    )


def _directed(games: Ranked, players: Ints) -> Iterator[tuple[Ints, Ints, Ints, Ints]]:
    """For every two seats: (row player, column player, half points of row: 2, 1 or 0, group), arrays over games."""
    for i in range(games.seats):
        for j in range(games.seats):
            met = players[:, i] != players[:, j]
            if i != j and met.any():
                half_points = 1 + np.sign(games.places[:, j] - games.places[:, i])
                yield players[met, i], players[met, j], half_points[met], games.group[met]


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


def _ranked(rows: array[int], seats: int, by_name: Ints, group_ids: Ints) -> Ranked:
    table = np.array(rows, dtype=np.int64).reshape(-1, 2 + 2 * seats)
    table = table[np.argsort(table[:, 0])]
    return Ranked(
        group=np.searchsorted(group_ids, table[:, 1]),
        bots=by_name[table[:, 2 : 2 + seats]],
        places=table[:, 2 + seats :],
    )


def _complete(groups: Collection[_Group], size: int | None) -> int:
    """Groups in which every game finished and none is missing."""
    fullest: dict[int, int] = {}
    for group in groups:
        fullest[group.seats] = max(fullest.get(group.seats, 0), group.games)
    return sum(group.unrated == 0 and group.games == (size or fullest[group.seats]) for group in groups)
