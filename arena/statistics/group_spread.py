"""How far the deal groups of a contest differ: the middle of the error of every rating, as `ratings` explains it.

Each group pulls at the fit, for every bot and seat, by how far its pair results are from the expected ones. The pulls
are measured from those of groups of the same line-up, and those of a few imagined groups are added.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.statistics.arrays import Bools, Floats, Ints
from arena.statistics.joint_model import JointFit
from arena.statistics.pairs import PairResults, compact, counted, divided

IMAGINED_GROUPS = 4.0

RARE_GROUPS = 6.0
"""The number of imagined rare groups: three (see `ratings`), twice, since what one bot wins in such a group another
loses."""

# Groups are put together, never split, where a table of groups by bots would have more cells than this.
_CELLS = 2_000_000
_SMALL = 0.1


@dataclass(frozen=True)
class GroupSpread:
    """`seen`, of shape (bots + seats, bots + seats): the squared pulls summed over groups. `imagined` (bots + seats,):
    the squared pulls of the imagined groups, and `evidence`, the information in these (with shares of one half).
    `by_group` (.., bots + seats) are the pulls of the groups in their order, several together where there are many,
    and `present`, of this shape, says who had a part in them. `together` (bots + seats,): the pair results of each in a
    group, in the mean."""

    by_group: Floats
    present: Bools
    seen: Floats
    imagined: Floats
    evidence: Floats
    together: Floats


def spread(results: PairResults, fit: JointFit, groups: Ints) -> GroupSpread:
    """The spread of a fit's results over the deal groups; `groups` (bots + seats,) says how many each has."""
    size = len(groups)
    rows = max(min(len(results.line_up), _CELLS // max(size, 1)), 1)
    group, who, deviation = _from_their_like(results, *_pulls(results, fit, size), groups)
    row = group * rows // max(len(results.line_up), 1)
    present = np.zeros(rows * size, dtype=np.bool_)
    present[row * size + who] = True
    by_group = _summed(row * size + who, deviation, rows * size).reshape(rows, size)
    squares = by_group**2
    observed, fourth = squares.sum(axis=0), (squares**2).sum(axis=0)
    in_group = _of_each(results, results.met * results.weight) / np.maximum(groups, 1)
    independent = _of_each(results, results.met * results.weight * fit.expected * (1 - fit.expected))
    at_stake = _swing(independent, in_group, observed) ** 2
    # What is small beside a single imagined group is no spread that anything could be told from.
    effective = np.maximum(observed**2 / np.maximum(fourth + (_SMALL * at_stake) ** 2, 1e-300), 1)
    # Nor are groups that moved by less than what is at stake as many events as they are groups.
    events = np.maximum(np.minimum(effective, observed / np.maximum(at_stake, 1e-300)), 1)
    among = (effective - 1) / np.maximum(groups, 1)
    imagined = IMAGINED_GROUPS * np.maximum(1 - among, 0) / events * at_stake
    # Deals that decide: hardly a group says anything, though its games are open.
    quiet = np.maximum(independent - observed, 0) / np.maximum(in_group * groups / 4, 1e-300)
    decided = np.maximum(1 - 5 * among, 0) * quiet
    seen_at_once = np.clip(fourth / np.maximum(observed, 1e-300), at_stake, np.maximum(in_group**2 / 4, at_stake))
    rare = RARE_GROUPS * decided * np.where(observed > _SMALL * at_stake, seen_at_once, in_group**2 / 4)
    evidence = IMAGINED_GROUPS * np.maximum(1 - among, 0) / events * in_group / 4
    seen = by_group.T @ by_group
    together = _of_each(results, results.met.astype(np.float64)) / np.maximum(groups, 1)
    return GroupSpread(by_group, present.reshape(rows, size), seen, imagined + rare, evidence, together)


def _pulls(results: PairResults, fit: JointFit, size: int) -> tuple[Ints, Ints, Ints, Floats]:
    """How each bot and each seat pulls in each deal group: group, which of bots and then seats, how often it sat there,
    and the pull of all of these together. A group whose games have different numbers of seats is there for each."""
    missed = ((np.array([0.0, 0.5, 1.0]) - fit.expected[:, None]) * results.weight[:, None]).ravel()
    found, who, sat = ([np.zeros(0, dtype=np.int64)] for _ in range(3))
    pulls = [np.zeros(0)]
    for table, (games, first) in enumerate(zip(results.tables, results.first_seat, strict=True)):
        missed_by_code = missed[results.half_points[table]]
        for lot in games.lots():
            of_seats = np.zeros((games.seats, lot.stop - lot.start))
            for pair, (seat, other) in enumerate(combinations(range(games.seats), 2)):
                taken = missed_by_code.take(results.codes[table][pair, lot])
                of_seats[seat] += taken
                of_seats[other] -= taken
            group = games.group[lot]
            begin, end, bots = int(group[0]), int(group[-1]) + 1, games.bots[lot].T.astype(np.int64)
            of_bots, times, pulled = counted(
                (group - begin) * results.bots + bots, of_seats, (end - begin) * results.bots
            )
            in_lot, bot = divided(of_bots, results.bots)
            found.append(begin + in_lot)
            who.append(bot)
            sat.append(times)
            pulls.append(pulled)
            # Every game of a group has every seat.
            starts = np.flatnonzero(np.diff(group, prepend=-1))
            found.append(np.tile(group[starts], games.seats))
            who.append(np.repeat(results.bots + first + np.arange(games.seats), len(starts)))
            sat.append(np.tile(np.diff(starts, append=len(group)), games.seats))
            pulls.append(np.add.reduceat(of_seats, starts, axis=1).ravel())
    return np.concatenate(found), np.concatenate(who), np.concatenate(sat), np.concatenate(pulls)


def _from_their_like(
    results: PairResults, group: Ints, who: Ints, sat: Ints, pull: Floats, groups: Ints
) -> tuple[Ints, Ints, Floats]:
    """What each pulled, less as often as it sat there the mean of the same bot (or seat) in groups of the same
    line-up."""
    size = len(groups)
    kinds, kind, _ = compact(results.line_up[group] * size + who, len(results.groups_alike) * size)
    line_up, of_kind = divided(kinds, size)
    alike = results.groups_alike[line_up]
    mean = np.where(alike > 1, np.bincount(kind, pull, len(kinds)) / np.bincount(kind, sat, len(kinds)), 0.0)
    g = np.where(alike > 1, alike, groups[of_kind])
    stretch = np.sqrt(g / np.maximum(g - 1, 1))
    return group, who, stretch[kind] * (pull - sat * mean[kind])


def _summed(index: Ints, values: Floats, size: int) -> Floats:
    sums: Floats = np.bincount(index, values, size).astype(np.float64, copy=False)
    return sums


def _swing(independent: Floats, games: Floats, observed: Floats) -> Floats:
    """Shape (bots + seats,): by how many points an imagined group, with so many `games` as the average one, might miss
    what the model expects.

    Half of the points, if all games of a group go the same way; of k independent games, only half of sqrt(k). How
    much the games of a group do move together is seen from the groups (the design effect: variance of a bot's points
    over groups, by that of as many independent games). One group with all its games gone the same way is
    taken as seen already. The effect is not taken below 1: mirrored deals earn their small variance in the groups, not
    in what was never seen.
    """
    effect = (observed + games**2 / 4) / (independent + np.maximum(games, 1) / 4)
    swing: Floats = np.sqrt(games * np.clip(effect, 1, np.maximum(games, 1))) / 2
    return swing


def _of_each(results: PairResults, of_cells: Floats) -> Floats:
    """Shape (bots + seats,): the sum over the cells of each bot, those with itself left out, and of each seat."""
    apart = of_cells * (results.row != results.column)
    bots = np.bincount(results.row, apart, results.bots) + np.bincount(results.column, apart, results.bots)
    seats = np.bincount(results.row_seat, of_cells, results.seats)
    seats += np.bincount(results.column_seat, of_cells, results.seats)
    return np.concatenate([bots, seats])
