"""Draws: a model beside the ratings, and what a game's points come from."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.statistics.draws import draw_likelihood, draws_between_equals, nu_of


@given(st.floats(0.001, 0.999), st.floats(0.0, 1.0))
def test_a_draw_is_nu_times_the_geometric_mean(share: float, between_equals: float) -> None:
    """Davidson's relation holds at every expected share, and no likelihood leaves 0 to 1."""
    draw = float(draw_likelihood(np.array([share]), between_equals)[0])
    win, loss = share - draw / 2, 1 - share - draw / 2
    assert min(draw, win, loss) >= -1e-9
    nu = nu_of(between_equals)
    if nu is not None and nu < 1000:
        assert draw == pytest.approx(nu * np.sqrt(max(win * loss, 0.0)), abs=1e-6)


@given(st.floats(0.0, 1.0))
def test_equals_draw_as_often_as_said(between_equals: float) -> None:
    """At an even share the likelihood is the parameter itself; the more unequal, the fewer draws."""
    likelihoods = draw_likelihood(np.array([0.5, 0.6, 0.9, 0.99]), between_equals)
    assert likelihoods[0] == pytest.approx(between_equals, abs=1e-9)
    assert (np.diff(likelihoods) <= 1e-12).all()


def test_the_estimate_expects_as_many_draws_as_there_were() -> None:
    """By hand for equals; between unequals more must be expected of equals than were seen."""
    assert draws_between_equals(np.array([0.5]), np.array([80]), 20) == pytest.approx(0.25)
    share, met = np.array([0.5, 0.9]), np.array([50, 50])
    found = draws_between_equals(share, met, 30)
    assert found > 0.3
    assert draw_likelihood(share, found) @ met == pytest.approx(30)


def test_none_and_all_drawn() -> None:
    """Both ends are finite; nu has none where all was drawn."""
    assert draws_between_equals(np.array([0.5]), np.array([728]), 0) == 0
    assert draws_between_equals(np.array([0.5]), np.array([728]), 728) == 1
    assert nu_of(1.0) is None
    assert nu_of(0.5) == pytest.approx(2)
