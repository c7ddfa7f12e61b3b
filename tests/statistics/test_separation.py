"""How many further deal groups tell two bots apart: enough in four of five contests, and a range that says so."""

from __future__ import annotations

import numpy as np
import pytest

from arena.statistics.ratings import Ratings, rate
from arena.statistics.separable import NOTHING, Separation, separation
from tests.statistics.simulated import contest, duels

STRENGTHS = (0.2, 0.0)  # 35 Elo apart


def rated(seed: int, groups: int) -> Ratings:
    return rate(contest(np.random.default_rng(seed), STRENGTHS, 2, groups), 0.0)


def told_apart(ratings: Ratings) -> bool:
    return bool(ratings.likelihoods()[0, 1] >= 0.975)


def test_the_number_for_the_true_distance_is_enough_in_four_of_five_contests() -> None:
    """What a long contest says of these two, and then many contests with so many groups."""
    long = rated(1, 40_000)
    # 40,000 groups have an error; so many fewer groups would just do.
    error = float(np.sqrt(np.array([1, -1]) @ long.covariance[:2, :2] @ np.array([1, -1])))
    distance = float(long.elo[0] - long.elo[1])
    groups = round(40_000 * ((1.96 + 0.8416) * error / distance) ** 2)
    found = [told_apart(rated(seed, groups)) for seed in range(100, 300)]
    assert np.mean(found) == pytest.approx(0.8, abs=0.09)


def test_the_range_holds_the_true_number() -> None:
    """In four of five contests, and more where there is no upper end: from 60 groups the truth is some 380 further."""
    long = rated(1, 40_000)
    error = float(np.sqrt(np.array([1, -1]) @ long.covariance[:2, :2] @ np.array([1, -1])))
    true = 40_000 * ((1.96 + 0.8416) * error / float(long.elo[0] - long.elo[1])) ** 2 - 60
    held = []
    for seed in range(200):
        ratings = rated(seed, 60)
        if not told_apart(ratings):
            found = separation(ratings, 0, 1, told_apart=False)
            assert found.low is not None
            held.append(found.low <= true and (found.high is None or true <= found.high))
    assert np.mean(held) >= 0.8


def test_what_is_told_apart_needs_nothing() -> None:
    assert separation(rated(1, 2000), 0, 1, told_apart=True) == Separation(0, 0, 0)


def test_of_equals_only_the_lower_end_is_known() -> None:
    """They may be as far apart as the interval reaches, and they may be equal."""
    found = separation(rate(duels([(n, n % 2, 1 - n % 2, 2) for n in range(40)]), 0.0), 0, 1, told_apart=False)
    assert found.seen is found.high is None
    assert found.low is not None
    assert found.low > 0


def test_of_bots_that_never_met_or_hardly_played_nothing_is_known() -> None:
    """No error, no number."""
    ratings = rate(duels([(0, 0, 1, 2), (1, 1, 0, 1), (2, 2, 3, 2)]), 0.0)
    assert separation(ratings, 0, 1, told_apart=False) == NOTHING
    assert separation(ratings, 0, 2, told_apart=False) == NOTHING
