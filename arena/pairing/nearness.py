"""The first rule of the ladder, by which the stages of older files were made: bots of near strength are likelier to
meet.

No new stage is made by it. It is here so that those stages can still be checked against what makes them, and must stay
as it is.
"""

from __future__ import annotations

from itertools import permutations
from math import pi

import numpy as np

from arena.pairing.line_ups import LineUp
from arena.pairing.meetings import DIGITS, Known, Meetings
from arena.statistics import Floats, Ints, share

_PLACED = 30  # deal groups after which a bot is not new any more
_MOST = 4  # line-ups of one stage that a new bot may be in
_FAR = 0.2  # the weight of a meeting whose winner is known beforehand; that of an even match is 1


def near_line_ups(bots: Ints, meetings: Meetings, seats: int, deals: int) -> tuple[LineUp, ...]:
    """The line-ups of a stage in which these bots play, in an order that decides between equals.

    One bot after the other, the newest and the least sure first, is given company that it has met too rarely for its
    weight: those with the lowest (meetings + 1/2) / weight.
    """
    known = meetings.known(bots)
    weights, doubt = _weights(known), known.doubt
    met = meetings.met[np.ix_(bots, bots)]
    groups = meetings.groups[bots]
    field = int(np.sort(groups)[(len(bots) - 1) // 2])
    behind = np.maximum(min(field // 2, _PLACED) - groups, 0)
    needs = 1 + np.minimum(-(-behind // deals), _MOST - 1)
    least_sure = np.lexsort((-doubt,))
    needs[least_sure[: -int(needs.sum()) % seats]] += 1
    costs, chosen = (met + 0.5) / weights, list[LineUp]()
    turns = np.zeros(len(bots), dtype=np.int64)
    for bot in np.lexsort((-doubt, -behind)).tolist():
        while turns[bot] < needs[bot]:
            left = needs - turns
            tables = -(-int(left.clip(0).sum()) // seats)
            # Company is sought among those that need every line-up to come, those that need one, and then those
            # that have the fewest.
            ranks = np.where(left >= tables, -2, np.where(left > 0, -1, turns))
            table = _table(bot, ranks, costs, seats)
            chosen.append(tuple(sorted(bots[table].tolist())))
            turns[table] += 1
            for one, other in permutations(table, 2):
                met[one, other] += 1
                costs[one, other] = (met[one, other] + 0.5) / weights[one, other]
    return tuple(chosen)


def _weights(known: Known) -> Floats:
    """Of their meetings, of shape (bots, bots), by what a result is expected to be, the ratings' own doubt included: an
    unsure favourite is less of one."""
    strengths = known.strengths
    expected = share((strengths[:, None] - strengths) / np.sqrt(1 + pi / 8 * known.spread))
    weights: Floats = np.round(_FAR + (1 - _FAR) * 4 * expected * (1 - expected), DIGITS)
    return weights


def _table(bot: int, ranks: Ints, costs: Floats, seats: int) -> list[int]:
    """A line-up with that bot: those of a lower rank before all others, and of these each time the cheapest company."""
    table, total = [bot], costs[bot].copy()
    while len(table) < seats:
        total[table[-1]] = np.inf
        free = np.isfinite(total)
        other = int(np.argmin(np.where(ranks == ranks[free].min(), total, np.inf)))
        table.append(other)
        total += costs[other]
    return table
