"""Claims of all bots at once: right together as often as promised, and as many as can be."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest

from arena.statistics.simultaneous import MOST_DRAWN, claims
from arena.statistics.student import student_975


def apart(estimates: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """How many errors apart every two are."""
    own = np.diag(covariance)
    variance = own[:, None] + own - 2 * covariance
    ratios: np.ndarray = (estimates[:, None] - estimates) / np.sqrt(np.where(variance > 0, variance, 1.0))
    return ratios


def every(players: int) -> np.ndarray:
    return np.ones((players, players), dtype=np.bool_)


def test_two_need_what_one_interval_needs() -> None:
    """With a single pair nothing is paid for others: 1.96 errors."""
    found = claims(apart(np.array([3.0, 0.0]), np.eye(2)), np.eye(2), np.array([1e9, 1e9]), every(2))
    assert found.critical == pytest.approx(1.96, abs=0.05)
    assert found.stronger.tolist() == [[False, True], [False, False]]


def test_twenty_need_what_tukey_says() -> None:
    """The studentised range of twenty at 5 % is 5.01 (any table of it), which is 3.54 errors of a distance."""
    found = claims(apart(np.zeros(20), np.eye(20)), np.eye(20), np.full(20, 1e9), every(20))
    assert found.critical == pytest.approx(5.01 / np.sqrt(2), abs=0.04)
    assert not found.stronger.any()


def test_false_claims_among_twenty_equals_are_as_rare_as_promised() -> None:
    """Any claim is false there: one at all in 5 % of contests, where 1.96 errors would claim in nearly all."""
    rng = np.random.default_rng(1)
    mixing = rng.normal(size=(20, 20))
    covariance = mixing @ mixing.T + 5 * np.eye(20)
    root = np.linalg.cholesky(covariance)
    contests, freedom = 100, np.full(20, 1e9)
    wrong = sum(
        bool(claims(apart(root @ rng.normal(size=20), covariance), covariance, freedom, every(20)).stronger.any())
        for _ in range(contests)
    )
    assert wrong <= 0.05 * contests + 3 * np.sqrt(0.05 * 0.95 * contests)


def test_steps_find_more_than_one_look() -> None:
    """A far bot is claimed first; what is left has fewer pairs, and needs less."""
    one = claims(apart(np.zeros(6), np.eye(6)), np.eye(6), np.full(6, 1e9), every(6)).critical
    far = np.array([90.0, 60.0, 30.0, 0.2, 0.1, 0.0])
    steps = claims(apart(far, np.eye(6)), np.eye(6), np.full(6, 1e9), every(6))
    assert steps.critical < one - 0.05
    assert steps.ranks(0, np.arange(1, 6)) == (1, 1)
    assert steps.ranks(4, np.array([0, 1, 2, 3, 5])) == (4, 6)


def test_few_deal_groups_need_more() -> None:
    """As Student's quantile for the one pair of two, with half of the freedom that is known."""
    at = float(student_975(5))
    for ratio, told in ((at * 0.95, False), (at * 1.05, True)):
        estimates = np.array([ratio * np.sqrt(2), 0.0])
        assert claims(apart(estimates, np.eye(2)), np.eye(2), np.full(2, 10.0), every(2)).stronger.any() == told


def test_only_what_is_comparable_is_compared() -> None:
    """Two sets that never met: no claim from one to the other, however far apart."""
    comparable = every(4)
    comparable[:2, 2:] = comparable[2:, :2] = False
    found = claims(apart(np.array([9.0, 0.0, 90.0, 99.0]), np.eye(4)), np.eye(4), np.full(4, 1e9), comparable)
    assert np.argwhere(found.stronger).tolist() == [[0, 1], [3, 2]]


def test_nothing_to_compare_is_no_trouble() -> None:
    """No bot, one bot, or two that move together."""
    for players in (0, 1):
        none = np.zeros((players, players))
        assert isnan(claims(none, np.eye(players), np.ones(players), every(players)).critical)
    assert not claims(
        apart(np.array([1.0, 0.0]), np.ones((2, 2))), np.ones((2, 2)), np.full(2, 9.0), every(2)
    ).stronger.any()


def test_very_many_pairs_are_not_drawn_and_ask_for_little_more() -> None:
    """From that many pairs on the bound is Bonferroni's, a few hundredths higher."""
    players = 142
    assert players * (players - 1) // 2 > MOST_DRAWN
    drawn, bound = (
        claims(np.zeros((bots, bots)), np.eye(bots), np.full(bots, 1e9), every(bots)).critical
        for bots in (140, players)
    )
    assert drawn < bound < drawn + 0.2


def test_the_same_ratings_have_the_same_claims() -> None:
    """Nothing is left to luck: the same call gives the same number."""
    rng = np.random.default_rng(3)
    estimates = rng.normal(size=12) * 3
    ratios = apart(estimates, np.eye(12))
    first, second = (claims(ratios, np.eye(12), np.full(12, 30.0), every(12)) for _ in range(2))
    assert first.critical == second.critical
    assert (first.stronger == second.stronger).all()
