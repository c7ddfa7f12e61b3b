"""Is a distance what somebody says it is? Asked at the distance that is said, not at the one that was fitted.

Where few games decide, a fit is far out and its error is as large as it: 10-0 is 500 Elo, give or take 500, and 20-0
would prove hardly more (W. W. Hauck and A. Donner, Journal of the American Statistical Association 72, 1977). But
results are told from a hypothesis where it stands. The fit is made once more, with the distance held; by how many
points the results then pull away from there, measured by how far they might by chance, is the *score test* (C. R. Rao,
Proceedings of the Cambridge Philosophical Society 44, 1948), here with the spread of deal groups (D. D. Boos, The
American Statistician 46, 1992). Between two equal bots it is a sign test of the groups that decide anything, and a
seat that wins nearly always takes no part in it. More wins pull further, so a better result does not prove less.

How far results might pull by chance is the information where the hypothesis stands, times the design effect: what deal
groups are seen to vary by over what independent games would, where the fit stands, along the same direction. The
imagined groups of `group_spread` are in all of these.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from arena.statistics.arrays import Floats
from arena.statistics.bradley_terry import PRIOR_GAMES
from arena.statistics.group_spread import GroupSpread
from arena.statistics.joint_fit import JointFit, Point

_CONVERGED = 1e-3
_STEPS = 60
_END = 0.002
_TRIES = 40


class ScoreTest:
    """Tests of contrasts of a fit: `contrast`, of shape (bots + seats,), weighs bots and seats, and its value is the
    sum of the weighed strengths and advantages, as natural logarithms."""

    def __init__(self, fit: JointFit, spread: GroupSpread) -> None:
        self._fit = fit
        self._spread = spread
        free = fit.model.free
        self._inverse = np.linalg.inv(fit.at.information[np.ix_(free, free)])
        self._information = _of_games(fit.at)

    def deviate(self, contrast: Floats, value: float) -> float:
        """By how many standard errors the results speak for more than `value` (below 0: for less)."""
        free, model = self._fit.model.free, self._fit.model
        inner = contrast[free[:-1]] if not free[-1] else np.append(contrast[free[:-1]], 0.0)
        direction = self._inverse @ inner
        values = self._fit.values.copy()
        values[free] -= direction * (contrast @ values[:-1] - value) / (inner @ direction)
        for _ in range(_STEPS):
            point = model.at(values)
            sides = np.stack([point.slope[free], inner], axis=1)
            to_fit, direction = np.linalg.solve(point.information[np.ix_(free, free)], sides).T
            # A step of Newton's, but for the part of it that would change the contrast.
            step = np.zeros(len(values))
            step[free] = to_fit - direction * (inner @ to_fit) / (inner @ direction)
            values, reach = model.moved(values, step)
            if reach < _CONVERGED:
                break
        along = np.zeros(len(values))
        along[free] = direction
        return float(along @ point.slope) / sqrt(self._variance(point, along))

    def end(self, contrast: Floats, deviate: float, error: float) -> float | None:
        """The value from which the results are so many standard errors away, None if it is not within three times
        `error` of what was fitted."""
        near = float(contrast @ self._fit.values[:-1])
        far = near - 3 * error * float(np.sign(deviate))
        of_near, of_far = -deviate, self.deviate(contrast, far) - deviate
        if of_near * of_far > 0:
            return None
        for _ in range(_TRIES):
            # The Illinois method: the secant, with an end that stays counted less.
            middle = (near * of_far - far * of_near) / (of_far - of_near)
            of_middle = self.deviate(contrast, middle) - deviate
            if abs(of_middle) < _END:
                return middle
            if of_middle * of_far > 0:
                far, of_far, of_near = middle, of_middle, of_near / 2
            else:
                near, of_near, of_far = middle, of_middle, of_far / 2
        return near

    def _variance(self, point: Point, along: Floats) -> float:
        spread, squares = self._spread, along[:-1] ** 2
        seen = along[:-1] @ spread.seen @ along[:-1] + spread.imagined @ squares
        alone = along[:-1] @ self._information @ along[:-1] + spread.evidence @ squares
        here = along[:-1] @ _of_games(point) @ along[:-1] + spread.evidence @ squares
        # The virtual games could have gone either way.
        virtual = PRIOR_GAMES / 4 * ((along[:-1] - self._fit.model.drawn_to * along[-1]) ** 2 @ self._fit.free)
        return float(seen / alone * here + virtual)


def _of_games(point: Point) -> Floats:
    """The information in the results alone."""
    size = len(point.virtual)
    information: Floats = point.information[:size, :size] - np.diag(point.virtual)
    return information
