"""A balanced sample of mixed line-ups."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.pairing.line_ups import LineUp
from arena.pairing.sample import mixed_count, sample


def loads(bots: int, line_ups: tuple[LineUp, ...]) -> list[int]:
    seats = Counter(bot for line_up in line_ups for bot in line_up)
    return [seats[bot] for bot in range(bots)]


def meetings(bots: int, line_ups: tuple[LineUp, ...]) -> list[int]:
    """Of each pair of bots, the line-ups in which both are."""
    met = Counter(pair for line_up in line_ups for pair in combinations(sorted(set(line_up)), 2))
    return [met[pair] for pair in combinations(range(bots), 2)]


def check(bots: int, seats: int, count: int) -> None:
    line_ups = sample(bots, seats, count)
    assert len(set(line_ups)) == len(line_ups) == count
    assert all(len(line_up) == seats and len(set(line_up)) > 1 for line_up in line_ups)
    assert {bot for line_up in line_ups for bot in line_up} <= set(range(bots))
    seated = loads(bots, line_ups)
    assert max(seated) - min(seated) <= 1
    if count <= comb(bots, seats):
        assert all(len(set(line_up)) == seats for line_up in line_ups)


@given(st.integers(2, 9), st.integers(2, 5), st.data())
def test_a_sample_is_balanced_at_every_size(bots: int, seats: int, data: st.DataObject) -> None:
    """No line-up twice, none of one bot, seats that differ by at most one, strangers as far as they go."""
    check(bots, seats, data.draw(st.integers(1, min(250, mixed_count(bots, seats)))))


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (2, 4), (3, 3), (4, 3), (3, 4), (5, 2)])
def test_a_sample_is_balanced_up_to_the_very_last_line_up(bots: int, seats: int) -> None:
    """Where hardly any line-up is left to choose from, too."""
    for count in range(1, mixed_count(bots, seats) + 1):
        check(bots, seats, count)


@given(st.integers(1, 6), st.integers(1, 5))
def test_mixed_line_ups_are_all_but_those_of_one_bot(bots: int, seats: int) -> None:
    """Counted without listing them."""
    listed = [one for one in combinations_with_replacement(range(bots), seats) if len(set(one)) > 1]
    assert mixed_count(bots, seats) == (len(listed) if seats > 1 else 0)


@pytest.mark.parametrize(
    ("bots", "seats", "count", "apart"),
    [
        (6, 2, 7, 1),
        (10, 4, 50, 3),
        (10, 4, 200, 3),
        (20, 4, 100, 3),
        (20, 4, 900, 4),
        (12, 3, 100, 3),
        (100, 4, 500, 3),
    ],
)
def test_pairs_meet_about_equally_often(bots: int, seats: int, count: int, apart: int) -> None:
    """Where luck alone would let some meet many times as often as others."""
    met = meetings(bots, sample(bots, seats, count))
    assert max(met) - min(met) <= apart


def test_a_sample_is_that_of_its_numbers() -> None:
    """No seed, no clock and no earlier call is in it."""
    assert sample(4, 3, 3) == sample.__wrapped__(4, 3, 3)
    assert sample(4, 2, 2) in [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]
