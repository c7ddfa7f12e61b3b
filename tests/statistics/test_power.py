"""What a plan can find out: held against contests and tests that are played."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from arena.statistics.bradley_terry import ELO
from arena.statistics.power import length, variances
from arena.statistics.ratings import rate
from arena.statistics.sprt import Sprt
from tests.statistics.simulated import contest


def test_variances_are_those_of_equal_bots_that_are_rated() -> None:
    """Five equal bots, each pair at 40 deals in both seatings: what the fit says of its own errors, in the mean."""
    games = np.array([*permutations(range(5), 2)] * 40)
    planned = variances(5, games)[0, 1]
    found = []
    for seed in range(20):
        covariance = rate(contest(np.random.default_rng(seed), (0.0,) * 5, 2, 400), 0.0).covariance
        found.append(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])
    assert np.mean(found) == pytest.approx(planned, rel=0.08)


def test_a_duel_is_known_as_a_share_is() -> None:
    """The variance of a share after n games is 1 / 4n, and the slope of the share in Elo is 1 / 4 in natural units."""
    assert variances(2, np.array([[0, 1], [1, 0]] * 50))[0, 1] == pytest.approx(ELO**2 * 4 / 100)


def test_a_table_of_four_counts_as_one_game_of_each() -> None:
    """Its three pair results of a bot weigh as one."""
    four = variances(4, np.array([[0, 1, 2, 3]]))
    two = variances(4, np.array(list(permutations(range(4), 2))))
    assert four[0, 1] == pytest.approx(6 * two[0, 1])


@pytest.mark.parametrize("truth", [0.0, 25.0, 50.0])
def test_lengths_are_those_of_tests_that_are_played(truth: float) -> None:
    """The mean and the quantiles of 200 tests of 0 against 50 Elo, without draws."""
    test = Sprt(0, 50)
    rng = np.random.default_rng(5)
    shares, groups = np.array([0.0, 0.5, 1.0]), 1500
    # Two independent games: t = (mean - 1/2) / deviation of a game, which is 1/2 near enough.
    win = 0.5 + truth / (2 * ELO) / 2
    counts = np.zeros((200, 3))
    ends = np.zeros(200)
    for group in range(1, groups):
        won = (rng.random((200, 2)) < win).sum(axis=1)
        counts[np.arange(200), won] += 1
        if group >= 5:
            going = np.flatnonzero(ends == 0)
            ratios = test.llrs(shares, counts[going])
            ends[going[(ratios <= test.bounds[0]) | (ratios >= test.bounds[1])]] = group
            if (ends > 0).all():
                break
    planned = length(test, truth)
    assert planned.mean == pytest.approx(ends.mean(), rel=0.12)
    for probability in (0.1, 0.5, 0.9):
        assert planned.quantile(probability) == pytest.approx(np.quantile(ends, probability), rel=0.2)


def test_a_test_is_over_in_the_end_and_not_before_it_began() -> None:
    planned = length(Sprt(), 0.0)
    assert planned.over_by(1) == pytest.approx(0, abs=1e-6)
    assert planned.over_by(1e9) == 1
    assert planned.over_by(planned.quantile(0.3)) == pytest.approx(0.3, abs=0.01)


def test_logistic_and_normalised_are_the_same_without_draws() -> None:
    assert length(Sprt(0, 5, model="logistic"), 5).mean == pytest.approx(length(Sprt(0, 5), 5).mean, rel=0.01)
