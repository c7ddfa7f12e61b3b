"""Skill against luck in one number: how well a table would repeat."""

from __future__ import annotations

import numpy as np
import pytest

from arena.statistics.ratings import Ratings, rate
from arena.statistics.repeatability import reliability
from tests.statistics.simulated import contest

BOTS = 12


def rated(seed: int, apart: float) -> Ratings:
    """Twelve bots, each pair at two deals."""
    strengths = np.linspace(-apart, apart, BOTS).tolist()
    return rate(contest(np.random.default_rng(seed), strengths, 2, BOTS * (BOTS - 1)), 0.0)


@pytest.mark.parametrize("apart", [0.1, 0.3, 0.6, 1.5])
def test_it_is_the_correlation_of_two_contests(apart: float) -> None:
    """The mean of the numbers is what the ratings of independent contests of these bots have in common."""
    contests = [rated(seed, apart) for seed in range(40)]
    said = np.mean([reliability(one.elo, one.covariance, [range(BOTS)]) for one in contests])
    pairs = zip(contests[::2], contests[1::2], strict=True)
    true = np.mean([np.corrcoef(one.elo[:BOTS], other.elo[:BOTS])[0, 1] for one, other in pairs])
    assert said == pytest.approx(true, abs=0.12)


def test_each_set_is_taken_around_its_own_mean() -> None:
    """Two sets far from each other are no more reliable than each is."""
    estimates, covariance = np.array([1.0, 2.0, 3.0]), np.eye(3) / 4
    alone = reliability(estimates, covariance, [range(3)])
    both = np.concatenate([estimates, estimates + 100])
    assert reliability(both, np.eye(6) / 4, [[0, 1, 2], [3, 4, 5]]) == pytest.approx(alone)
    assert alone == pytest.approx(0.75)


def test_of_two_bots_or_of_equals_nothing_is_said() -> None:
    assert reliability(np.array([1.0, 2.0]), np.eye(2), [[0, 1]]) is None
    assert reliability(np.zeros(3), np.eye(3), [range(3)]) is None


def test_it_is_never_below_nothing() -> None:
    """Where the spread is smaller than the errors, all of it may be luck."""
    assert reliability(np.array([1.0, 2.0, 3.0]), 9 * np.eye(3), [range(3)]) == 0
