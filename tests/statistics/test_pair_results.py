"""Pair results are counted right, by cell and by deal group."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.statistics.pairs import Games, compact, pair_results
from arena.statistics.ratings import rate
from tests.statistics.simulated import duels


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), *[st.tuples(st.integers(0, 3), st.integers(1, 3))] * 3), min_size=1))
def test_counts_are_those_of_a_loop(games: list[tuple[int, tuple[int, int], tuple[int, int], tuple[int, int]]]) -> None:
    """Tallies, groups of each bot, and how groups went, against the plain way to count them."""
    group = np.array([game[0] for game in games])
    bots = np.array([[bot for bot, _ in game[1:]] for game in games])
    places = np.array([[place for _, place in game[1:]] for game in games])
    found = pair_results(4, [Games(group, bots, places)])
    wins, draws, met = Counter[tuple[int, int]](), Counter[tuple[int, int]](), defaultdict(set)
    together: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for g, *seats in games:
        for (a, place), (b, other) in combinations(seats, 2):
            if a != b:
                (wins if place != other else draws)[(a, b) if place <= other else (b, a)] += 1
                half = 1 + (other > place) - (other < place)
                together[g, min(a, b), max(a, b)].append(half if a < b else 2 - half)
                met[a].add(g)
                met[b].add(g)
    counted_wins, counted_draws = found.tallies()
    assert {pair: n for pair, n in np.ndenumerate(counted_wins) if n} == dict(wins)
    assert counted_draws.sum() == 2 * draws.total()
    assert (counted_draws == counted_draws.T).all()
    assert found.groups_of_each.tolist() == [len(met[bot]) for bot in range(4)]
    groups = Counter((a, b, len(halves), sum(halves)) for (_, a, b), halves in together.items())
    assert {tuple(row[:4]): row[4] for row in found.group_counts.tolist()} == dict(groups)
    assert found.met.sum() == 3 * len(games)
    assert found.taken.sum() == sum(
        (np.sign(b[1] - a[1]) + 1) / 2 for _, *seats in games for a, b in combinations(seats, 2)
    )


def test_groups_alike() -> None:
    """Groups have the same line-up where the same bots met equally often, whatever the seats and results."""
    results = duels([(0, 0, 1, 2), (0, 1, 0, 1), (1, 1, 0, 0), (1, 1, 0, 0), (2, 0, 1, 2), (3, 0, 2, 2), (3, 0, 2, 2)])
    assert results.line_up[0] == results.line_up[1]
    assert len(set(results.line_up[1:].tolist())) == 3
    assert results.groups_alike[results.line_up].tolist() == [2, 2, 1, 1]
    assert results.freedom_of_each.tolist() == [3, 2, 1]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 3))
def test_lots_change_nothing(seed: int, seats: int) -> None:
    """Whether games are looked at together or a few at a time, and in whatever order their groups come."""
    rng = np.random.default_rng(seed)
    group = rng.integers(0, 9, 60)
    group[group == 4] = 5
    bots, places = rng.integers(0, 4, (60, seats)), rng.integers(1, 3, (60, seats))
    games = Games(group, bots.astype(np.uint16), places.astype(np.uint8))
    whole = pair_results(4, [games])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.statistics.pairs.LOT", 7)
        by_group = games.by_group()
        lots = [by_group.group[lot].tolist() for lot in by_group.lots()]
        in_lots = pair_results(4, [games])
        assert rate(whole, 0).covariance == pytest.approx(rate(in_lots, 0).covariance, rel=1e-9, abs=1e-9)
    assert [*chain(*lots)] == sorted(group.tolist())
    assert not any({*one} & {*other} for one, other in combinations(lots, 2))
    assert len(lots) > 1
    for name in ("row", "column", "row_seat", "column_seat", "results", "line_up", "groups_of_each", "group_counts"):
        assert (getattr(whole, name) == getattr(in_lots, name)).all(), name
    assert (whole.half_points[0][whole.codes[0]] == in_lots.half_points[0][in_lots.codes[0]]).all()


def test_many_bots_are_counted_the_same() -> None:
    """Of so many that most of their cells are never seen, these are sorted out instead of counted."""
    rng = np.random.default_rng(5)
    group, bots, places = np.arange(60) // 2, rng.integers(0, 5, (60, 2)), rng.integers(1, 3, (60, 2))
    few = pair_results(5, [Games(group, bots, places)])
    many = pair_results(5000, [Games(group, bots * 999, places)])
    assert len(many.codes[0]) == len(few.codes[0])
    assert many.results.tolist() == few.results.tolist()
    assert many.row.tolist() == (few.row * 999).tolist()
    assert many.half_points[0][many.codes[0]].tolist() == few.half_points[0][few.codes[0]].tolist()
    assert [row[2:] for row in many.group_counts.tolist()] == [row[2:] for row in few.group_counts.tolist()]


def test_compact_both_ways() -> None:
    """Whether codes are counted or sorted, they are numbered the same."""
    codes = np.array([[7, 3], [7, 9_000_000_000]])
    sorted_out = compact(codes, 10**10)
    counted = compact(np.minimum(codes, 11), 12)
    assert sorted_out[0].tolist() == [3, 7, 9_000_000_000]
    assert sorted_out[1].tolist() == counted[1].tolist() == [[1, 0], [1, 2]]
    assert sorted_out[2].tolist() == counted[2].tolist() == [1, 2, 1]


def test_nothing_played() -> None:
    """No table, and bots without games."""
    results = pair_results(3, [])
    assert results.groups_of_each.tolist() == [0, 0, 0]
    assert results.group_counts.shape == (0, 5)
