"""Ratings: order free, equal for equals, finite for everything, in the right direction."""

from __future__ import annotations

import math
import random
import re
from itertools import combinations, permutations

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.referee.record import GameRecord
from arena.standings import FORMATS, Anchor, compute, render
from arena.statistics.bradley_terry import ELO, fit
from tests.standings.helpers import duels, elo_of, figures, make_record, places_of

BOTS = ("ann", "bob", "cid", "dan", "eve")


@st.composite
def contests(draw: st.DrawFn) -> list[GameRecord]:
    """Games of two to four seats, of any result, in deal groups of any size; a bot may sit twice."""
    games = draw(st.lists(st.lists(st.tuples(st.sampled_from(BOTS), st.integers(0, 3)), min_size=2, max_size=4)))
    groups = draw(st.integers(1, 8))
    return [
        make_record(number, number % groups, [bot for bot, _ in game], places_of([score for _, score in game]))
        for number, game in enumerate(games)
    ]


@settings(max_examples=15, deadline=None)
@given(contests(), st.randoms(use_true_random=False))
def test_order_of_games_and_bots_does_not_matter(records: list[GameRecord], rng: random.Random) -> None:
    """The whole output is the same to the byte."""
    names = [*BOTS, "idle"]
    before = render(compute(records, names), "json")
    rng.shuffle(records)
    rng.shuffle(names)
    assert render(compute(records, names), "json") == before


@settings(max_examples=15, deadline=None)
@given(contests())
def test_every_figure_is_finite(records: list[GameRecord]) -> None:
    """No nan or inf in the value (JSON would hide them as null) nor in any format."""
    standings = compute(records, [*BOTS, "idle"])
    assert all(math.isfinite(figure) for figure in figures(msgspec.to_builtins(standings)))
    for format in FORMATS:
        words = re.findall("[a-z]+", render(standings, format, details=True).lower())
        assert not {"nan", "inf", "infinity"} & set(words)


@pytest.mark.parametrize("results", ["w" * 6, "w", "d" * 728, "w" + "d" * 726 + "l", "w" * 2000 + "l"])
def test_one_sided_and_drawn_matches_are_finite(results: str) -> None:
    """D51, D55: 6-0, 1-0, 0-728-0, 1-726-1 and a late upset."""
    standings = compute(duels("a", "b", results), ["a", "b"])
    assert all(math.isfinite(figure) for figure in figures(msgspec.to_builtins(standings)))
    gap = elo_of(standings)["a"] - elo_of(standings)["b"]
    assert (gap > 0) == (results.count("w") > results.count("l"))
    assert sum(elo_of(standings).values()) == pytest.approx(3000, abs=0.02)


@pytest.mark.parametrize("score", [0, 1, -3])
def test_a_draw_between_equals_moves_nobody(score: float) -> None:
    """D54: whatever the equal scores are."""
    records = [make_record(0, 0, ["a", "b"], places_of([score, score]))]
    assert elo_of(compute(records, ["a", "b"])) == {"a": 1500, "b": 1500}


def test_equal_bots_share_rating_and_rank_under_every_permutation() -> None:
    """D53, D50: scores 10, 5, 5, 1 on any seats give the same ratings; the tied bots share rank 2, in order of name."""
    scores = dict(zip(BOTS, [5, 10, 1, 5], strict=False))
    seen = set()
    for seating in permutations(scores):
        standings = compute([make_record(0, 0, seating, places_of([scores[bot] for bot in seating]))], seating)
        seen.add(tuple((row.rank, row.bot, row.elo_of_bot) for row in standings.rows))
    assert len(seen) == 1
    rows = seen.pop()
    assert [(rank, bot) for rank, bot, _ in rows] == [(1, "bob"), (2, "ann"), (2, "dan"), (4, "cid")]
    assert rows[1][2] == rows[2][2]


def test_a_dominance_chain_keeps_its_order() -> None:
    """D56: a beats b, b beats c, every time."""
    records = [*duels("a", "b", "w" * 9), *duels("b", "c", "w" * 9, first_group=20)]
    standings = compute(records, ["c", "b", "a"])
    assert [row.bot for row in standings.rows] == ["a", "b", "c"]
    assert len(standings.comparable) == 1


def test_groups_that_never_met_are_named() -> None:
    """D56: two disconnected groups have finite ratings, and are said not to be comparable."""
    records = [*duels("a", "b", "wwwwww"), *duels("y", "x", "wwwwww", first_group=20)]
    standings = compute(records, ["a", "b", "x", "y", "idle"])
    assert standings.comparable == (("a", "b"), ("x", "y"))
    text = render(standings, "text")
    assert "Groups not comparable" in text
    assert "a, b; x, y" in text
    likelihood = {row.bot: row.likelihood_above_next for row in standings.rows}
    assert likelihood["a"] is not None, "the next row is b, of the same set"
    assert likelihood["b"] is None, "the next row is y, whom b never met"
    assert elo_of(standings)["a"] == elo_of(standings)["y"]


@given(st.permutations(range(4)), st.lists(st.integers(1, 4), min_size=4, max_size=4))
@settings(max_examples=25, deadline=None)
def test_a_better_rank_is_never_rated_lower_between_equals(seating: list[int], scores: list[int]) -> None:
    """After one game ratings are in the order of the places, ties equal, whoever sat where."""
    elo = elo_of(compute([make_record(0, 0, [BOTS[bot] for bot in seating], places_of(scores))], BOTS[:4]))
    of_bot = {BOTS[bot]: score for bot, score in zip(seating, scores, strict=True)}
    for a, b in combinations(BOTS[:4], 2):
        assert (elo[a] > elo[b], elo[a] == elo[b]) == (of_bot[a] > of_bot[b], of_bot[a] == of_bot[b])


@given(st.lists(st.permutations(BOTS[:3]), min_size=1, max_size=10))
@settings(max_examples=15, deadline=None)
def test_more_points_against_the_same_field_never_rate_lower(finishes: list[list[str]]) -> None:
    """When all bots play all games on all seats, ratings are in the order of the mean places."""
    records = [
        make_record(6 * n + turn, n, seating, [1 + finish.index(bot) for bot in seating])
        for n, finish in enumerate(finishes)
        for turn, seating in enumerate(permutations(BOTS[:3]))
    ]
    total = {bot: sum(finish.index(bot) for finish in finishes) for bot in BOTS[:3]}
    elo = elo_of(compute(records, BOTS[:3]))
    for a, b in combinations(BOTS[:3], 2):
        assert (elo[a] > elo[b], elo[a] == elo[b]) == (total[a] < total[b], total[a] == total[b])


def test_an_anchor_fixes_its_rating_and_no_distance() -> None:
    """The anchor stands at its rating, without error; the others keep their distance to it."""
    records = [*duels("a", "b", "wwlwdw"), *duels("b", "c", "wwlwwd", first_group=20)]
    free, fixed = compute(records, "abc"), compute(records, "abc", Anchor("b", 2000))
    assert elo_of(fixed)["b"] == 2000
    for bot in "ac":
        assert elo_of(fixed)[bot] - 2000 == pytest.approx(elo_of(free)[bot] - elo_of(free)["b"], abs=0.02)
    assert {row.bot: row.elo_error_95 for row in fixed.rows}["b"] == 0
    assert "b is fixed at 2000" in render(fixed, "text")


def test_an_unknown_anchor_is_refused() -> None:
    """The error names the anchor and the bots."""
    with pytest.raises(ValueError, match="'x' is none of the bots: 'a', 'b'"):
        compute([], ["a", "b"], Anchor("x", 1500))
    with pytest.raises(ValueError, match="'a' is named twice"):
        compute([], ["a", "b"], [Anchor("a", 1500), Anchor("a", 1600)])


def test_an_anchor_without_games_waits() -> None:
    """Before the anchor has played, ratings are about the mean."""
    standings = compute(duels("a", "b", "wl"), ["a", "b", "x"], Anchor("x", 2000))
    assert standings.anchors == ()
    assert standings.mean_elo == 1500


def test_fit_agrees_with_a_match_of_two() -> None:
    """75 % of many games is 400 log10 3, about 191 Elo."""
    strengths = fit(np.array([[0.0, 75000.0], [25000.0, 0.0]]))
    assert (strengths[0] - strengths[1]) * ELO == pytest.approx(400 * math.log10(3), abs=0.1)


def test_four_seats_weigh_as_one_game() -> None:
    """The winner of tables of four is rated about as the winner of as many duels, not as of three times as many."""
    tables = [make_record(n, n, ["a", "b", "c", "d"], [1, 2, 2, 2]) for n in range(10)]
    duel = elo_of(compute(duels("a", "b", "w" * 10), ["a", "b"]))
    table = elo_of(compute(tables, ["a", "b", "c", "d"]))
    assert table["a"] - table["b"] < (duel["a"] - duel["b"]) * 1.1
