"""The mix against which nobody takes more than half, and the ranking that copies do not move."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.statistics.arrays import Floats
from arena.statistics.mixes import strongest_mix

CIRCLE = np.array([[0.0, 0.2, -0.2], [-0.2, 0.0, 0.2], [0.2, -0.2, 0.0]])


def with_copies(margin: Floats, bot: int, copies: int) -> Floats:
    """The same with so many more of one bot, at the end; copies draw with each other."""
    which = [*range(len(margin)), *[bot] * copies]
    return margin[np.ix_(which, which)]


def test_one_that_beats_all_is_the_mix() -> None:
    strengths = np.array([0.5, 2.0, 1.0])
    assert strongest_mix(np.tanh(strengths[:, None] - strengths) / 2).parts.tolist() == [0, 1, 0]


def test_rock_paper_and_scissors_share_it() -> None:
    """By what the others do to each other: whose prey is weak is needed less."""
    assert strongest_mix(CIRCLE).parts == pytest.approx([1 / 3] * 3)


@given(st.integers(0, 10_000), st.integers(1, 12))
@settings(max_examples=50, deadline=None)
def test_nobody_takes_more_than_half_from_it(seed: int, bots: int) -> None:
    """Whatever the results are; also where most are exactly level, and with copies."""
    rng = np.random.default_rng(seed)
    upper = np.triu(np.round(rng.uniform(-0.5, 0.5, (bots, bots)), 1) * (rng.random((bots, bots)) < 0.6), 1)
    margin = upper - upper.T
    mix = strongest_mix(margin)
    assert mix.parts.min() >= 0
    assert mix.parts.sum() == pytest.approx(1)
    assert (margin @ mix.parts).max() <= 1e-9
    assert (mix.scores <= margin @ mix.parts + 1e-9).all()
    copies = with_copies(margin, 0, 3)
    assert strongest_mix(copies).scores[:bots] == pytest.approx(mix.scores, abs=1e-7)


def test_eight_copies_move_nobody() -> None:
    """What each takes from the mix is the same to the last digit; the copies share what their bot had."""
    rng = np.random.default_rng(2)
    upper = np.triu(rng.uniform(-0.4, 0.4, (7, 7)), 1)
    margin = upper - upper.T
    alone = strongest_mix(margin)
    for bot in range(7):
        mix = strongest_mix(with_copies(margin, bot, 8))
        assert mix.scores[:7] == pytest.approx(alone.scores, abs=1e-9)
        assert mix.parts[[bot, *range(7, 15)]].sum() == pytest.approx(alone.parts[bot], abs=1e-9)


def test_a_hundred_bots_take_no_time_worth_speaking_of() -> None:
    """And still nobody takes more than half."""
    rng = np.random.default_rng(3)
    upper = np.triu(rng.normal(0, 0.1, (100, 100)), 1)
    margin = upper - upper.T
    assert (margin @ strongest_mix(margin).parts).max() <= 1e-9
