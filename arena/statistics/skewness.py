"""How many games decide a distance of a fit, and how lopsided they make it.

A distance that many games decide is normal, and its error says all. Games whose one result is rare make it lopsided: a
few more of those results would bring the ends of an interval nearer to each other than a few less would take them
apart. The first term of that is the skewness of the score (see `score_tail`), and it moves both ends of an interval,
and what a distance proves, by a part of the error.
"""

from __future__ import annotations

import numpy as np

from arena.statistics.arrays import Floats

_FARTHEST = 4.0


class Skewness:
    """The skewness of the scores along directions, from their `jumps`, of shape (cells, directions), and `games` and
    `chances` of the cells."""

    def __init__(self, games: Floats, chances: Floats, jumps: Floats) -> None:
        squares = games * chances * (1 - chances)
        thirds = squares * (1 - 2 * chances)
        two, self._jumps = jumps**2, jumps
        self._2 = (squares[:, None] * jumps).T @ jumps
        self._21 = (thirds[:, None] * two).T @ jumps
        self._31 = (squares[:, None] * two * jumps).T @ jumps
        self._22 = (squares[:, None] * two).T @ two

    def of_each(self, variances: Floats) -> tuple[Floats, Floats]:
        """Skewness and deciding games of each direction, both of shape (directions,), as `between` has them."""
        variance, third, fourth = (np.diag(moment) for moment in (self._2, self._21, self._31))
        return _shape(variance, third, fourth, variances)

    def between(self, variances: Floats) -> tuple[Floats, Floats]:
        """For the difference of any two directions, both of shape (directions, directions): the skewness, and how many
        games of the kind that decides most the score is worth. `variances` are those of the values; by as much as they
        are above those of independent games, games are taken to go together."""
        own, cubes, fourths = (np.diag(moment) for moment in (self._2, self._21, self._31))
        variance = own[:, None] + own - 2 * self._2
        third = cubes[:, None] - cubes - 3 * self._21 + 3 * self._21.T
        fourth = fourths[:, None] + fourths - 4 * self._31 - 4 * self._31.T + 6 * self._22
        variance[variance <= 1e-9 * (own[:, None] + own)] = 0.0
        return _shape(variance, third, fourth, variances)


def _shape(variance: Floats, third: Floats, fourth: Floats, variances: Floats) -> tuple[Floats, Floats]:
    some = np.where(variance > 0, variance, 1.0)
    effect = variances / some
    skewness: Floats = np.where(variance > 0, third / some**1.5 * np.sqrt(effect), 0.0)
    events: Floats = np.where(variance > 0, some**2 / np.maximum(fourth * np.maximum(effect, 1), 1e-300), np.inf)
    return skewness, events


def straightened(ratio: Floats, skewness: Floats) -> Floats:
    """The normal deviate for a distance that is given in units of its error."""
    near = np.clip(ratio, -_FARTHEST, _FARTHEST)
    result: Floats = ratio - skewness * (near**2 - 1) / 6
    return result


def shift(quantile: float, skewness: float) -> float:
    """By how much of the error of one deviate both ends of an interval move."""
    return -skewness * (quantile**2 - 1) / 6
