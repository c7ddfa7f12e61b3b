"""Who is stronger than whom, said of everybody at once: with a promised probability not one of all claims is wrong.

Between twenty equal bots there are 190 pairs, and some pair of them nearly always looks 97.5 % sure. So a claim needs
more than its own likelihood. The distance of two ratings, divided by its error, has to exceed what the largest of all
such ratios exceeds in 5 % of contests in which nobody is better than anybody. The ratios depend on each other as the
joint covariance of the ratings says; their largest is drawn from that, with luck that is always the same. (It is
Tukey's method of all pairs, for any covariance.)

Then it goes on by steps (J. P. Romano and M. Wolf, Econometrica 73, 2005): claims that are made are no longer asked
for, and the largest ratio of the others needs less. All claims together give each bot an interval of ranks: one more
than are claimed to be stronger, to all but those that are claimed to be weaker. With the same probability every one of
these intervals holds the true rank (M. Mogstad, J. P. Romano, A. M. Shaikh and D. Wilhelm, "Inference for ranks",
Review of Economic Studies 91, 2024). A bot that is truly equal to others has all the ranks that they share.

A spread known from few groups is itself uncertain: each ratio is taken for the normal deviate that is as unlikely as it
is by Student's distribution. The largest of many ratios is often one whose error came out too small, and the fit has
used up some of what the errors are known from; so half of the degrees of freedom are counted. (With all of them 6.5 %
of short contests of eight equal bots at tables of four had a false claim, with half 3 %.) With more than `MOST_DRAWN`
pairs nothing is drawn, and the bound is that of C. E. Bonferroni, which asks for some hundredths more. What holds is
one look at one table; who looks again and again, until something is claimed, needs a stopping rule.
"""

from __future__ import annotations

from math import isnan, nan
from statistics import NormalDist

import numpy as np
from msgspec import Struct

from arena.statistics.arrays import Bools, Floats, Ints, distinct, mixed, quantile

CONFIDENCE = 0.95
MOST_DRAWN = 10_000
"""The most pairs of bots for which ratios are drawn."""

_KEPT = 0.5
_TRACE = 1e-9
_DRAWS = 20_000
_FEWEST_DRAWS = 2_000
_NUMBERS = 6_000_000  # ratios drawn in all
_AT_ONCE = 200_000


class Claims(Struct, frozen=True):
    """`stronger`, of shape (players, players), says which row is claimed to be stronger than which column; `critical`
    is how many errors apart two had to be for that, nan where no two could be compared."""

    stronger: Bools
    critical: float

    def ranks(self, player: int, others: Ints) -> tuple[int, int]:
        """The best and the worst rank that a player may truly have among these others and itself."""
        return 1 + int(self.stronger[others, player].sum()), 1 + len(others) - int(self.stronger[player, others].sum())


def claims(
    ratios: Floats, covariance: Floats, freedom: Floats, comparable: Bools, confidence: float = CONFIDENCE
) -> Claims:
    """All that can be claimed where the player of the row is so many errors above that of the column: `ratios`, of
    shape (players, players), as `Ratings.deviates` has them. The errors of players have this `covariance`, of the same
    shape, known from so many degrees of `freedom`, of shape (players,). `comparable`, of shape (players, players) and
    symmetric, says which two are to be compared."""
    players = len(ratios)
    stronger = np.zeros((players, players), dtype=np.bool_)
    own = np.diag(covariance)
    variance = own[:, None] + own - 2 * covariance
    # Of two that move together rounding may leave a little.
    asked = comparable & (variance > 1e-9 * (own[:, None] + own)) & ~np.eye(players, dtype=np.bool_)
    one, other = np.nonzero(np.triu(asked))
    if not len(one):
        return Claims(stronger, nan)
    error = np.sqrt(variance[one, other])
    deviate = as_normal(ratios[one, other], _KEPT * np.minimum(freedom[one], freedom[other]))
    compared = distinct(np.concatenate([one, other]))
    luck = _drawn(covariance[np.ix_(compared, compared)], len(one)) if len(one) <= MOST_DRAWN else np.zeros((0, 0))
    places = np.searchsorted(compared, one), np.searchsorted(compared, other)
    forward = backward = np.ones(len(one), dtype=np.bool_)
    critical = nan
    while (forward & (deviate > 0)).any() or (backward & (deviate < 0)).any() or isnan(critical):
        critical = _critical(luck, *places, error, forward, backward, 1 - confidence)
        new = forward & (deviate > critical), backward & (-deviate > critical)
        stronger[one[new[0]], other[new[0]]] = stronger[other[new[1]], one[new[1]]] = True
        forward, backward = forward & ~new[0], backward & ~new[1]
        if not (new[0].any() or new[1].any()):
            break
    return Claims(stronger, critical)


def as_normal(ratio: Floats, freedom: Floats) -> Floats:
    """The normal deviates as unlikely as these are by Student's distribution (D. L. Wallace, Annals of Mathematical
    Statistics 30, 1959)."""
    deviate: Floats = (8 * freedom + 1) / (8 * freedom + 3) * np.sqrt(freedom * np.log1p(ratio**2 / freedom))
    return np.sign(ratio) * deviate


def _drawn(covariance: Floats, pairs: int) -> Floats:
    """Shape (players, draws): errors that players with this covariance may have, drawn for so many pairs of them."""
    # What all have in common moves no difference; with it, and a trace for those that have no error of their own, there
    # is one root, the same but for rounding on any machine.
    scale = float(np.trace(covariance)) / len(covariance)
    root = np.linalg.cholesky(covariance + scale + np.eye(len(covariance)) * (_TRACE * scale))
    draws = min(max(_NUMBERS // pairs, _FEWEST_DRAWS), _DRAWS)
    # Normal deviates from hashes (G. E. P. Box and M. E. Muller).
    number = np.arange(len(covariance) * draws)
    one, other = (((mixed(2 * number + half) >> np.uint64(11)) + 0.5) / 2.0**53 for half in (0, 1))
    deviates = np.sqrt(-2 * np.log(one)) * np.cos(2 * np.pi * other)
    errors: Floats = root @ deviates.reshape(len(covariance), draws)
    return errors


def _critical(
    luck: Floats, one: Ints, other: Ints, error: Floats, forward: Bools, backward: Bools, alpha: float
) -> float:
    """What the largest of the ratios, in the directions that are still asked for, exceeds with the probability
    `alpha`, if nobody is better than anybody and their errors are as drawn; where nothing is drawn, a bound of it."""
    if not luck.size:
        return NormalDist().inv_cdf(1 - alpha / int(forward.sum() + backward.sum()))
    both, upward, downward = (
        np.flatnonzero(which) for which in (forward & backward, forward > backward, backward > forward)
    )
    single, against = np.concatenate([one[upward], other[downward]]), np.concatenate([other[upward], one[downward]])
    errors = np.concatenate([error[upward], error[downward]])
    largest = np.full(luck.shape[1], -np.inf)
    step = max(_AT_ONCE // len(one), 1)
    for first in range(0, len(largest), step):
        part = slice(first, first + step)
        # By player, so that what is taken together lies together.
        here = np.ascontiguousarray(luck[:, part])
        if len(both):
            largest[part] = (np.abs(here[one[both]] - here[other[both]]) / error[both][:, None]).max(axis=0)
        if len(single):
            ratios = (here[single] - here[against]) / errors[:, None]
            largest[part] = np.maximum(largest[part], ratios.max(axis=0))
    return quantile(largest, 1 - alpha)
