"""The joint fit: bots and seats together, finite and unique, anchors, and what cannot be told."""

from __future__ import annotations

import numpy as np
import pytest

from arena.statistics.bradley_terry import ELO, PRIOR_GAMES, components, fit, one_sided, share
from arena.statistics.joint_model import joint_fit
from arena.statistics.pairs import Games, pair_results
from arena.statistics.ratings import rate
from tests.statistics.simulated import contest, duels


def test_fit_solves_the_model() -> None:
    """Bots and seats have as many points as expected, the drawn virtual game included."""
    results = contest(np.random.default_rng(1), (-0.5, 0.1, 0.2, 0.9, 0.0), 3, 20, advantage=(0.4, 0.0, -0.6))
    found = joint_fit(results)
    missed = (results.taken - results.met * found.expected) * results.weight
    bots = np.bincount(results.row, missed, 5) - np.bincount(results.column, missed, 5)
    seats = np.bincount(results.row_seat, missed, 3) - np.bincount(results.column_seat, missed, 3)
    assert bots == pytest.approx(PRIOR_GAMES * (share(found.bots) - 0.5), abs=1e-6)
    # The virtual seat is in the middle of the seats but for the mean, which is put to 0 afterwards.
    assert seats == pytest.approx(PRIOR_GAMES * (share(found.seats) - 0.5), abs=0.01)
    assert found.seats.sum() == pytest.approx(0)


def test_fit_without_seats_agrees() -> None:
    """Where nothing is told of seats the joint fit is the plain one."""
    games = [(g, a, b, 2 * ((g + a) % 3 > 0)) for g in range(9) for a, b in [(0, 1), (2, 3)]]
    results = duels(games)
    points = np.zeros((4, 4))
    np.add.at(points, (results.row, results.column), results.taken)
    np.add.at(points, (results.column, results.row), results.met - results.taken)
    found = joint_fit(results)
    assert not found.told.any()
    assert found.bots == pytest.approx(fit(points))
    assert (found.seats == 0).all()


def test_a_bot_is_not_rated_for_its_seat() -> None:
    """Two equal bots, the first seat worth 200 Elo, one of them on it in three games of four: rated as equals.

    Without the seats in the fit the one would be rated about 90 Elo above the other.
    """
    rng = np.random.default_rng(4)
    bot = np.where(np.arange(40_000) % 4 < 3, 0, 1)
    won = rng.random(40_000) < 1 / (1 + 10**-0.5)
    results = pair_results(
        2,
        [Games(np.arange(40_000), np.stack([bot, 1 - bot], axis=1), np.stack([2 - won, 1 + won], axis=1))],
    )
    ratings = rate(results, mean=0)
    assert ratings.elo[:2] == pytest.approx([0, 0], abs=6)
    assert ratings.elo[2:] == pytest.approx([100, -100], abs=6)


def test_seats_are_told_by_number_of_seats() -> None:
    """Games of two and of three seats have advantages of their own, and one rating for each bot."""
    rng = np.random.default_rng(8)
    two = contest(rng, (0.3, -0.3, 0.0), 2, 3000, advantage=(0.5, -0.5)).tables[0]
    three = contest(rng, (0.3, -0.3, 0.0), 3, 3000, advantage=(-0.4, 0.0, 0.4)).tables[0]
    both = pair_results(3, [two, Games(three.group + 3000, three.bots, three.places)])
    ratings = rate(both, mean=0)
    assert ratings.elo / ELO == pytest.approx([0.3, -0.3, 0.0, 0.5, -0.5, -0.4, 0.0, 0.4], abs=0.08)


def test_self_play_tells_of_seats_alone() -> None:
    """Games of a bot against itself move no bot."""
    results = duels([*((g, 0, 0, 2) for g in range(30)), *((g, g % 2, 1 - g % 2, 1) for g in range(30, 40))])
    ratings = rate(results, mean=1500)
    assert ratings.elo[:2].tolist() == [1500, 1500]
    assert ratings.elo[2] > 50
    assert results.groups_of_each.tolist() == [10, 10]


def test_one_anchor_moves_all_and_no_distance() -> None:
    """The middle of the field moves with the anchor."""
    results = contest(np.random.default_rng(1), (-0.5, 0.1, 0.4), 2, 30)
    free, fixed = rate(results, 1500), rate(results, 1500, {2: 2400})
    assert fixed.elo[2] == 2400
    assert fixed.elo[:3] - 2400 == pytest.approx(free.elo[:3] - free.elo[2], abs=1e-4)


def test_several_anchors_set_the_scale() -> None:
    """A bot halfway by results between two anchors is halfway between their ratings, however far these are apart."""
    games = [(g, *pair, 2 * (g % 4 > 0)) for g in range(80) for pair in [[(0, 1), (1, 2)][g // 4 % 2]]]
    games = [(g, a, b, h) if g % 8 < 4 else (g, b, a, 2 - h) for g, a, b, h in games]
    for low, high in [(1000, 2000), (1490, 1510), (2000, 1000)]:
        ratings = rate(duels(games), 1500, {0: high, 2: low})
        assert ratings.elo[:3] == pytest.approx([high, 1500, low], abs=15)
        assert ratings.error(0) == 0


@pytest.mark.parametrize("distance", [3000.0, 12_000.0])
def test_absurd_anchors_have_a_fit(distance: float) -> None:
    """Anchors may be as far apart as they like: the bot between them has the points that are expected of it."""
    games = [(g, *pair, 2 * (g % 5 > 0)) for g in range(80) for pair in [[(0, 1), (1, 2)][g // 2 % 2]]]
    results = duels(games)
    ratings = rate(results, 0, {0: distance, 2: -distance})
    assert np.isfinite(ratings.elo).all()
    assert np.isfinite(ratings.covariance).all()
    missed = (results.taken - results.met * ratings.fit.expected) * results.weight
    middle = missed[results.row == 1].sum() - missed[results.column == 1].sum()
    assert abs(middle) < 1


def test_anchors_make_sets_comparable() -> None:
    """Two pairs that never met can be compared through an anchor in each."""
    results = duels([(g, *pair, g // 2 % 3) for g in range(40) for pair in [[(0, 1), (2, 3)][g % 2]]])
    assert rate(results, 1500).components == [[0, 1], [2, 3]]
    fixed = rate(results, 1500, {0: 1500, 2: 1600})
    assert fixed.components == [[0, 1, 2, 3]]
    assert not np.isnan(fixed.likelihoods()[1, 3])


def test_one_sided_sets() -> None:
    """D56: a chain is three sets, a cycle is one; two components are apart; a draw joins both ways.

    Those that lost to the same stand side by side: nothing says which is the stronger."""
    chain, cycle = np.zeros((3, 3)), np.zeros((3, 3))
    chain[0, 1] = chain[1, 2] = 1
    cycle[0, 1] = cycle[1, 2] = cycle[2, 0] = 1
    assert one_sided(chain) == [[[0], [1], [2]]]
    assert one_sided(cycle) == []
    both = np.block([[cycle, np.zeros((3, 3))], [np.zeros((3, 3)), chain]])
    assert one_sided(both) == [[[3], [4], [5]]]
    assert components(both) == [[0, 1, 2], [3, 4, 5]]
    beaten = both.copy()
    beaten[0, 3] = 1
    assert one_sided(beaten) == [[[0, 1, 2], [3], [4], [5]]]
    star = np.zeros((4, 4))
    star[0, 1:] = 1
    assert one_sided(star) == [[[0], [1, 2, 3]]]
    star[1, 3] = 1
    assert one_sided(star) == [[[0], [1, 2], [3]]]
    chain[1, 0] = chain[0, 1] = 0.5
    assert one_sided(chain) == [[[0, 1], [2]]]
