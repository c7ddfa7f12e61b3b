"""Is a distance what somebody says it is? Asked at the distance that is said, not at the one that was fitted.

Where few games decide, a fit is far out and its error is as large as it: 10-0 is 500 Elo, give or take 500, and 20-0
would prove hardly more (W. W. Hauck and A. Donner, Journal of the American Statistical Association 72, 1977). But
results are told from a hypothesis where it stands. The fit is made once more, with the distance held; by how many
points the results then pull away from there is the *score* (C. R. Rao, Proceedings of the Cambridge Philosophical
Society 44, 1948), along the direction in which it does not depend on what else is fitted. How unlikely such a score is
`score_tail` says, from the chance of every game under the hypothesis: three upsets in three hundred games are
Poisson's, not a bell curve's. What else was estimated from the same few games (what seats are worth) would make the
results look more decided than they are; by the information on it, under the hypothesis and where the results are, that
is put right. Between two equal bots it is a sign test of the groups that decide anything, and a seat that wins nearly
always takes no part in it. More wins pull further, so a better result does not prove less.

Games of deal groups go together or against each other: the design effect is what groups are seen to vary by, over what
independent games would, along the same direction. Where little was seen to vary, it is taken from the groups that were,
but not below 1, and one group whose games all go the same way is taken as seen.

The virtual games of the fit have hardly a part in this: a twentieth, so that there is a fit at all.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

import numpy as np

from arena.statistics.arrays import Floats
from arena.statistics.group_spread import GroupSpread
from arena.statistics.joint_model import JointFit, Point
from arena.statistics.score_tail import ScoreTail

_CONVERGED = 1e-2  # the step after it would be a hundredth of that
_STEPS = 60
_END = 0.01
_TRIES = 40
_FARTHEST = 12.0  # natural logarithms
_VIRTUAL = 0.5
"""The part of the information: where virtual games have more of it, results say nothing."""


class _Held(NamedTuple):
    """What the results say of a contrast that is held at a value: how many standard errors more than that, the fit, and
    whether it is they that tell it there, or the virtual games."""

    deviate: float
    values: Floats
    told: bool


class ScoreTest:
    """Tests of contrasts of a fit: `contrast`, of shape (bots + seats,), weighs bots and seats, and its value is the
    sum of the weighed strengths and advantages, as natural logarithms."""

    def __init__(self, fit: JointFit, spread: GroupSpread) -> None:
        self._fit, self._model = fit, fit.model.hardly_held()
        self._spread = spread
        free = fit.model.free
        self._inner = np.ix_(free, free)
        self._inverse = np.linalg.inv(fit.at.information[self._inner])
        # Of independent games, as the fit has them, to the first order without what the virtual games pull.
        expected, pull = fit.expected, fit.inverse_information @ fit.model.virtual_pull(fit.values)
        pulled = (1 - 2 * expected) * fit.model.differences(pull)
        self._variances = fit.model.met * expected * (1 - expected) * np.maximum(1 - pulled, 0)

    def deviate(self, contrast: Floats, value: float) -> float:
        """By how many standard errors the results speak for more than `value` (below 0: for less)."""
        return self._at(contrast, value, self._fit.values).deviate

    def _at(self, contrast: Floats, value: float, values: Floats) -> _Held:
        """The test with the contrast held at a value; `values` are a fit to begin with."""
        free, model = self._model.free, self._model
        inner = contrast[free[:-1]] if not free[-1] else np.append(contrast[free[:-1]], 0.0)
        direction = self._inverse @ inner
        values = values.copy()
        values[free] -= direction * (contrast @ values[:-1] - value) / (inner @ direction)
        for _ in range(_STEPS):
            point = model.at(values)
            sides = np.stack([point.slope[free], inner], axis=1)
            to_fit, direction = np.linalg.solve(point.information[self._inner], sides).T
            # A step of Newton's, but for the part of it that would change the contrast.
            step = np.zeros(len(values))
            step[free] = to_fit - direction * (inner @ to_fit) / (inner @ direction)
            values, reach = model.moved(values, step)
            if reach < _CONVERGED:
                break
        along = np.zeros(len(values))
        along[free] = direction
        jumps = model.jumps(along[:-1])

        held = _of_others(point.information[self._inner], inner, direction)

        def estimated(tilt: float) -> float:
            information = model.at(values + tilt * along).information[self._inner]
            return (_of_others(information, inner, np.linalg.solve(information, inner)) - held) / 2

        effect = self._effect(point, jumps, along[:-1])
        tail = ScoreTail(model.met, point.expected, jumps, effect, estimated)
        return _Held(
            deviate=tail.deviate(float(jumps @ (model.taken - model.met * point.expected))),
            values=values,
            told=float(along[:-1] ** 2 @ point.virtual) < _VIRTUAL * float(inner @ direction),
        )

    def end(self, contrast: Floats, deviate: float, error: float) -> float | None:
        """The value from which the results are so many standard errors away; `error` says how far to look at first.

        None if there is none, or if it is the virtual games more than the results that say so far out.
        """
        near, values = float(contrast @ self._fit.values[:-1]), self._fit.values
        fitted, of_near = near, -deviate
        far, of_far = near, of_near
        step = error * float(np.sign(deviate))
        while of_near * of_far > 0:
            if abs(far - fitted) > _FARTHEST:
                return None
            near, of_near = far, of_far
            far -= step
            held = self._at(contrast, far, values)
            of_far, values = held.deviate - deviate, held.values
            if of_near * of_far > 0 and not held.told:
                return None
            # What the straight line asks for, and something more, within bounds.
            risen = of_far / of_near
            step *= min(max(1.2 * risen / (1 - risen), 0.2), 2.0) if risen < 1 else 2.0
        for _ in range(_TRIES):
            # The Illinois method: the secant, with an end that stays counted less.
            middle = (near * of_far - far * of_near) / (of_far - of_near)
            held = self._at(contrast, middle, values)
            of_middle, values = held.deviate - deviate, held.values
            if abs(of_middle) < _END:
                break
            if of_middle * of_far > 0:
                far, of_far, of_near = middle, of_middle, of_near / 2
            else:
                near, of_near, of_far = middle, of_middle, of_far / 2
        return middle if held.told else None

    def _effect(self, point: Point, jumps: Floats, along: Floats) -> float:
        """The design effect along a direction."""
        spread, squares, model = self._spread, along**2, self._model
        weights = model.met * jumps**2 * point.expected * (1 - point.expected)
        together = max(float(squares @ spread.together) / float(squares.sum()), 1.0)
        of_group = together * float(weights @ jumps**2) / max(float(weights.sum()), 1e-300)
        seen = float(along @ spread.seen @ along)
        alone = float(jumps**2 @ self._variances)
        if not of_group > 0:
            return 1.0
        # One group with all its games gone the same way is taken as seen already.
        likely = (seen + together * of_group / 4) / (alone + of_group / 4)
        return (seen + of_group * min(max(likely, 1.0), together)) / (alone + of_group)


def _of_others(information: Floats, contrast: Floats, direction: Floats) -> float:
    """The logarithm of the determinant of the information on all but a contrast; `direction` is that times the inverse
    of the information."""
    return float(np.linalg.slogdet(information)[1]) + log(float(contrast @ direction))
