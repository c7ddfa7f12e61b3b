"""Did a bot change its strength on the way? The first half of its deal groups against the second.

One number for a whole contest is right only for a bot that stays what it is; one that was mended, that learns on disk,
or that met an overloaded hour does not. How far each deal group moves the rating of a bot is known to first order: its
pulls at the fit, carried through the inverse information, the luck of the others' and of the seats' included. Without
a change it does not matter in which order the groups come, so the means of both halves differ by no more than chance:
Student's test, with the spread of all groups about their common mean. As rating and pulls are joint, a bot is not said
to have changed because it met stronger ones later, and groups are taken from those of the same line-up.

Every bot is asked, so each gets its part of `FALSE_ALARMS` (C. E. Bonferroni, 1936): that is the share of contests
without any change in which some bot is said to have changed. The reference is the mean of all bots: where one of two
gets stronger the other gets weaker, and results do not tell which it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from arena.statistics.arrays import Bools, Floats
from arena.statistics.bradley_terry import ELO
from arena.statistics.student import student_975, student_quantile

FALSE_ALARMS = 0.01
FEWEST_IN_A_HALF = 10
"""Deal groups below which halves are too few to compare."""


@dataclass(frozen=True)
class Change:
    """`bot` was stronger by `elo` in the second half of its deal groups than in the first (below 0: weaker); `error` is
    half the width of the 95 % interval. `first` and `second` are the numbers of deal groups."""

    bot: int
    elo: float
    error: float
    first: int
    second: int


def changes(by_group: Floats, present: Bools, influence: Floats, bots: Sequence[int]) -> list[Change]:
    """The bots that surely changed, the greatest change first.

    `by_group`, of shape (groups, bots + seats), has the pulls of the deal groups in the order in which they were
    played; `present`, of this shape, says who had a part; `influence`, of shape (bots, bots + seats), says how far a
    pull moves the rating of each bot.
    """
    limit = NormalDist().inv_cdf(1 - FALSE_ALARMS / 2 / max(len(bots), 1))
    found = []
    for bot in bots:
        moves = (by_group @ influence[bot])[present[:, bot]]
        first = len(moves) // 2
        second = len(moves) - first
        if first < FEWEST_IN_A_HALF:
            continue
        # Each group moves the rating by a part of what its results say.
        change = len(moves) * float(moves[first:].mean() - moves[:first].mean())
        error = len(moves) * float(moves.std(ddof=1)) * sqrt(1 / first + 1 / second)
        if abs(change) > student_quantile(limit, len(moves) - 2) * error:
            half_width = float(student_975(len(moves) - 2)) * error
            found.append(Change(bot, change * ELO, half_width * ELO, first, second))
    return sorted(found, key=lambda each: -abs(each.elo))
