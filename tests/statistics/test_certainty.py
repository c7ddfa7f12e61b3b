"""Intervals that hold: by simulation, for any number of seats, with everything that a contest may have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arena.statistics.ratings import rate
from arena.statistics.student import student_975, student_below
from tests.statistics.simulated import contest, duels

SEATS_2 = (0.3, -0.3)
SEATS_4 = (0.5, 0.1, -0.2, -0.4)


@pytest.mark.parametrize(
    ("strengths", "seats", "groups", "more"),
    [
        ((-0.5, 0.5), 2, 60, {}),
        ((-0.5, 0.5), 2, 60, {"luck": 6.0}),
        ((-0.2, 0.2), 2, 30, {"advantage": SEATS_2, "draws": 3.0}),
        ((0.0, 0.0, 0.2), 2, 60, {"circle": 2.0}),
        ((-0.6, -0.2, 0.2, 0.6), 4, 30, {"advantage": SEATS_4}),
        ((-0.6, -0.2, 0.2, 0.6), 4, 60, {"luck": 3.0, "draws": 1.0}),
        ((-1.0, -0.5, 0.0, 0.2, 0.5, 1.0), 4, 60, {"circle": 0.5}),
    ],
)
def test_intervals_cover_the_truth(strengths: tuple[float, ...], seats: int, groups: int, more: dict[str, Any]) -> None:
    """95 % intervals of bots and seats hold the truth in 91 % or more; the bound allows for the noise of 80 contests.

    The truth is what a far longer contest of the same plan finds: where no strengths are right, as in a circle, that is
    the fit to the expected points.
    """
    rng = np.random.default_rng(11)
    truth = rate(contest(rng, strengths, seats, 30_000, **more), mean=0).elo
    hits = []
    for _ in range(80):
        ratings = rate(contest(rng, strengths, seats, groups, **more), mean=0)
        for index, true in enumerate(truth):
            error = ratings.error(index)
            assert error is not None
            hits.append(abs(ratings.elo[index] - true) <= error)
    assert np.mean(hits) >= 0.91


def test_who_meets_whom_is_no_chance() -> None:
    """Rock beats scissors beats paper, always: no strengths explain it, yet the ratings are sure, as they must be."""
    turns = [(g, g % 3, (g + 1) % 3) for g in range(300)]
    circle = duels([(g, a, b, 2) if g % 2 else (g, b, a, 0) for g, a, b in turns])
    drawn = duels([(g, a, b, 1) if g % 2 else (g, b, a, 1) for g, a, b in turns])
    errors = [rate(results, mean=0).error(0) for results in (circle, drawn)]
    assert errors[0] == pytest.approx(errors[1], rel=0.5)
    assert errors[0] is not None
    assert errors[0] < 10


@pytest.mark.parametrize("won", [True, False])
def test_a_sweep_has_one_bound(won: bool) -> None:
    """After 20-0 the even chance of a group at the bound to the 20th power is 2.5 %; there is no other bound."""
    ratings = rate(duels([(g, g % 2, 1 - g % 2, 2 * ((g % 2 == 0) == won)) for g in range(20)]), mean=0)
    low, high = ratings.interval(0)
    end, other = (low, high) if won else (high, low)
    assert other is None
    assert end is not None
    # Both bots are as far from the mean.
    chance = 1 / (1 + 10 ** (-2 * abs(end) / 400))
    assert chance**20 == pytest.approx(0.025, rel=1e-3)
    of_other = ratings.interval(1)
    assert of_other[0 if won else 1] is None
    assert of_other[1 if won else 0] == pytest.approx(-end)


def test_a_long_sweep_is_sure_of_who_is_stronger() -> None:
    """Distance and error of a sweep grow together; the likelihood knows that 30-0 is not the luck of equals."""
    likelihoods = [
        rate(duels([(g, g % 2, 1 - g % 2, 2 * (1 - g % 2)) for g in range(games)]), mean=0).likelihoods()
        for games in (6, 8, 30)
    ]
    assert [matrix[0, 1] for matrix in likelihoods] == pytest.approx([1 - 2**-6, 1 - 2**-8, 0.999], abs=1e-9)
    assert [matrix[1, 0] for matrix in likelihoods] == pytest.approx([2**-6, 2**-8, 0.001], abs=1e-9)


def test_a_sweep_of_the_weak_proves_nothing() -> None:
    """A bot that won five of five against one whom another beat nine times in ten is not surely the stronger."""
    results = [(g, *((1, 2) if g % 2 else (2, 1)), 2 * ((g % 20 not in {2, 5}) == g % 2)) for g in range(400)]
    results += [(400 + g, *((0, 2) if g % 2 else (2, 0)), 2 * (g % 2)) for g in range(5)]
    ratings = rate(duels(results), mean=0)
    assert ratings.elo[0] > ratings.elo[1]
    assert ratings.likelihoods()[0, 1] == 0.5


def test_likelihoods_of_a_pair_add_up() -> None:
    """Row above column and column above row are together certain; the diagonal is not known."""
    matrix = rate(contest(np.random.default_rng(2), (-0.5, 0.0, 0.5, 0.6), 2, 60), mean=0).likelihoods()
    apart = ~np.eye(4, dtype=np.bool_)
    assert (matrix + matrix.T)[apart] == pytest.approx(np.ones(12))
    assert np.isnan(np.diag(matrix)).all()


def test_student() -> None:
    """Against the printed tables for 4, 10 and 100 degrees of freedom."""
    assert student_975(np.array([4, 10, 100])) == pytest.approx([2.776, 2.228, 1.984], rel=0.003)
    below = student_below(np.array([2.776, -2.228, 1.984, 0.0]), np.array([4, 10, 100, 7]))
    assert below == pytest.approx([0.975, 0.025, 0.975, 0.5], abs=0.001)
    assert below[3] == 0.5


def test_many_groups_put_together_say_the_same() -> None:
    """Beyond some size groups are added up before they are squared; the errors stay the same but for noise."""
    results = contest(np.random.default_rng(3), (-0.3, 0.0, 0.3), 2, 3000, luck=1.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.statistics.group_spread._CELLS", 3000)
        together = rate(results, mean=0)
    apart = rate(results, mean=0)
    assert (together.elo == apart.elo).all()
    for bot in range(3):
        assert together.error(bot) == pytest.approx(apart.error(bot), rel=0.15)
