"""Is NEW stronger than OLD? The sequential probability ratio test of two bots, looked at after every deal group.

A deal group brings NEW a share of the points, from 0 to 1: half points over two games give the five shares of the
*pentanomial* (0, 1/4, 1/2, 3/4, 1), more games give more. Nothing is assumed of how often each share comes, nor of how
the games of a group hang together: the group is the unit. Two hypotheses say what is to be told apart, each about one
number of that unknown distribution:

- logistic Elo: the mean share is 1 / (1 + 10^(-elo / 400));
- normalised Elo: the mean is above 1/2 by so many standard deviations. That is what decides how many games a proof
  takes, so the test of a quiet game with many draws is as long as that of a wild one. With t = (mean - 1/2) / (standard
  deviation of a game), elo = t * 800 / ln 10. The standard deviation of a game is that of a group times the root of its
  number of games, so elo does not depend on how many games a group has if its games are independent. Without draws,
  and near 0, both kinds of Elo are the same number.

The evidence is the generalised log likelihood ratio: the likelihood of all groups under the distribution that fits
them best among those of `elo1`, against the same for `elo0` (M. Van den Bergh, "The generalized maximum likelihood
ratio for the expectation value of a distribution" and "Normalized Elo, practical", notes to fishtest). The bounds are
A. Wald's (Annals of Mathematical Statistics 16, 1945): the test ends when the ratio leaves ]lower, upper[.

Both hypotheses are fitted to the same results, so what was not seen costs neither anything: of the variance nothing has
to be imagined, however few groups it was seen in. A trace of a group won and of one lost only lets both hypotheses win
and lose. Fewer than `FEWEST_GROUPS` decide nothing at all. That way the test takes little more than the least that any
test with these errors can do with, if nobody tells it how results vary (A. Wald's bound, with the divergence from the
truth to the nearest distribution of the other hypothesis; docs/contests/statistics.md has both). One that is told how
many games are drawn may be shorter where nearly all are; told wrongly, it errs.

Draws alone say less than it seems. After n of them NEW may still win one group in n and lose none. In logistic Elo that
is little, and 0-728-0 accepts H0 of 0 against 5. In normalised Elo it is much: winning one group in 2,400 and losing
none is 5 Elo, since the deviation is as rare as the wins. So there no test that keeps its `beta` can accept H0 before
some 7,200 draws, and this one does so then; whoever wants an end sooner sets `elo1` higher, or fewer deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, isfinite, log, sqrt
from typing import Literal, TypeAlias, get_args

import numpy as np

from arena.statistics.arrays import Floats
from arena.statistics.student import FEWEST_GROUPS

Model: TypeAlias = Literal["logistic", "normalised"]
Decision: TypeAlias = Literal["H0", "H1"]
Counts: TypeAlias = Mapping[float | Fraction, int]
"""How many deal groups brought NEW each share of their points, 0 to 1."""

MODELS: tuple[Model, ...] = get_args(Model)
LARGEST_ELO = 1000.0
IMAGINED_GROUPS = 1.0
"""The number of imagined groups in estimates and their intervals, half won and half lost: a variance that was seen in a
few groups is uncertain."""
TRACE = 0.02
"""The number of imagined groups in the ratio, half won and half lost, as shares may come that were not seen."""

_LOGISTIC = 400 / log(10)
_NORMALISED = 800 / log(10)
_Z_975 = 1.959964
_STEPS = 100
_CONVERGED = 1e-10
# The likelihood is at its maximum over the deviation: an error in it counts squared.
_DEVIATION_CONVERGED = 1e-6


@dataclass(frozen=True)
class Sprt:
    """The test of "NEW is stronger by `elo1`" (H1) against "only by `elo0`" (H0).

    H1 is accepted with a probability of at most about `alpha` where the truth is `elo0` or less, H0 with at most about
    `beta` where it is `elo1` or more. `games` is the number of games of a deal group; only normalised Elo needs it.

    Raises ValueError for parameters that make no test, with all that is wrong with them.
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalised"
    games: int = 2

    def __post_init__(self) -> None:
        problems = list(self._problems())
        if problems:
            raise ValueError("; ".join(problems))

    def _problems(self) -> list[str]:
        problems = [
            f"{name} is a difference of Elo from -{LARGEST_ELO:g} to {LARGEST_ELO:g}, not {elo:g}"
            for name, elo in (("elo0", self.elo0), ("elo1", self.elo1))
            if not abs(elo) <= LARGEST_ELO
        ]
        if not problems and self.elo0 >= self.elo1:
            problems.append(f"elo0 must be below elo1, but elo0 is {self.elo0:g} and elo1 is {self.elo1:g}: swap them?")
        errors = [
            f"{name} is the probability of an error, above 0 and below 1 (most often 0.05), not {error:g}"
            for name, error in (("alpha", self.alpha), ("beta", self.beta))
            if not 0 < error < 1
        ]
        if not errors and self.alpha + self.beta >= 1:
            errors.append(f"alpha + beta must be below 1, not {self.alpha:g} + {self.beta:g}: a coin would do as well")
        problems += errors
        if self.model not in MODELS:
            problems.append(f"model is {' or '.join(MODELS)}, not {self.model!r}")
        if self.games < 1:
            problems.append(f"games are those of a deal group, at least 1, not {self.games}")
        return problems

    @property
    def bounds(self) -> tuple[float, float]:
        """The test goes on while the log likelihood ratio is between these two."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """The generalised log likelihood ratio, natural: above 0 speaks for H1. Raises ValueError for wrong counts."""
        shares, groups = _arrays(counts)
        return float(self.llrs(shares, groups))

    def decide(self, counts: Counts) -> Decision | None:
        """The hypothesis that is accepted, or None: play on. Raises ValueError for wrong counts."""
        return decision(self.llr(counts), self.bounds, sum(counts.values()))

    def llrs(self, shares: Floats, groups: Floats) -> Floats:
        """The log likelihood ratio of many tests at once.

        `shares`, of shape (k,), are different and go from 0 to 1, both among them; `groups`, of shape (..., k), says
        how often each was seen. The result has shape (...).
        """
        weights = _with_imagined(shares, groups, TRACE)
        tilts = [self._tilt(shares, weights, elo) for elo in (self.elo0, self.elo1)]
        ratios: Floats = (weights * (np.log(tilts[0]) - np.log(tilts[1]))).sum(axis=-1)
        return ratios

    def _tilt(self, shares: Floats, weights: Floats, elo: float) -> Floats:
        """What the likeliest distribution of that Elo divides the observed frequencies by."""
        observed = weights / weights.sum(axis=-1, keepdims=True)
        if self.model == "logistic":
            return _tilt_to_zero(observed, shares - expected_share(elo))
        return _tilt_to_ratio(observed, shares - 0.5, elo / _NORMALISED * sqrt(self.games))


def decision(llr: float, bounds: tuple[float, float], groups: int) -> Decision | None:
    """The hypothesis that a log likelihood ratio decides for after so many groups; None: play on."""
    if groups < FEWEST_GROUPS or bounds[0] < llr < bounds[1]:
        return None
    return "H1" if llr > 0 else "H0"


def expected_share(elo: float) -> float:
    """The share of the points that a bot takes from one that is weaker by so much logistic Elo."""
    return 1 / (1 + exp(-elo / _LOGISTIC))


@dataclass(frozen=True)
class Difference:
    """By how much NEW is stronger than OLD, with the ends of the 95 % interval; None below `FEWEST_GROUPS`."""

    elo: float
    low: float | None
    high: float | None


def difference(counts: Counts, model: Model, games: int = 2) -> Difference:
    """The estimate after any number of groups; always finite, since `IMAGINED_GROUPS` are in it.

    It holds where the number of groups was fixed. Where a sequential test stopped because of what it saw, the estimate
    is a little too far from the middle between its hypotheses. Raises ValueError for wrong counts.
    """
    shares, groups = _arrays(counts)
    weights = _with_imagined(shares, groups, _imagined(shares, groups, model))
    total = float(weights.sum())
    mean = float(weights @ shares) / total
    deviation = sqrt(float(weights @ (shares - mean) ** 2) / total)
    if model == "logistic":
        # On the scale of the logarithm of the odds, where no interval reaches past certainty.
        centre, error, unit = log(mean / (1 - mean)), deviation / (mean * (1 - mean)), _LOGISTIC
    else:
        centre = (mean - 0.5) / deviation
        skewness = float(weights @ ((shares - mean) / deviation) ** 3) / total
        kurtosis = float(weights @ ((shares - mean) / deviation) ** 4) / total
        error = sqrt(max(1 - centre * skewness + centre**2 * (kurtosis - 1) / 4, 0.0))
        unit = _NORMALISED / sqrt(games)
    half = _Z_975 * error / sqrt(total)
    known = groups.sum() >= FEWEST_GROUPS
    return Difference(
        elo=centre * unit,
        low=(centre - half) * unit if known else None,
        high=(centre + half) * unit if known else None,
    )


def _arrays(counts: Counts) -> tuple[Floats, Floats]:
    """Shares from 0 to 1, both among them, and the number of groups with each."""
    for share, number in counts.items():
        if not 0 <= share <= 1:
            raise ValueError(f"a share of a deal group's points is 0 to 1, not {share}: divide points by games")
        if number < 0 or not isfinite(number):
            raise ValueError(f"the number of deal groups with a share of {float(share):g} cannot be {number}")
    merged = {0.0: 0.0, 1.0: 0.0}
    for share, number in counts.items():
        merged[float(share)] = merged.get(float(share), 0.0) + number
    shares = sorted(merged)
    return np.array(shares), np.array([merged[share] for share in shares])


def _with_imagined(shares: Floats, groups: Floats, imagined: float | Floats) -> Floats:
    """The groups, of shape (..., k), and so many that are imagined, half of them won and half lost."""
    weights: Floats = groups + imagined / 2 * ((shares == 0) | (shares == 1))
    return weights


def _imagined(shares: Floats, groups: Floats, model: Model) -> float:
    """How many groups an estimate imagines: in logistic Elo so much less as groups vary less than these, for where
    nearly all is drawn they would be more than all that was seen. In normalised Elo the variance is itself asked for.
    """
    if model == "normalised":
        return IMAGINED_GROUPS
    weights = _with_imagined(shares, groups, IMAGINED_GROUPS) / (groups.sum() + IMAGINED_GROUPS)
    return IMAGINED_GROUPS * min(4 * float(weights @ shares**2 - (weights @ shares) ** 2), 1.0)


def _tilt_to_zero(observed: Floats, value: Floats) -> Floats:
    """1 + x * value such that the frequencies observed / (1 + x * value) give `value` the mean 0.

    They are the likeliest that do (Lagrange). x is the root of a decreasing function, the "secular equation"; some
    values must be above 0, some below. Shapes (..., k); `value` may have fewer axes.
    """
    value = np.broadcast_to(value, observed.shape)
    least, most = -1 / value.max(axis=-1), -1 / value.min(axis=-1)
    low, high, x = least, most, np.zeros_like(least)
    for _ in range(_STEPS):
        tilt = 1 + x[..., None] * value
        slope = (observed * (value / tilt) ** 2).sum(axis=-1)
        excess = (observed * value / tilt).sum(axis=-1)
        low, high = np.where(excess > 0, x, low), np.where(excess > 0, high, x)
        newton = x + excess / slope
        # A step of Newton's where it stays between what is known to be too low and too high, else half-way.
        step = np.where((newton > low) & (newton < high), newton, (low + high) / 2) - x
        x = x + step
        # Near its ends, where some value is hardly seen, the smallest step is a great part of a tilt.
        if np.all(np.abs(step) <= _CONVERGED * np.minimum(x - least, most - x)):
            break
    result: Floats = 1 + x[..., None] * value
    return result


def _tilt_to_ratio(observed: Floats, value: Floats, ratio: float) -> Floats:
    """The same for frequencies that give `value`, from -1/2 to 1/2, a mean of `ratio` standard deviations.

    Their deviation is then the root of the mean of value**2 / (1 + ratio**2). With the deviation of the step before in
    place of this root, the condition is to first order a mean of 0 for the values below.
    """
    squares = value**2 / (1 + ratio**2)
    variance = observed @ value**2 - (observed @ value) ** 2
    # Where a bot that only wins and loses can meet the condition, so can all: both kinds of values are there.
    deviation = np.clip(np.sqrt(variance), abs(ratio) / 2 / (1 + ratio**2), 0.5 / sqrt(1 + ratio**2))
    for _ in range(_STEPS):
        spread = deviation[..., None]
        tilt = _tilt_to_zero(observed, value - ratio / 2 * (squares / spread + spread))
        before, deviation = deviation, np.sqrt(observed / tilt @ squares)
        if np.all(np.abs(deviation - before) <= _DEVIATION_CONVERGED):
            break
    return tilt
