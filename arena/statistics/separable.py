"""How many further deal groups would tell two bots apart, as far as that can be known.

Two bots count as told apart when the 95 % interval of their distance leaves out 0. If their true distance were known,
so would be the number of groups: so many that the distance is q errors, where q is Student's quantile of 97.5 % plus
the normal one of 80 %. Then four contests of five tell them apart. (With the first alone every second contest would
not.) Groups are taken to go on varying as they did.

But the distance is not known, and the number goes with its square: a seen distance of one error may be nothing, or
twice of what it seems. So what is said is a range: the numbers for the ends of the 80 % interval of the distance. Where
that contains 0 the range has no upper end.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

from arena.statistics.ratings import Ratings
from arena.statistics.student import student_975

POWER = 0.8
"""The part of all contests in which the number of groups is to be enough."""

_Z_POWER = 0.841621
_Z_RANGE = 1.281552
_MOST = 10**9


@dataclass(frozen=True)
class Separation:
    """How many further deal groups each of two bots has to play: `seen` if their distance is what it seems, and the
    numbers at the ends of the 80 % range. None if there is no such number, or it is beyond all reason; all are 0 if the
    two are told apart now."""

    low: int | None
    seen: int | None
    high: int | None


NOTHING = Separation(None, None, None)


def separation(ratings: Ratings, bot: int, other: int, told_apart: bool) -> Separation:
    """What it takes to tell two bots apart. All figures are None if nothing is known of them."""
    if told_apart:
        return Separation(0, 0, 0)
    comparable = any(bot in component and other in component for component in ratings.components)
    if not comparable or ratings.error(bot) is None or ratings.error(other) is None:
        return NOTHING
    parts = ratings.covariance[[bot, other], [bot, other]]
    variance = float(parts.sum() - 2 * ratings.covariance[bot, other])
    if variance <= 0:
        return NOTHING
    distance, error = abs(float(ratings.elo[bot] - ratings.elo[other])), sqrt(variance)
    wanted = float(student_975(min(ratings.freedom[bot], ratings.freedom[other]))) + _Z_POWER
    share = float(parts[0] / parts.sum()) if parts.sum() > 0 else 0.5
    groups = [float(ratings.results.groups_of_each[each]) for each in (bot, other)]

    def needed(distance: float) -> int | None:
        if distance <= 0:
            return None
        return _further((wanted * error / distance) ** 2, share, *groups)

    reach = _Z_RANGE * error
    return Separation(needed(distance + reach), needed(distance), needed(distance - reach))


def _further(excess: float, share: float, own: float, others: float) -> int | None:
    """Groups after which a variance is 1 / `excess` of what it is, `share` of it the first bot's with its `own`."""
    if excess <= 1:
        return 1  # not told apart yet, so one more at least
    # Each bot's part falls with its own groups: p G / (G + k) + (1 - p) H / (H + k) = 1 / excess.
    half = (own + others - excess * (share * own + (1 - share) * others)) / 2
    found = ceil(-half + sqrt(half * half + (excess - 1) * own * others))
    return found if found <= _MOST else None
