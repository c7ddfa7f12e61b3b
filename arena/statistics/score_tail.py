"""How unlikely a score is: the tail of a sum of games that each move it by a jump of their own.

Where few games decide, the sum is no bell curve. It is skewed, since the one result of each such game is rare, and it
goes in jumps. Its distribution is known all the same, for the chance of each game is known under a hypothesis: a tail
is that of the saddlepoint (R. Lugannani and S. Rice, Advances in Applied Probability 12, 1980, in the form of O. E.
Barndorff-Nielsen, Biometrika 73, 1986), which is right to some parts in a hundred for three deciding games, and for
three hundred.

What is asked for is the chance of a score as far out *or farther*: where the score goes in steps, half of one is taken
off, or equal bots would look unequal too often. The steps need not be those of the main jump. Of three equal bots the
games of two against the third move the distance of these two by half of what a game between them does, and all scores
lie on steps of that half. Jumps of many sizes come out anywhere, and there nothing is to be taken off. How far a sum
keeps to steps is what its characteristic function is at their frequency: 1 where all scores lie on them, and near 0
where they lie anywhere (W. Feller, An Introduction to Probability Theory and Its Applications II, 1971, chapter XV). So
the main jump, its half, its third and its quarter are asked for it, and the step that counts for most is taken.

Games of a deal group go together or against each other. With a variance that is `effect` times that of independent
games they are taken for so many times fewer games, each of which moves the score by so many times more; the steps in
which it goes stay those of single games, for the groups' points are counted game by game.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, log1p, sqrt

import numpy as np

from arena.statistics.arrays import Floats

_LEAST = 1e-12
_STEPS = 60
_SMALL = 1e-6
_EXACT = 1e-4
_MIDDLE = 0.05
_FARTHEST = 500.0
_PARTS = np.arange(1, 5)
"""The parts of the main jump that are tried as the step: whole, half, third, quarter."""


class ScoreTail:
    """The sum over games of `jumps`, each made with a chance of its own, less the mean of that sum; arrays of shape
    (cells,), with so many `games` in each cell.

    `estimated` accounts for what else was estimated from the same games: half of the logarithm of its information, at
    odds that are tilted so much, by that under the hypothesis (I. M. Skovgaard, Journal of Applied Probability 24,
    1987)."""

    def __init__(
        self, games: Floats, chances: Floats, jumps: Floats, effect: float, estimated: Callable[[float], float]
    ) -> None:
        used = np.abs(jumps) > 1e-9 * np.abs(jumps).max(initial=0.0)
        self._games, self._jumps, self._effect = games[used], jumps[used], effect
        self._estimated = estimated
        self._made = np.clip(chances[used], _LEAST, 1 - _LEAST)

    def deviate(self, score: float) -> float:
        """The normal deviate that is as far out as the score; 0 if both a score as high or higher and one as low or
        lower are more likely than not."""
        variances = self._games * self._jumps**2 * self._made * (1 - self._made)
        if not variances.sum() > 0:
            return 0.0
        jump = float(np.abs(self._jumps[np.argmax(variances)]))
        half_step = self._step(jump) * min(self._effect, 1.0) / 2
        ends = {side: self._end(side) for side in (1.0, -1.0)}
        for side in (1.0, -1.0) if score > 0 else (-1.0, 1.0):
            # No tail is beyond that of all games going one way.
            inside = min(side * score - half_step, ends[side] - min(self._effect, 1.0) * jump / 2)
            if inside > -ends[-side]:
                found = self._saddlepoint(side * inside, variances)
                if side * found > 0:
                    return found
        return 0.0

    def _step(self, jump: float) -> float:
        """The step in which the sum goes: that, or a part of it, each times how far the sum keeps to it, 0 to 1."""
        steps = jump / _PARTS
        turned = np.abs(1 - self._made + self._made * np.exp(2j * np.pi * self._jumps / steps[:, None]))
        kept = np.exp(np.log(np.maximum(turned, _LEAST)) @ self._games / self._effect)
        return float((steps * kept).max())

    def _end(self, side: float) -> float:
        """The score if all games go that way."""
        return float(self._games @ (np.maximum(side * self._jumps, 0) - side * self._made * self._jumps))

    def _saddlepoint(self, score: float, variances: Floats) -> float:
        variance, third = float(variances.sum()), float(self._jumps @ (variances * (1 - 2 * self._made)))
        # Where one result of each game is rare, that is the answer.
        rare = third / variance * score / variance
        first = score / variance * (log1p(max(rare, -0.95)) / rare if abs(rare) > _SMALL else 1.0)
        tilt = self._tilt_to(score, variance, first)
        cumulants, _, curvature = self._tilted(tilt)
        root = float(np.sign(tilt)) * sqrt(max(2 * (tilt * score - cumulants) / self._effect, 0.0))
        if abs(root) < _MIDDLE:
            # The limit of what follows.
            tilt = _MIDDLE / sqrt(variance)
            root = score / sqrt(variance * self._effect)
            more = third / variance**1.5 / 6 + self._estimated(tilt) / _MIDDLE
            return float(root + sqrt(self._effect) * more)
        more = log(tilt * sqrt(curvature / self._effect) / root) + self._estimated(tilt)
        return float(root + more / root)

    def _tilt_to(self, score: float, variance: float, tilt: float) -> float:
        """By how much the odds of all jumps have to be tilted for the score to be the mean: Newton's method from
        `tilt`, kept between what is known to be too little and too much."""
        low, high = -np.inf, np.inf
        for _ in range(_STEPS):
            _, mean, curvature = self._tilted(tilt)
            if abs(mean - score) < _EXACT * sqrt(curvature):
                break
            low, high = (tilt, high) if mean < score else (low, tilt)
            step = tilt + (score - mean) / curvature if curvature > 0 else np.inf
            if not low < step < high:
                step = (low + high) / 2 if np.isfinite(low + high) else 2 * tilt
            tilt = step
        return tilt

    def _tilted(self, tilt: float) -> tuple[float, float, float]:
        """The cumulant generating function at a tilt, and its first two derivatives."""
        reach = np.clip(tilt * self._jumps, -_FARTHEST, _FARTHEST)
        odds = self._made * np.exp(reach)
        total = 1 - self._made + odds
        made = odds / total
        moved = self._games * self._jumps
        return (
            float(self._games @ (np.log(total) - reach * self._made)),
            float(moved @ (made - self._made)),
            float((moved * self._jumps) @ (made * (1 - made))),
        )
