"""What players took from each other, seat against seat: the data of the joint fit, counted once.

Every two seats of a game have one pair result: 2, 1 or 0 half points for the better, a shared or the worse place. A
seat in a game of n seats has n - 1 of them, each with the weight 1 / (n - 1), so that together they count as one game:
a table of four is no more evidence on a bot than a duel, as far as one game goes.

Pair results of the same two bots on the same two seats, in games with the same number of seats, are one **cell**; the
fit knows only cells, so it takes the same time for a thousand games as for a million.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from arena.statistics.arrays import AnyInts, Bools, Floats, Ints, mixed

LOT = 1 << 15
"""The number of games that are looked at together, or more, up to the end of the last deal group. What is made of them
on the way stays in the processor's cache, which is four times as fast as the memory."""


@dataclass(frozen=True)
class Games:
    """Games with one number of seats n: `group` of shape (games,) counts deal groups from 0, `bots` and `places` of
    shape (games, n)."""

    group: Ints
    bots: AnyInts
    places: AnyInts

    @property
    def seats(self) -> int:
        return int(self.places.shape[1])

    def by_group(self) -> Games:
        """The same games, sorted so that those of a deal group are together."""
        if (np.diff(self.group) >= 0).all():
            return self
        order = np.argsort(self.group, kind="stable")
        return Games(self.group[order], self.bots[order], self.places[order])

    def lots(self) -> Iterator[slice]:
        """Yield lots of whole deal groups with about `LOT` games together; the games must be sorted `by_group`."""
        begin = 0
        while begin < len(self.group):
            last = self.group[min(begin + LOT, len(self.group)) - 1]
            end = int(np.searchsorted(self.group, last, side="right"))
            yield slice(begin, end)
            begin = end


@dataclass(frozen=True)
class PairResults:
    """Pair results by cell, arrays of shape (cells,), and what is to be known of deal groups.

    In cell k bot `row[k]` sat on seat `row_seat[k]` and met `column[k]` on `column_seat[k]`, and it lost, drew and won
    `results[k]` of them, of shape (cells, 3); each weighs `weight[k]`. A bot may meet itself; that tells of seats only.
    Seats are numbered on through `tables`: seat s of tables[t] is `first_seat[t] + s`, and there are `seats` in all.
    `codes[t]`, of shape (seat pairs, games of tables[t]), says what came of which cell: `half_points[t][code]` is 3
    times the cell plus the half points of the row.

    `line_up[g]` says which line-up deal group g had, as a number: equal where the same bots met equally often;
    `groups_alike[k]` is how many groups had line-up k. `groups_of_each` (bots,) counts the groups in which a bot met
    another, `freedom_of_each` is this less 1 for each line-up of several groups. Each row of `group_counts`, of shape
    (.., 5), says: bot, opponent (a greater index), games between them in a group, half points that the bot took of
    these, and how many groups went so.
    """

    bots: int
    seats: int
    tables: tuple[Games, ...]
    first_seat: tuple[int, ...]
    row: Ints
    column: Ints
    row_seat: Ints
    column_seat: Ints
    weight: Floats
    results: Ints
    codes: tuple[Ints, ...]
    half_points: tuple[Ints, ...]
    line_up: Ints
    groups_alike: Ints
    groups_of_each: Ints
    freedom_of_each: Floats
    group_counts: Ints

    @property
    def met(self) -> Ints:
        """The number of pair results in each cell, of shape (cells,)."""
        counts: Ints = self.results.sum(axis=1)
        return counts

    @property
    def taken(self) -> Floats:
        """The points that the row took in each cell, of shape (cells,)."""
        points: Floats = self.results @ np.array([0.0, 0.5, 1.0])
        return points

    def tallies(self) -> tuple[Ints, Ints]:
        """Unweighted pair results, each of shape (bots, bots): wins of row over column, and draws (symmetric). There
        are none between seats of one bot."""
        one, other = self.row * self.bots + self.column, self.column * self.bots + self.row
        apart = (self.row != self.column)[:, None] * self.results
        size = self.bots**2
        wins = _counted(one, apart[:, 2], size) + _counted(other, apart[:, 0], size)
        draws = _counted(one, apart[:, 1], size) + _counted(other, apart[:, 1], size)
        return wins.reshape(self.bots, self.bots), draws.reshape(self.bots, self.bots)


def pair_results(bots: int, tables: Sequence[Games]) -> PairResults:
    """The pair results of games of `bots` bots (indices 0, 1, ...), each of `tables` with its own number of seats."""
    first_seat = np.cumsum([0, *(games.seats for games in tables)]).tolist()
    tables = tuple(games.by_group() for games in tables)
    groups = _Groups(bots, max((int(games.group[-1]) + 1 for games in tables if len(games.group)), default=0))
    cells, codes, half_points, weights = [np.zeros((0, 7), dtype=np.int64)], [], [], [np.zeros(0)]
    before = 0
    for games, offset in zip(tables, first_seat[:-1], strict=True):
        of_table, of_games, halves = _counts(bots, games, groups)
        of_table[:, 2:4] += offset
        codes.append(of_games)
        half_points.append(halves + 3 * before)
        cells.append(of_table)
        weights.append(np.full(len(of_table), 1 / (games.seats - 1)))
        before += len(of_table)
    cell = np.concatenate(cells)
    line_up, groups_alike = groups.line_ups()
    groups_of_each, freedom_of_each = groups.of_each(line_up, groups_alike)
    return PairResults(
        bots=bots,
        seats=first_seat[-1],
        tables=tables,
        first_seat=tuple(first_seat[:-1]),
        row=cell[:, 0],
        column=cell[:, 1],
        row_seat=cell[:, 2],
        column_seat=cell[:, 3],
        weight=np.concatenate(weights),
        results=cell[:, 4:7],
        codes=tuple(codes),
        half_points=tuple(half_points),
        line_up=line_up,
        groups_alike=groups_alike,
        groups_of_each=groups_of_each,
        freedom_of_each=freedom_of_each,
        group_counts=groups.counts(),
    )


def _counts(bots: int, games: Games, groups: _Groups) -> tuple[Ints, Ints, Ints]:
    """Of one table, `by_group`: cells (row, column, seat, seat, losses, draws, wins), `codes` and `half_points`; what
    is to be known of its deal groups is told to `groups`."""
    pairs = list(combinations(range(games.seats), 2))
    size = len(pairs) * bots**2 * 3
    code: Ints = np.empty((len(pairs), len(games.group)), _least(size))
    for lot in games.lots():
        begin, end = int(games.group[lot.start]), int(games.group[lot.stop - 1]) + 1
        number = _least(max((end - begin) * bots**2 * 4, size))
        # By seat, for speed, and once what is the same for several pairs.
        seated, places = games.bots[lot].T.astype(number, order="C"), games.places[lot].T.copy()
        as_row, as_column, as_either = seated * (bots * 3), seated * 3, seated * 4
        group = (games.group[lot] - begin).astype(number) * (bots**2 * 4) + 1
        met: Ints = np.empty((len(pairs), len(group)), number)
        for index, (seat, other) in enumerate(pairs):
            half = np.subtract(places[other] >= places[seat], places[other] <= places[seat], dtype=np.int8)
            code[index, lot] = as_row[seat] + as_column[other] + (half + number(index * bots**2 * 3 + 1))
            of_lesser = half * (1 - 2 * (seated[seat] > seated[other]).view(np.int8))
            # Lesser times `bots` plus greater, with no need to find the greater.
            pair = np.minimum(as_either[seat], as_either[other]) * (bots - 1) + as_either[seat] + as_either[other]
            met[index] = group + pair + of_lesser
        groups.add(begin, end, met.ravel())
    if _is_sparse(code, size):
        kinds, code, counts = compact(code, size)
        named = np.arange(len(kinds))
    else:
        counts = np.zeros(size, dtype=np.int64)
        for of_pair in code:  # all at once would need much memory
            counts += np.bincount(of_pair, minlength=size)
        kinds = named = np.flatnonzero(counts)
        counts = counts[kinds]
    cell_codes = distinct(kinds // 3, size)
    cell, half = np.searchsorted(cell_codes, kinds // 3), kinds % 3
    half_points = np.zeros(int(named.max(initial=-1)) + 1, dtype=np.int64)
    half_points[named] = 3 * cell + half
    results = np.zeros((len(cell_codes), 3), dtype=np.int64)
    results[cell, half] = counts
    cells = [cell_codes // bots % bots, cell_codes % bots, np.array(pairs)[cell_codes // bots**2], results]
    return np.column_stack(cells), code, half_points


class _Groups:
    """What is to be known of the deal groups of `bots` bots, gathered as their games are looked at."""

    def __init__(self, bots: int, groups: int) -> None:
        self._bots = bots
        self._content = np.zeros(groups, dtype=np.uint64)
        self._present = [np.zeros(0, dtype=np.int64)]
        self._went = [np.zeros((4, 0), dtype=np.int64)]

    def add(self, begin: int, end: int, met: Ints) -> None:
        """Add the whole groups `begin` to `end` of one table. `met` holds, as one number each, the group (counted from
        `begin`), the lesser bot and the greater bot, and in its last two bits the half points of the lesser; it is
        sorted."""
        met.sort()
        ordered = met >> 2
        starts = np.flatnonzero(_first_of_each(ordered))
        games, half = np.diff(starts, append=len(met)), np.add.reduceat(met & 3, starts, dtype=met.dtype)
        group, pair = divided(ordered[starts], self._bots**2)
        # Groups are alike if the sums of the hashes of what they contain are (of 64 bits: never by chance).
        hashes, first = mixed(games * self._bots**2 + pair), np.flatnonzero(_first_of_each(group))
        self._content[begin + group[first]] += np.add.reduceat(hashes, first)
        lesser, greater = divided(pair, self._bots)
        apart = lesser != greater
        there = np.concatenate([group * self._bots + bot for bot in (lesser, greater)])[np.tile(apart, 2)]
        self._present.append(begin * self._bots + distinct(there, (end - begin) * self._bots))
        self._went.append(_tallied(self._bots, pair[apart], games[apart], half[apart], np.ones(int(apart.sum()))))

    def line_ups(self) -> tuple[Ints, Ints]:
        """Returns `PairResults.line_up` and `groups_alike`."""
        _, line_up, alike = compact(self._content.view(np.int64), 1 << 64)
        return line_up, alike

    def of_each(self, line_up: Ints, alike: Ints) -> tuple[Ints, Floats]:
        """Returns `PairResults.groups_of_each` and `freedom_of_each`."""
        present = np.concatenate(self._present)
        if not _first_of_each(present).all() or (np.diff(present) < 0).any():  # tables may have groups in common
            present = np.sort(present)
            present = present[_first_of_each(present)]
        group, bot = divided(present, self._bots)
        kept = 1 - (alike > 1) / np.maximum(alike, 1)
        freedom = np.bincount(bot, kept[line_up[group]], self._bots)
        return np.bincount(bot, minlength=self._bots), freedom.astype(np.float64)

    def counts(self) -> Ints:
        """Returns `PairResults.group_counts`."""
        pair, games, half, groups = _tallied(self._bots, *np.concatenate(self._went, axis=1))
        return np.column_stack([*divided(pair, self._bots), games, half, groups])


def _tallied(bots: int, pair: Ints, games: Ints, half: Ints, groups: Ints | Floats) -> Ints:
    """Shape (4, ..): every pair, games and half points that are there, once, and the sum of their groups."""
    most = int(games.max(initial=0)) + 1
    codes, _, counts = counted((pair * most + games) * 2 * most + half, groups, 2 * (bots * most) ** 2)
    pair_games, half = divided(codes, 2 * most)
    return np.stack([*divided(pair_games, most), half, counts.astype(np.int64)])


def _least(size: int) -> Any:
    """The smaller numbers below `size` are, the more of them the cache holds."""
    return np.int32 if size < 1 << 31 else np.int64


def divided(numbers: Ints, by: int) -> tuple[Ints, Ints]:
    """Quotient and remainder, as `numpy.divmod` gives them for numbers that are not below 0, in a third of the time."""
    quotient = numbers // by
    return quotient, numbers - quotient * by


def compact(codes: Ints, size: int) -> tuple[Ints, Ints, Ints]:
    """The different codes, ascending; for each of `codes` the index of its code among these; and how often each is
    there. All codes are below `size`."""
    if not _is_sparse(codes, size):
        counts = np.bincount(codes.ravel(), minlength=size)
        seen = counts > 0
        return np.flatnonzero(seen), (np.cumsum(seen, dtype=codes.dtype) - 1)[codes], counts[seen]
    # As numpy.unique does, which would load another tenth of a second of numpy.
    order = np.argsort(codes, axis=None, kind="stable")
    ordered = codes.ravel()[order]
    first = _first_of_each(ordered)
    index = np.empty(codes.size, dtype=np.int64)
    index[order] = np.cumsum(first) - 1
    return ordered[first], index.reshape(codes.shape), np.diff(np.flatnonzero(first), append=codes.size)


def counted(codes: Ints, values: Ints | Floats, size: int) -> tuple[Ints, Ints, Floats]:
    """The different codes, ascending, how often each is there, and the sum of its values. All codes are below
    `size`."""
    if _is_sparse(codes, size):
        kinds, kind, counts = compact(codes, size)
        return kinds, counts, np.bincount(kind.ravel(), values.ravel(), len(kinds)).astype(np.float64, copy=False)
    counts = np.bincount(codes.ravel(), minlength=size)
    kinds = np.flatnonzero(counts > 0)
    return kinds, counts[kinds], np.bincount(codes.ravel(), values.ravel(), size)[kinds].astype(np.float64, copy=False)


def distinct(codes: Ints, size: int) -> Ints:
    """The different codes, ascending. All codes are below `size`."""
    if not _is_sparse(codes, size):
        seen = np.zeros(size, dtype=np.bool_)
        seen[codes.ravel()] = True
        return np.flatnonzero(seen)
    ordered = np.sort(codes, axis=None)
    return ordered[_first_of_each(ordered)]


def _is_sparse(codes: Ints, size: int) -> bool:
    return size > 4 * codes.size + 1_000_000


def _first_of_each(ordered: Ints) -> Bools:
    first = np.ones(len(ordered), dtype=np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    return first


def _counted(keys: Ints, counts: Ints, size: int) -> Ints:
    total: Ints = np.bincount(keys, counts, size).astype(np.int64)
    return total
