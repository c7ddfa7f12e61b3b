"""Are the first K bots in order? A stopping rule for any number of bots, looked at again and again.

What is controlled: with a probability of at least `confidence` no claim that is made when the contest stops is wrong,
whatever the truth, however the claims depend on each other, and counting all looks together. The claims are "the bot of
rank i is stronger than every bot below it", for i = 1 to K. Two bots that are equally strong thus stay unsettled with
that probability, and the contest runs to its cap; then the ranks above them are claimed and no others.

**Many looks.** Looks are taken when the number of complete deal groups has grown by a quarter, so a contest is
looked at a few dozen times at most, and each look has new evidence. A difference of two ratings, divided by its
standard error, must exceed the same critical value at every look: the one which a standardised random walk, seen at
these looks, exceeds in either direction with a probability of 1 - `confidence` (repeated significance tests: P.
Armitage, C. K. McPherson and B. C. Rowe, Journal of the Royal Statistical Society A 132, 1969; S. J. Pocock, Biometrika
64, 1977). It is found by carrying the density of the walk from look to look. As the last look is the cap, the cap must
be known before the first. For small numbers of groups Student's quantile of the same probability replaces it.

**Many bots.** No further price is paid for the number of pairs, because ranks are claimed from the top and each only
if the bot is separated from *all* below it. If two of the bots that matter are equal, any stop must have separated
these two, which happens with the probability of an error in one pair. If no two are equal, a wrong order turns round
some pair of neighbours of the true order, in the one direction that is wrong, and has all others separated as well.
That this is not more likely was proved for one look at balanced results by K. Hung and W. Fithian ("Rank verification
for exponential families", Annals of Statistics 47, 2019); for our looks it is simulated in docs/contests/statistics.md.

**Players that leave.** Who plays no more is left out of the later looks, for a reason that is not in the results. The
looks and the critical value are planned without regard to how many players there are, so they hold for those that are
left; and a planned look that is not taken only takes away a chance to be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, isfinite, sqrt
from statistics import NormalDist

import numpy as np

from arena.statistics.arrays import Floats
from arena.statistics.student import FEWEST_GROUPS, student_quantile

GROWTH = 1.25

_NORMAL = NormalDist()
_GRID = 151


@dataclass(frozen=True)
class Verdict:
    """What a look says.

    `order` are the players, strongest first. The first `in_order` ranks of it are claimed: each of these players is
    stronger than all below. `open` are pairs of players, the better first, that had to be told apart and are not yet.
    """

    order: tuple[int, ...]
    in_order: int
    settled: bool
    open: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class SettledOrder:
    """The rule "until the first `ranks` of all players are in order", with at most `cap` deal groups.

    `first_look` is the number of deal groups before which nobody looks; every player should have played in ten or more
    by then. With `ranks` as many as players, or one less, the whole order is asked for.

    Raises ValueError for parameters that make no rule, with all that is wrong with them.
    """

    ranks: int
    cap: int
    first_look: int = 20
    confidence: float = 0.95

    def __post_init__(self) -> None:
        problems = []
        if self.ranks < 1:
            problems.append(f"the first {self.ranks} bots cannot be in order: ask for 1 at least")
        if self.cap < 1:
            problems.append(f"cap is the largest number of deal groups, 1 at least, not {self.cap}")
        if self.first_look < 1:
            problems.append(f"first_look is a number of deal groups, 1 at least, not {self.first_look}")
        if not 0.5 <= self.confidence < 1:
            problems.append(
                f"confidence is a probability from 0.5 to below 1 (most often 0.95), not {self.confidence:g}"
            )
        if problems:
            raise ValueError("; ".join(problems))

    @cached_property
    def looks(self) -> tuple[int, ...]:
        """The numbers of complete deal groups at which to look, ascending; the last is the cap."""
        looks, groups = [], float(self.first_look)
        # A last step of less than half the usual growth would cost confidence and bring little evidence.
        while ceil(groups) * sqrt(GROWTH) < self.cap:
            looks.append(ceil(groups))
            groups = max(groups * GROWTH, groups + 1)
        return (*looks, self.cap)

    @cached_property
    def critical(self) -> float:
        """How many standard errors apart two ratings must be at any look."""
        return critical_value(self.looks, 1 - self.confidence)

    def look(self, estimates: Floats, deviates: Floats, freedom: Floats) -> Verdict:
        """The verdict at one look.

        `estimates`, of shape (players,), are ratings in any unit and from any origin; `deviates`, of shape (players,
        players), says by how many standard errors the row is above the column. `freedom`, of shape (players,), are the
        degrees of freedom from which these are known: deal groups of the player, less what was fitted to them. A pair
        is not told apart with less freedom than `FEWEST_GROUPS` give, nor where an estimate or the deviate is not
        finite.
        """
        players = len(estimates)
        # Who has no rating comes last.
        known = np.where(np.isfinite(estimates), estimates, -np.inf)
        order = tuple(np.argsort(-known, kind="stable").tolist())
        wanted = min(self.ranks, players - 1)
        in_order, close = 0, []
        for rank, player in enumerate(order[:wanted]):
            close += [
                (player, other)
                for other in order[rank + 1 :]
                if not self._apart(estimates, deviates, freedom, player, other)
            ]
            in_order += not close
        settled = in_order == wanted
        # Nobody is below the last.
        return Verdict(order, players if settled and self.ranks >= players else in_order, settled, tuple(close))

    def _apart(self, estimates: Floats, deviates: Floats, freedom: Floats, better: int, other: int) -> bool:
        deviate = float(deviates[better, other])
        least = float(min(freedom[better], freedom[other]))
        if least < FEWEST_GROUPS - 1 or not (isfinite(estimates[better]) and isfinite(estimates[other])):
            return False
        return isfinite(deviate) and deviate > float(student_quantile(self.critical, least))


def critical_value(looks: Sequence[int], error: float) -> float:
    """The critical value: a standardised random walk, looked at after so many steps, exceeds it in size with the
    probability `error`.
    """
    low, high = _NORMAL.inv_cdf(1 - error / 2), _NORMAL.inv_cdf(1 - error / 2 / len(looks))
    while high - low > 1e-4:
        middle = (low + high) / 2
        low, high = (middle, high) if crossing(looks, middle) > error else (low, middle)
    return high


def crossing(looks: Sequence[int], critical: float) -> float:
    """The probability that a standardised random walk is farther from 0 than `critical` at any of the looks."""
    grid = np.linspace(-critical, critical, _GRID)
    weights = np.full(_GRID, grid[1] - grid[0])
    weights[[0, -1]] /= 2
    # The density, over the standardised walk, of those that never crossed.
    density = _bell(grid)
    for before, after in pairwise(looks):
        kept = sqrt(before / after)
        spread = sqrt(1 - kept**2)
        density = _bell((grid[:, None] - kept * grid[None, :]) / spread) / spread @ (weights * density)
    return 1 - float(weights @ density)


def _bell(z: Floats) -> Floats:
    density: Floats = np.exp(-(z**2) / 2) / sqrt(2 * np.pi)
    return density
