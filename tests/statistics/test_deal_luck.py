"""What a game's points come from, where it is known."""

from __future__ import annotations

import numpy as np
import pytest

from arena.statistics.deal_luck import Components, _sample, variance_components
from arena.statistics.pairs import Games, pair_results
from arena.statistics.ratings import rate
from tests.statistics.simulated import contest


def mirrored(of_bot: float, of_seat: float, of_deal: float, groups: int = 4000) -> Components:
    """Mirrored duels: bot 0, seat 0, and seat 0 by every other deal, each wins by so much more than half."""
    rng = np.random.default_rng(6)
    group = np.repeat(np.arange(groups), 2)
    first = np.tile([0, 1], groups)
    luck = np.repeat(rng.choice([-1, 1], groups), 2)
    won = rng.random(2 * groups) < 0.5 + of_bot * (1 - 2 * first) + of_seat + of_deal * luck
    games = Games(group, np.stack([first, 1 - first], axis=1), np.stack([2 - won, 1 + won], axis=1))
    parts = variance_components(rate(pair_results(2, [games]), 0), 0)
    assert parts is not None
    return parts


@pytest.mark.parametrize(
    ("of_bot", "of_seat", "of_deal"), [(0.3, 0, 0), (0, 0.3, 0), (0, 0, 0.4), (0.1, 0.15, 0.2), (0, 0, 0)]
)
def test_parts_are_the_squares_of_the_effects(of_bot: float, of_seat: float, of_deal: float) -> None:
    """Each effect moves a point's chance by so much to either side; all in all a point's variance is a quarter."""
    parts = mirrored(of_bot, of_seat, of_deal)
    assert parts.total == pytest.approx(0.25, abs=0.005)
    assert (parts.strength, parts.seat) == pytest.approx((of_bot**2, of_seat**2), abs=0.006)
    assert parts.deal == pytest.approx(of_deal**2, abs=0.01)


@pytest.mark.parametrize("few", [2, 100], ids=["many groups", "few groups"])
def test_a_sample_says_the_same(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more games than are looked at some of each group, or some of the groups: the parts stay what they are."""
    rng = np.random.default_rng(7)
    group = np.repeat(np.arange(600), 120)
    bots = np.array([rng.permutation(3)[:2] for _ in group])
    luck = rng.choice([-0.3, 0.3], 600)[group]
    won = rng.random(len(group)) < 0.5 + 0.1 * (bots[:, 1] - bots[:, 0]) + luck
    ratings = rate(pair_results(3, [Games(group, bots, np.stack([2 - won, 1 + won], axis=1))]), 0)
    monkeypatch.setattr("arena.statistics.deal_luck.LARGEST_SAMPLE", 10**9)
    whole = variance_components(ratings, 0)
    monkeypatch.setattr("arena.statistics.deal_luck.LARGEST_SAMPLE", 20_000)
    monkeypatch.setattr("arena.statistics.deal_luck.FEW", few)
    kept = len(_sample(ratings.results.tables[0]).group)
    sample = variance_components(ratings, 0)
    assert whole is not None
    assert sample is not None
    assert 15_000 < kept <= 21_000
    assert (sample.strength, sample.deal) == pytest.approx((whole.strength, whole.deal), abs=0.01)
    assert whole.deal == pytest.approx(0.09, abs=0.01)


def test_few_games_show_no_strength_that_is_not_there() -> None:
    """Ten equal bots over 45 deals: the differences of their ratings are noise, and are not called strength."""
    found = []
    for seed in range(12):
        parts = variance_components(rate(contest(np.random.default_rng(seed), [0.0] * 10, 2, 45), 0), 0)
        assert parts is not None
        found.append(parts.strength / parts.total)
    # The ratings differ by far more.
    assert np.mean(found) < 0.06


def test_fixed_seatings_tell_no_luck() -> None:
    """Where the same bot has the same seat in all games of a deal, luck of the deal is not to be told from it."""
    group = np.repeat(np.arange(50), 2)
    first = np.repeat(np.arange(50) % 2, 2)
    won = np.random.default_rng(1).random(100) < 0.6
    games = Games(group, np.stack([first, 1 - first], axis=1), np.stack([2 - won, 1 + won], axis=1))
    parts = variance_components(rate(pair_results(2, [games]), 0), 0)
    assert parts is not None
    assert parts.deal is None
    assert parts.rest > 0


def test_four_seats() -> None:
    """Luck of the deal grows with its spread, and the parts add up to the variance of points."""
    rng = np.random.default_rng(9)
    shares = []
    for luck in (0.0, 1.0, 4.0):
        parts = variance_components(rate(contest(rng, (-0.5, 0, 0.2, 0.3), 4, 800, luck=luck), 0), 0)
        assert parts is not None
        assert parts.deal is not None
        shares.append(parts.deal / parts.total)
        # Places 1 to 4 are worth 1, 2/3, 1/3 and 0.
        assert parts.total == pytest.approx(5 / 36, abs=0.002)
    assert shares[0] < 0.02
    assert shares[0] < shares[1] < shares[2]
    assert shares[2] > 0.6


def test_a_sample_is_enough() -> None:
    """Of more deal groups than are looked at, evenly spaced ones say about the same."""
    results = contest(np.random.default_rng(3), (-0.3, 0.0, 0.3), 2, 3000, luck=2.0)
    whole = variance_components(rate(results, 0), 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.statistics.deal_luck.LARGEST_SAMPLE", 1000)
        part = variance_components(rate(results, 0), 0)
    assert whole is not None
    assert part is not None
    assert part.deal == pytest.approx(whole.deal, abs=0.03)


def test_nothing_but_draws_has_no_spread() -> None:
    """Where all points are equal there is nothing to split."""
    games = Games(np.arange(10), np.array([[0, 1], [1, 0]] * 5), np.ones((10, 2), dtype=np.int64))
    assert variance_components(rate(pair_results(2, [games]), 0), 0) is None
