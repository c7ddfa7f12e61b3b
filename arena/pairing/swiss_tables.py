"""Whom a bot should meet in a round of a Swiss, and line-ups of three seats and more made by that.

Bots are places in the standing here, best first: `points[place]` never rises with the place, and `meetings[a][b]` is
how often two have been in a line-up before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import TypeAlias

Nearness: TypeAlias = Callable[[int, int, int], tuple[int, int]]
"""How far a bot is from being the right one for a seat beside another: called with (first, other, seat); less is
better."""


def nearness(points: Sequence[int], seats: int) -> Nearness:
    """Nearness by the difference in points, then by place.

    Among bots with equal points the best do not meet each other first: the upper half meets the lower half in its
    order, and with more seats the first third meets the second and the last.
    """
    equals = Counter(points)

    def distance(first: int, other: int, seat: int) -> tuple[int, int]:
        gap, apart = abs(points[first] - points[other]), abs(first - other)
        return gap, apart if gap else abs(apart - seat * equals[points[first]] // seats)

    return distance


def tables(points: Sequence[int], meetings: Sequence[Sequence[int]], seats: int) -> list[list[int]]:
    """Put all bots into line-ups of `seats`, which must divide their number: few have met before, and then few differ
    in points.

    The best bot that is left takes for seat after seat the bot that has met fewest at the table, the nearest of these.
    Those left over at the end may have met often. So as long as a table has bots that have met, and an exchange of one
    bot with another table makes the two better, it is made. That ends, for each exchange makes the whole better; it
    finds no perfect round where only several exchanges at once would do.
    """
    near = nearness(points, seats)
    left = list(range(len(points)))
    found: list[list[int]] = []
    while left:
        table = [left.pop(0)]
        for seat in range(1, seats):
            # Keys differ in the place at least, so no order of the list decides.
            best = min(left, key=lambda bot: (_met(meetings, bot, table), *near(table[0], bot, seat), bot))
            left.remove(best)
            table.append(best)
        found.append(table)
    while any(_exchanged(found, at, points, meetings) for at in range(len(found))):
        pass
    return found


def _met(meetings: Sequence[Sequence[int]], bot: int, table: Sequence[int]) -> int:
    return sum(meetings[bot][other] for other in table)


def _exchanged(found: list[list[int]], at: int, points: Sequence[int], meetings: Sequence[Sequence[int]]) -> bool:
    """Make the first exchange that betters a table at which some have met before."""

    def cost(table: Sequence[int]) -> tuple[int, int]:
        met = spread = 0
        for first, second in combinations(table, 2):
            met += meetings[first][second]
            spread += (points[first] - points[second]) ** 2
        return met, spread

    mine = found[at]
    met, spread = cost(mine)
    if not met:
        return False
    for theirs in found[:at] + found[at + 1 :]:
        their_met, their_spread = cost(theirs)
        before = (met + their_met, spread + their_spread)
        for i, j in product(range(len(mine)), range(len(theirs))):
            mine[i], theirs[j] = theirs[j], mine[i]
            after = cost(mine), cost(theirs)
            if (after[0][0] + after[1][0], after[0][1] + after[1][1]) < before:
                return True
            mine[i], theirs[j] = theirs[j], mine[i]
    return False
