"""Results beyond the ratings: errors that are right, and a bound that fires where it should."""

from __future__ import annotations

import numpy as np
import pytest

from arena.statistics.lack_of_fit import Residuals, residuals
from arena.statistics.ratings import rate
from tests.statistics.simulated import contest, duels


def found(seed: int, bots: int = 6, groups: int = 300, seats: int = 2, circle: float = 0.0) -> Residuals:
    strengths = np.linspace(-0.6, 0.6, bots).tolist()
    ratings = rate(contest(np.random.default_rng(seed), strengths, seats, groups, circle=circle), 0.0)
    return residuals(ratings.results, ratings.fit)


@pytest.mark.parametrize(("bots", "seats"), [(3, 2), (6, 2), (6, 4)])
def test_errors_are_as_large_as_what_they_are_errors_of(bots: int, seats: int) -> None:
    """Where Elo is right residuals are luck, and scatter by their errors: also of three bots, which the fit follows."""
    each = [found(seed, bots, 300, seats) for seed in range(40)]
    ratios = np.concatenate([(one.taken - one.expected) / one.error for one in each])
    assert np.std(ratios) == pytest.approx(1, abs=0.2)
    assert sum(bool(one.off.any()) for one in each) <= 6


def test_rock_paper_and_scissors_are_found() -> None:
    """Three bots that beat each other in turn: each pair is off, by what it truly is."""
    one = found(1, bots=3, groups=300, circle=1.0)
    assert one.off.all()
    assert (np.abs(one.taken - one.expected) > 0.2).all()
    assert (np.abs(one.taken - one.expected) > 3 * one.error).all()


def test_two_bots_are_never_beyond_their_ratings() -> None:
    """Their ratings are made of nothing else."""
    ratings = rate(duels([(n, n % 2, 1 - n % 2, 2 * (n % 3 > 0)) for n in range(60)]), 0.0)
    assert np.isnan(residuals(ratings.results, ratings.fit).error).all()


def test_few_groups_say_nothing_and_none_are_no_trouble() -> None:
    few = found(1, bots=4, groups=18)
    assert np.isnan(few.error).all()
    assert not few.off.any()
    ratings = rate(duels([]), 0.0)
    assert len(residuals(ratings.results, ratings.fit).taken) == 0
