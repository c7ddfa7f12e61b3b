"""Line-ups that together are worth most: whole numbers in, whole numbers out."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairing.company import MOST_WORTH, RESTS, seated
from arena.statistics.arrays import Ints


def worths(bots: int, rng: Random) -> Ints:
    worth = np.zeros((bots, bots), dtype=np.int64)
    for one, other in combinations(range(bots), 2):
        worth[one, other] = worth[other, one] = rng.randrange(MOST_WORTH + 1)
    return worth


def total(tables: Ints, worth: Ints) -> int:
    return sum(int(worth[pair]) for table in tables.tolist() for pair in combinations(table, 2))


def some_needs(bots: int, seats: int, rng: Random) -> Ints:
    """Of whole line-ups, and nobody needs more than there are."""
    while True:
        needs = np.array([rng.choice([1, 1, 1, 2, 4]) for _ in range(bots)])
        if needs.sum() % seats == 0 and needs.max() * seats <= needs.sum():
            return needs


@given(bots=st.integers(2, 24), seats=st.integers(2, 4), seed=st.integers(0, 999))
@settings(max_examples=60, deadline=None)
def test_everybody_sits_as_often_as_it_needs_and_never_with_itself(bots: int, seats: int, seed: int) -> None:
    rng = Random(seed)
    bots = max(bots, seats)
    needs = some_needs(bots, seats, rng)
    tables = seated(worths(bots, rng), needs, np.array(rng.sample(range(bots), bots)), seats)
    assert np.bincount(tables.reshape(-1), minlength=bots).tolist() == needs.tolist()
    assert all(len(set(table)) == seats for table in tables.tolist())


@given(seats=st.integers(2, 4), seed=st.integers(0, 999))
@settings(max_examples=25, deadline=None)
def test_no_exchange_of_two_seats_is_worth_more(seats: int, seed: int) -> None:
    rng = Random(seed)
    worth = worths(4 * seats, rng)
    tables = seated(worth, np.ones(4 * seats, dtype=np.int64), np.arange(4 * seats), seats)
    whole = total(tables, worth)
    for one, other in combinations(range(tables.size), 2):
        exchanged = tables.copy().reshape(-1)
        exchanged[[one, other]] = exchanged[[other, one]]
        assert total(exchanged.reshape(tables.shape), worth) <= whole


@given(seed=st.integers(0, 999))
@settings(max_examples=25, deadline=None)
def test_two_newcomers_do_not_meet_twice_in_a_stage(seed: int) -> None:
    """Of four line-ups each, however much their meeting is worth: in a field of twelve others are enough."""
    rng = Random(seed)
    worth = worths(12, rng)
    worth[0, 1] = worth[1, 0] = MOST_WORTH
    needs = np.array([4, 4, *[1] * 10])
    tables = seated(worth, needs, np.arange(12), 2)
    assert len(set(map(frozenset, tables.tolist()))) == len(tables)


@pytest.mark.parametrize("bots", [4, 6, 8, 12, 30])
def test_a_pair_that_rests_does_not_meet_while_each_rests_from_less_than_half(bots: int) -> None:
    """However much more its meeting would be worth: a chain of bots that rest from their neighbours."""
    for seed in range(20):
        rng = Random(seed)
        worth = worths(bots, rng)
        resting = {(one, (one + 1) % bots) for one in range(0, bots, 2 if bots < 6 else 1)}
        for one, other in resting:
            worth[one, other] = worth[other, one] = MOST_WORTH - RESTS
        names = rng.sample(range(bots), bots)
        met = {tuple(sorted(t)) for t in seated(worth, np.ones(bots, dtype=np.int64), np.array(names), 2).tolist()}
        assert not met & {(min(pair), max(pair)) for pair in resting}


def test_one_bot_that_needs_every_line_up_is_in_all_of_them() -> None:
    tables = seated(worths(5, Random(1)), np.array([1, 4, 1, 1, 1]), np.arange(5), 2)
    assert sorted(tuple(sorted(table)) for table in tables.tolist()) == [(0, 1), (1, 2), (1, 3), (1, 4)]
