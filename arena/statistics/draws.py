"""How many draws there are, beside a rating model that knows only shares of the points.

Elo keeps its meaning as expected share, with a draw as half a point to each; so the strengths need no model of draws.
The draws have one of their own, estimated given the strengths: as R. R. Davidson has it (Journal of the American
Statistical Association 65, 1970), the likelihood of a draw is nu times the geometric mean of those of a win and of a
loss. For an expected share s this means

    draw = nu * sqrt(win * loss),    win + draw / 2 = s,    win + draw + loss = 1,

so draws are most frequent between equals, nu / (2 + nu) of their results, and the rarer the more unequal two are; all
three stay between 0 and 1 for every s and nu. nu is chosen so that as many draws are expected as there were. With three
seats and more a draw of two is a shared place.
"""

from __future__ import annotations

import numpy as np

from arena.statistics.arrays import Floats, Ints

_STEPS = 40


def draws_between_equals(share: Floats, met: Ints, drawn: int) -> float:
    """The likelihood nu / (2 + nu) of a draw between equals, if there were `drawn` draws in `met[k]` results at each
    `share[k]`.

    It is 0 without a draw, 1 if all results were drawn. Found by halving an interval, to 1e-12.
    """
    if drawn in {0, int(met.sum())}:
        return 1.0 if drawn else 0.0
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        few = float(met @ draw_likelihood(share, middle)) < drawn
        low, high = (middle, high) if few else (low, middle)
    return (low + high) / 2


def draw_likelihood(share: Floats, between_equals: float) -> Floats:
    """The likelihood of a draw at each expected share, given that between equals."""
    # With q = 1 / nu**2 - 1/4 the model says q draw**2 + draw / 2 = share * (1 - share); solved so that q may be 0,
    # below it, or (without draws) beyond all bounds.
    equals = max(between_equals, 1e-12)
    q = ((1 - equals) / (2 * equals)) ** 2 - 0.25
    product = share * (1 - share)
    likelihood: Floats = 2 * product / (0.5 + np.sqrt(np.maximum(0.25 + 4 * q * product, 0.0)))
    return likelihood


def nu_of(between_equals: float) -> float | None:
    """Davidson's nu; None if all results were drawn, as it has no upper bound then."""
    return 2 * between_equals / (1 - between_equals) if between_equals < 1 else None
