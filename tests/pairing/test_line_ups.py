"""Line-ups by shape, and the seatings of each: by an index what listing them would give."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.pairing.line_ups import AllOf, Listed, combination, shape_of, shapes
from arena.pairing.seatings import Seatings, arrangement, arrangements, seating, seating_count


@given(st.integers(0, 8), st.integers(0, 8))
def test_combinations_are_those_of_itertools(n: int, k: int) -> None:
    """The line-up at an index is the one that listing them all would have there."""
    assert [tuple(combination(n, k, i)) for i in range(comb(n, k))] == list(combinations(range(n), k))


def test_shapes_go_from_all_different_to_one_bot_alone() -> None:
    """Every way to divide the seats among bots, once."""
    assert list(shapes(1)) == [(1,)]
    assert list(shapes(4)) == [(1, 1, 1, 1), (1, 1, 2), (1, 3), (2, 2), (4,)]


@given(st.integers(1, 6), st.integers(1, 5))
def test_the_shapes_have_every_line_up_once(bots: int, seats: int) -> None:
    """All multisets of bots, each where its shape says."""
    there = []
    for shape in shapes(seats):
        kind = AllOf(bots, shape)
        there += [kind.line_up(i) for i in range(kind.count)]
        assert all(shape_of(line_up) == shape for line_up in there[-kind.count :] if kind.count)
    assert sorted(there) == list(combinations_with_replacement(range(bots), seats))


def test_line_ups_of_different_bots_come_in_the_order_of_combinations() -> None:
    """So do those of a round robin; a list gives what is in it."""
    kind = AllOf(5, (1, 1, 1))
    listed = Listed(tuple(combinations(range(5), 3)))
    assert [kind.line_up(i) for i in range(kind.count)] == [listed.line_up(i) for i in range(listed.count)]


@given(st.lists(st.integers(0, 3), max_size=6))
def test_arrangements_are_the_different_permutations(items: list[int]) -> None:
    """In the order of their sorted list; equal items give no second one."""
    listed = sorted(set(permutations(items)))
    assert arrangements(items) == len(listed)
    assert [arrangement(items, i) for i in range(len(listed))] == listed


@given(st.integers(0, 6))
def test_permutations_are_those_of_itertools(n: int) -> None:
    """Of different items all orders, the given one first."""
    assert [arrangement(range(n), i) for i in range(factorial(n))] == list(permutations(range(n)))


@pytest.mark.parametrize(
    ("line_up", "seatings", "each"),
    [
        ("AAB", "rotations", ["AAB", "ABA", "BAA"]),
        ("AAA", "rotations", ["AAA"]),
        ("ABAB", "rotations", ["ABAB", "BABA"]),
        ("ABC", "rotations", ["ABC", "BCA", "CAB"]),
        ("AAB", "permutations", ["AAB", "ABA", "BAA"]),
        ("AABB", "permutations", ["AABB", "ABAB", "ABBA", "BAAB", "BABA", "BBAA"]),
        ("AAA", "permutations", ["AAA"]),
        ("AAB", "fixed", ["AAB"]),
    ],
)
def test_seatings_that_look_the_same_are_one(line_up: str, seatings: Seatings, each: list[str]) -> None:
    """D45: every different seating once, turned one way."""
    bots = tuple(map(ord, line_up))
    found = [seating(seatings, bots, i) for i in range(seating_count(seatings, bots))]
    assert ["".join(map(chr, seats)) for seats in found] == each


@given(st.integers(1, 5), st.integers(1, 5), st.sampled_from(("rotations", "permutations")))
def test_every_bot_of_a_line_up_sits_equally_often_in_every_seat(bots: int, seats: int, seatings: Seatings) -> None:
    """And all line-ups of a shape have equally many seatings."""
    for shape in shapes(seats):
        kind = AllOf(bots, shape)
        sizes = set()
        for line_up in map(kind.line_up, range(kind.count)):
            sizes.add(seating_count(seatings, line_up))
            each = [seating(seatings, line_up, i) for i in range(seating_count(seatings, line_up))]
            assert len(set(each)) == len(each)
            for seat in range(seats):
                sat = [one[seat] for one in each]
                assert all(sat.count(bot) * seats == line_up.count(bot) * len(each) for bot in line_up)
        assert len(sizes) == (1 if kind.count else 0)
