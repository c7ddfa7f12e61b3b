"""What a plan can find out before anything is played: errors of distances, deals that are needed, lengths of tests.

Before play nothing is known of the bots. So they are taken for equal, games for independent of each other, and none for
drawn: then the variance of a distance is the inverse of the Fisher information of who meets whom. Draws make it
smaller, and so do mirrored deals, most of all between two versions of one bot. Bots far from equal, a seat that decides
by itself, and deterministic bots that play a deal the same way again make it larger.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import exp, pi, sqrt

import numpy as np

from arena.statistics.arrays import AnyInts, Floats
from arena.statistics.bradley_terry import ELO
from arena.statistics.sprt import Sprt, expected_share

Z_975 = 1.959964
Z_POWER = 0.841621
"""The number of errors beyond the bound with which four contests of five pass it."""

_NORMALISED = 2 * ELO
_TERMS = np.arange(1, 400)


def variances(players: int, seatings: AnyInts) -> Floats:
    """The variance of the distance of any two players, in Elo squared, of shape (players, players), after games with
    these `seatings`, of shape (games, seats). Players who never meet are not told from each other by any number of
    games."""
    information = np.zeros(players**2)
    seats = seatings.shape[1]
    columns = seatings.T.astype(np.int64)
    for one, other in combinations(columns, 2):
        information += np.bincount(one * players + other, minlength=players**2) / 4 / (seats - 1)
    between = information.reshape(players, players)
    between = between + between.T
    np.fill_diagonal(between, 0.0)
    covariance = np.linalg.pinv(np.diag(between.sum(axis=1)) - between, hermitian=True)
    own = np.diag(covariance)
    distances: Floats = (own[:, None] + own - 2 * covariance) * ELO**2
    return distances


@dataclass(frozen=True)
class Length:
    """How many deal groups a sequential test takes: the logarithm of its ratio is a random walk with small steps from 0
    until it leaves its bounds (D. R. Cox and H. D. Miller, The Theory of Stochastic Processes, 1965, chapter 5).

    In units of its standard deviation in one group, the walk begins `below` over the lower bound, in a corridor that is
    `wide`, and drifts by `drift` in each group.
    """

    below: float
    wide: float
    drift: float

    @property
    def mean(self) -> float:
        if abs(self.drift) * self.wide < 1e-6:
            return self.below * (self.wide - self.below)
        up = (1 - exp(-2 * self.drift * self.below)) / (1 - exp(-2 * self.drift * self.wide))
        return (up * self.wide - self.below) / self.drift

    def over_by(self, groups: float) -> float:
        """The probability that the test is over after so many groups."""
        rates = _TERMS * pi / self.wide
        ends = 1 - np.where(_TERMS % 2, -1.0, 1.0) * exp(self.drift * self.wide)
        weights = np.sin(rates * self.below) * rates * ends / (self.drift**2 + rates**2)
        left = float((weights * np.exp(-(rates**2) * groups / 2)).sum())
        left *= 2 / self.wide * exp(-self.drift * self.below - self.drift**2 * groups / 2)
        return min(max(1 - left, 0.0), 1.0)

    def quantile(self, probability: float) -> float:
        """The number of groups by which the test is over with that probability."""
        low, high = 0.0, self.mean
        while self.over_by(high) < probability:
            high *= 2
        while high - low > 1e-3 * high:
            middle = (low + high) / 2
            low, high = (middle, high) if self.over_by(middle) < probability else (low, middle)
        return high


def length(test: Sprt, elo: float) -> Length:
    """The length of a test if the truth is that Elo, of the kind that the test is about. For logistic Elo it depends on
    how the results vary, which is taken to be as between equals without a draw."""
    low, high, true = (_deviations(test, each) for each in (test.elo0, test.elo1, elo))
    lower, upper = test.bounds
    step = high - low
    return Length(below=-lower / step, wide=(upper - lower) / step, drift=true - (low + high) / 2)


def _deviations(test: Sprt, elo: float) -> float:
    """How many standard deviations of a group its mean share is above one half."""
    if test.model == "normalised":
        return elo / _NORMALISED * sqrt(test.games)
    return (expected_share(elo) - 0.5) * 2 * sqrt(test.games)
