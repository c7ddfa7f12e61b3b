"""Student's distribution: a spread that is known from few deal groups is itself uncertain."""

from __future__ import annotations

from math import sqrt

import numpy as np

from arena.statistics.arrays import Floats, Ints

FEWEST_GROUPS = 5
"""The number of deal groups below which nothing honest can be said of a spread: errors and likelihoods are unknown."""

DOUBT = 1 / 1000
"""Every likelihood is kept this far from 0 and 1: further out the shape of the bell curve is a guess."""

_TAIL = np.array([0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429])


def student_quantile(z: float, freedom: Floats | Ints | float) -> Floats:
    """The quantile of Student's distribution for the same probability as z of the normal one; at 97.5 % right to 0.3 %
    from 4 degrees of freedom on.

    By an expansion in 1/freedom (Abramowitz and Stegun, 26.7.5).
    """
    nu = np.asarray(freedom, dtype=np.float64)
    result: Floats = (
        z
        + (z**3 + z) / (4 * nu)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * nu**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * nu**3)
    )
    return result


def student_975(freedom: Floats | Ints | float) -> Floats:
    """The 97.5 % quantile of Student's distribution."""
    return student_quantile(1.959964, freedom)


def student_below(t: Floats | float, freedom: Floats | Ints | float) -> Floats:
    """Student's distribution function, right to about 0.001 from 4 degrees of freedom on, and exactly 1/2 at 0.

    It takes the normal deviate of equal likelihood (D. L. Wallace, Annals of Mathematical Statistics 30, 1959), and its
    tail by Abramowitz and Stegun, 26.2.17.
    """
    t, nu = np.asarray(t, dtype=np.float64), np.asarray(freedom, dtype=np.float64)
    deviate = (8 * nu + 1) / (8 * nu + 3) * np.sqrt(nu * np.log1p(t * t / nu))
    step = 1 / (1 + 0.2316419 * deviate)
    powers = step[..., None] ** np.arange(1, 6)
    tail = np.exp(-(deviate**2) / 2) / sqrt(2 * np.pi) * (powers @ _TAIL)
    below: Floats = 0.5 + np.sign(t) * (0.5 - tail)
    return below
