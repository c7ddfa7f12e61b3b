"""Tails of scores, held against exact ones."""

from __future__ import annotations

from math import comb
from statistics import NormalDist

import numpy as np
import pytest

from arena.statistics.score_tail import ScoreTail


def deviate(games: int, chance: float, won: int, effect: float = 1.0) -> float:
    """That of so many games won, of games with that chance."""
    tail = ScoreTail(np.array([float(games)]), np.array([chance]), np.array([1.0]), effect, lambda tilt: 0.0)
    return tail.deviate(won - games * chance)


@pytest.mark.parametrize(("games", "chance"), [(10, 0.5), (20, 0.5), (50, 0.1), (300, 0.01), (300, 0.99)])
def test_one_kind_of_games_is_binomial(games: int, chance: float) -> None:
    """As far out or farther, of a coin and of what is rare: the exact tail, to 0.1 standard errors and 4 %."""
    likely = [comb(games, won) * chance**won * (1 - chance) ** (games - won) for won in range(games + 1)]
    for won in range(games + 1):
        above, below = sum(likely[won:]), sum(likely[: won + 1])
        if min(above, below) > 1e-6:
            exact = -NormalDist().inv_cdf(above) if above < 0.5 else max(NormalDist().inv_cdf(below), -9.0)
            expected = exact if min(above, below) < 0.5 else 0.0
            assert deviate(games, chance, won) == pytest.approx(expected, rel=0.04, abs=0.01)


def test_games_that_go_together_are_so_many_fewer() -> None:
    """Twenty pairs of games that end alike are twenty games, of which the half step of a single game is taken off."""
    assert deviate(20, 0.5, 15) < deviate(40, 0.5, 30, effect=2.0) < deviate(20, 0.5, 15) + 0.15


@pytest.mark.parametrize("smaller", [2, 3])
def test_smaller_jumps_make_the_steps(smaller: int) -> None:
    """Rare upsets, some of which move the score by a part of what the others do: the exact tail, in steps of that."""
    games, jumps = np.full(4, 100.0), np.array([1.0, -1.0, 1 / smaller, -1 / smaller])
    tail = ScoreTail(games, np.full(4, 0.02), jumps, 1.0, lambda tilt: 0.0)
    binomial = np.array([comb(100, made) * 0.02**made * 0.98 ** (100 - made) for made in range(12)])
    large = np.zeros(11 * smaller + 1)
    large[::smaller] = binomial
    likely = np.ones(1)
    for one in (large, large[::-1], binomial, binomial[::-1]):
        likely = np.convolve(likely, one)
    middle = len(likely) // 2
    for steps in range(smaller * 2, smaller * 8):
        exact = -NormalDist().inv_cdf(float(likely[middle + steps :].sum()))
        assert tail.deviate(steps / smaller) == pytest.approx(exact, abs=0.03)


def test_jumps_of_many_sizes_take_nothing_off() -> None:
    """The sum of games that move it by different jumps is as often above as below; no half of a jump is lost."""
    jumps = np.random.default_rng(1).uniform(0.2, 2.0, 60)
    tail = ScoreTail(np.ones(60), np.full(60, 0.5), jumps, 1.0, lambda tilt: 0.0)
    spread = float(np.sqrt((jumps**2).sum()) / 2)
    assert tail.deviate(2 * spread) == pytest.approx(2.0, abs=0.05)
    assert tail.deviate(-2 * spread) == pytest.approx(-2.0, abs=0.05)


def test_nothing_rare_that_did_not_happen_says_anything() -> None:
    """A game in a hundred, of three: none is what was to be expected, and no more."""
    assert deviate(3, 0.01, 0) == 0.0
