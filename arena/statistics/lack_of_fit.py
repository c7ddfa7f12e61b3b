"""Tells who beats whom beyond Elo: how far the results of each two bots are from what their ratings expect.

A rating is one number, and says what each takes from each. Where rock beats scissors beats paper it cannot be right
about any of them. Here the points that a bot took from another are compared with those that the fit expects, with an
error from the spread between the deal groups of these two: each group by its distance from their mean, and a few
imagined groups as in `group_spread`. The fit itself follows the results of every pair a little (with three bots it
follows them for two thirds). What it takes away is taken off the error, as for the residuals of any linear fit, with
pairs taken for independent. With more than `MOST_BOTS` bots that is little, and is left out; then errors are a little
too wide.

Whether Elo fits at all is told from the largest of these residuals: over all pairs together, one is beyond the bound of
C. E. Bonferroni in at most 5 % of contests in which Elo is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from arena.statistics.arrays import Bools, Floats, Ints
from arena.statistics.group_spread import IMAGINED_GROUPS
from arena.statistics.joint_model import JointFit
from arena.statistics.pairs import PairResults
from arena.statistics.simultaneous import as_normal
from arena.statistics.student import FEWEST_GROUPS

MOST_BOTS = 60

_LEAST_LEFT = 0.01
"""The part of a variance that a fit leaves at least: below it the residual is rounding, and says nothing."""


@dataclass(frozen=True)
class Residuals:
    """Arrays over pairs of bots that met, the lesser index first.

    `taken` is the share of the points that `one` took from `other`, `expected` what the fit expects, `error` the
    standard error of their difference (nan where nothing is known) and `alone` that of `taken` itself. `off` marks the
    pairs that are further off than luck allows, `critical` says how many errors that is.
    """

    one: Ints
    other: Ints
    games: Ints
    taken: Floats
    expected: Floats
    error: Floats
    alone: Floats
    off: Bools
    critical: float


def residuals(results: PairResults, fit: JointFit) -> Residuals:
    """The residuals of all pairs of bots that met."""
    bots = results.bots
    lesser, greater = np.minimum(results.row, results.column), np.maximum(results.row, results.column)
    turned, apart = results.row > results.column, results.row != results.column
    code = lesser * bots + greater
    codes = np.unique(code[apart])
    at = np.searchsorted(codes, code[apart])

    def summed(of_cells: Floats | Ints) -> Floats:
        sums: Floats = np.bincount(at, of_cells[apart], len(codes)).astype(np.float64)
        return sums

    met = summed(results.met)
    taken = summed(np.where(turned, results.met - results.taken, results.taken))
    expected = summed(results.met * np.where(turned, 1 - fit.expected, fit.expected))
    curvature = summed(results.met * fit.expected * (1 - fit.expected))
    weight = summed(results.met * results.weight) / np.maximum(met, 1)
    one, other = codes // bots, codes % bots
    variance, groups = _spread(results, codes, taken / np.maximum(met, 1))
    left = variance * _left(fit.inverse_information[:bots, :bots], one, other, curvature, weight, variance)
    known = (groups >= FEWEST_GROUPS) & (left > _LEAST_LEFT * variance) & (variance > 0)
    error = np.where(known, np.sqrt(np.maximum(left, 0.0)), np.nan)
    tested = int(known.sum())
    critical = NormalDist().inv_cdf(1 - 0.025 / max(tested, 1))
    ratio = np.where(known, (taken - expected) / np.where(known, error, 1.0), 0.0)
    deviate = as_normal(ratio, np.maximum(groups - 1, 1).astype(np.float64))
    return Residuals(
        one=one,
        other=other,
        games=met.astype(np.int64),
        taken=taken / met,
        expected=expected / met,
        error=error / met,
        alone=np.where(groups >= FEWEST_GROUPS, np.sqrt(variance), np.nan) / met,
        off=np.abs(deviate) > critical,
        critical=critical,
    )


def _spread(results: PairResults, codes: Ints, share: Floats) -> tuple[Floats, Ints]:
    """The variance of the points of each pair, and in how many deal groups it met."""
    bot, opponent, games, half, times = results.group_counts.T
    at = np.searchsorted(codes, bot * results.bots + opponent)
    off = half / 2 - games * share[at]
    groups = np.bincount(at, times, len(codes))
    seen, fourth = np.bincount(at, times * off**2, len(codes)), np.bincount(at, times * off**4, len(codes))
    stake = (np.bincount(at, times * games, len(codes)) / np.maximum(groups, 1) / 2) ** 2
    effective = seen**2 / np.maximum(fourth + (stake / 10) ** 2, 1e-300)
    imagined = IMAGINED_GROUPS / np.maximum(effective, 1) ** 2
    variance: Floats = seen * groups / np.maximum(groups - 1, 1) + imagined * stake
    return variance, groups.astype(np.int64)


def _left(inverse: Floats, one: Ints, other: Ints, curvature: Floats, weight: Floats, variance: Floats) -> Floats:
    """The part of the variance of each pair's points that the fit does not follow."""
    if len(inverse) > MOST_BOTS or not len(one):
        return np.ones(len(one))
    # How what the fit expects of one pair moves with the points of another.
    moved = inverse[np.ix_(one, one)] - inverse[np.ix_(one, other)]
    moved += inverse[np.ix_(other, other)] - inverse[np.ix_(other, one)]
    moved *= curvature[:, None] * weight
    own = np.diag(moved)
    left: Floats = 1 - 2 * own + (moved**2 @ variance) / np.where(variance > 0, variance, 1.0)
    return left
