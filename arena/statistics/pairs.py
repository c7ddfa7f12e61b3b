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
"""Games that are looked at together, or as many more as the last deal group of them has: what is made of them on the
way stays in the processor's cache, which is four times as fast as the memory."""


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
        """The same games, those of a deal group together."""
        if (np.diff(self.group) >= 0).all():
            return self
        order = np.argsort(self.group, kind="stable")
        return Games(self.group[order], self.bots[order], self.places[order])

    def lots(self) -> Iterator[slice]:
        """Whole deal groups, of about `LOT` games together; of games `by_group`."""
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
        """Shape (cells,): the number of pair results."""
        counts: Ints = self.results.sum(axis=1)
        return counts

    @property
    def taken(self) -> Floats:
        """Shape (cells,): the points that the row took."""
        points: Floats = self.results @ np.array([0.0, 0.5, 1.0])
        return points

    def tallies(self) -> tuple[Ints, Ints]:
        """Pair results whole, each of shape (bots, bots): wins of row over column, and draws (symmetric); between
        seats of one bot there are none."""
        one, other = self.row * self.bots + self.column, self.column * self.bots + self.row
        apart = (self.row != self.column)[:, None] * self.results
        size = self.bots**2
        wins = _counted(one, apart[:, 2], size) + _counted(other, apart[:, 0], size)
        draws = _counted(one, apart[:, 1], size) + _counted(other, apart[:, 1], size)
        return wins.reshape(self.bots, self.bots), draws.reshape(self.bots, self.bots)


def pair_results(bots: int, tables: Sequence[Games]) -> PairResults:
    """The pair results of games of `bots` bots (indices 0, 1, ...), each of `tables` with its own number of seats."""
    first_seat = np.cumsum([0, *(games.seats for games in tables)]).tolist()
    cells, segments, codes = [np.zeros((0, 7), dtype=np.int64)], [np.zeros((4, 0), dtype=np.int64)], []
    half_points, weights, present = [], [np.zeros(0)], [np.zeros(0, dtype=np.int64)]
    before = 0
    tables = tuple(games.by_group() for games in tables)
    for games, offset in zip(tables, first_seat[:-1], strict=True):
        of_table, of_groups, of_bots, of_games, halves = _counts(bots, games)
        of_table[:, 2:4] += offset
        codes.append(of_games)
        half_points.append(halves + 3 * before)
        present.append(of_bots)
        cells.append(of_table)
        segments.append(of_groups)
        weights.append(np.full(len(of_table), 1 / (games.seats - 1)))
        before += len(of_table)
    cell, segment = np.concatenate(cells), np.concatenate(segments, axis=1)
    line_up, groups_alike = _line_ups(bots, segment)
    groups_of_each, freedom_of_each = _groups_of_each(bots, np.concatenate(present), groups_alike[line_up])
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
        group_counts=_group_counts(bots, segment),
    )


def _counts(bots: int, games: Games) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Of one table, `by_group`: cells (row, column, seat, seat, losses, draws, wins); what each two bots had together
    in each deal group, of shape (4, ..): group, pair (lesser bot times `bots` plus the greater), games, half points of
    the lesser; who met another in which group, each once: group times `bots` plus the bot; and `codes` and
    `half_points`."""
    pairs = list(combinations(range(games.seats), 2))
    size = len(pairs) * bots**2 * 3
    code: Ints = np.empty((len(pairs), len(games.group)), _least(size))
    segments, present = [np.zeros((4, 0), dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for lot in games.lots():
        begin, end = int(games.group[lot.start]), int(games.group[lot.stop - 1]) + 1
        number = _least(max((end - begin) * bots**2 * 4, size))
        group = (games.group[lot] - begin).astype(number)
        # By seat, for speed.
        seated, places = games.bots[lot].T.astype(number, order="C"), games.places[lot].T.copy()
        met: Ints = np.empty((len(pairs), len(group)), number)
        for index, (seat, other) in enumerate(pairs):
            row, column = seated[seat], seated[other]
            half = np.subtract(places[other] >= places[seat], places[other] <= places[seat], dtype=np.int8)
            code[index, lot] = (row * bots + column) * 3 + (half + number(index * bots**2 * 3 + 1))
            of_lesser = half * (1 - 2 * (row > column)) + 1
            met[index] = (group * bots**2 + np.minimum(row, column) * bots + np.maximum(row, column)) * 4 + of_lesser
        segments.append(_segments(bots, begin, met.ravel()))
        others = (seated != seated[0]).any(axis=0)
        present.append(begin * bots + distinct(group[others] * bots + seated[:, others], (end - begin) * bots))
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
    return np.column_stack(cells), np.concatenate(segments, axis=1), np.concatenate(present), code, half_points


def _least(size: int) -> Any:
    """The smaller numbers below `size` are, the more of them the cache holds."""
    return np.int32 if size < 1 << 31 else np.int64


def _segments(bots: int, begin: int, met: Ints) -> Ints:
    """See `_counts`; `met` are group (counted from `begin`) and pair as one number, in its last two bits half points of
    the lesser."""
    met.sort()
    pair = met >> 2
    starts = np.flatnonzero(np.diff(pair, prepend=-1))
    games, half = np.diff(starts, append=len(met)), np.add.reduceat(met & 3, starts)
    group, pair = np.divmod(pair[starts], bots**2)
    return np.stack([group.astype(np.int64) + begin, pair, games, half])


def _line_ups(bots: int, segments: Ints) -> tuple[Ints, Ints]:
    """Groups are alike if the sums of the hashes of what they contain are (of 64 bits: never by chance)."""
    group, pair, games, _ = segments
    hashes = mixed(pair * (int(games.max(initial=0)) + 1) + games)
    content = np.zeros(int(group.max(initial=-1)) + 1, dtype=np.uint64)
    np.add.at(content, group, hashes)
    _, line_up, groups = compact(content.view(np.int64), 1 << 64)
    return line_up, groups


def _groups_of_each(bots: int, present: Ints, alike: Ints) -> tuple[Ints, Floats]:
    present = np.sort(present)  # tables may have groups in common
    present = present[np.diff(present, prepend=-1) > 0]
    bot, like = present % bots, alike[present // bots]
    kept = np.bincount(bot, 1 - (like > 1) / np.maximum(like, 1), bots)
    return np.bincount(bot, minlength=bots), kept.astype(np.float64)


def _group_counts(bots: int, segments: Ints) -> Ints:
    _, pair, games, half = segments
    most = int(games.max(initial=0)) + 1
    codes, _, counts = compact((pair * most + games) * 2 * most + half, 2 * (bots * most) ** 2)
    pair, games, half = codes // (2 * most**2), codes // (2 * most) % most, codes % (2 * most)
    rows: Ints = np.column_stack([pair // bots, pair % bots, games, half, counts])[pair // bots != pair % bots]
    return rows


def compact(codes: Ints, size: int) -> tuple[Ints, Ints, Ints]:
    """The different codes, ascending, for each of `codes` which of them it is, and how often each is there; all are
    below `size`."""
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


def distinct(codes: Ints, size: int) -> Ints:
    """The different codes, ascending; all are below `size`."""
    if not _is_sparse(codes, size):
        return np.flatnonzero(np.bincount(codes.ravel(), minlength=size))
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
