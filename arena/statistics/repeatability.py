"""How well a table would repeat, in one number.

Ratings differ because bots do, and because of luck. The reliability is the part of their variance that is not error
(C. Spearman, American Journal of Psychology 15, 1904): 1 - mean squared error / variance, with errors as the joint
covariance has them. It is also how much the ratings of a second contest of the same kind, with new deals, would
correlate with these. It is that of this field: among bots of all kinds a few games do, among near equals no number may.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arena.statistics.arrays import Floats

FEWEST = 3
"""The fewest bots; with two the variance itself is the luck of one number."""


def reliability(estimates: Floats, covariance: Floats, sets: Sequence[Sequence[int]]) -> float | None:
    """The reliability, from 0 to 1, over `sets` of players that can be compared, each around its own mean. None if no
    set has `FEWEST` players, or no two estimates differ."""
    spread = error = 0.0
    for players in sets:
        if len(players) >= FEWEST:
            own = covariance[np.ix_(players, players)]
            spread += float(((estimates[list(players)] - estimates[list(players)].mean()) ** 2).sum())
            error += float(np.trace(own) - own.sum() / len(players))
    return None if spread <= 0 else max(1 - error / spread, 0.0)
