"""What bots add to teams: the true effects are found, luck cancels, line-ups that tell nothing are said to."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.referee.record import GameRecord
from arena.standings import TeamRow, TeamStandings, compute, render
from tests.standings.helpers import cross_play, figures, make_record, seatings, team_record

BOTS = ("ann", "bob", "cid", "dan")
EFFECTS = {"ann": 2.0, "bob": 0.5, "cid": -0.5, "dan": -2.0}


def standings_of(records: Sequence[GameRecord], bots: Sequence[str] = BOTS) -> TeamStandings:
    return compute(records, bots, cooperative=True)


def rows_of(records: Sequence[GameRecord], bots: Sequence[str] = BOTS) -> dict[str, TeamRow]:
    return {row.bot: row for row in standings_of(records, bots).rows}


def points_of(records: Sequence[GameRecord], bots: Sequence[str] = BOTS) -> dict[str, float | None]:
    return {bot: row.points_added for bot, row in rows_of(records, bots).items()}


def true_score(deal: int, seating: tuple[str, ...]) -> float:
    """Deals differ far more than bots do."""
    return 40 + 7 * (deal % 5) + sum(EFFECTS[bot] for bot in seating)


@st.composite
def contests(draw: st.DrawFn) -> list[GameRecord]:
    """Games of one to four seats of any result and any forfeits, in deal groups of any size."""
    seat = st.tuples(st.sampled_from(BOTS), st.booleans())
    games = draw(st.lists(st.tuples(st.lists(seat, min_size=1, max_size=4), st.integers(0, 20)), max_size=30))
    groups = draw(st.integers(1, 8))
    return [
        team_record(
            number,
            number % groups,
            [bot for bot, _ in game],
            score,
            forfeited=[place for place, (_, gone) in enumerate(game) if gone and number % 3 == 0],
        )
        for number, (game, score) in enumerate(games)
    ]


@pytest.mark.parametrize(("seats", "deals"), [(2, 1), (3, 6), (4, 2)])
def test_additive_effects_are_found_exactly(seats: int, deals: int) -> None:
    """Where teams are the sums of their bots, the fit gives each its own share, whatever the luck of the deals."""
    assert points_of(cross_play(BOTS, seats, deals, true_score)) == EFFECTS


def test_two_bots_on_three_seats() -> None:
    """A A B against A B B is one step from A to B: enough to tell them apart."""
    effects = {"ann": 1.5, "bob": -1.5}
    records = cross_play(["ann", "bob"], 3, 6, lambda deal, seating: 30 + deal + sum(effects[bot] for bot in seating))
    standings = standings_of(records, ["ann", "bob"])
    assert [(row.rank, row.bot, row.points_added) for row in standings.rows] == [(1, "ann", 1.5), (2, "bob", -1.5)]
    assert standings.comparable == (("ann", "bob"),)


def test_a_sample_of_line_ups_is_enough() -> None:
    """Bots that never sit together are compared through their partners on the same deals, and luck still cancels."""
    sample = [("ann", "bob"), ("bob", "cid"), ("cid", "dan"), ("ann", "ann"), ("bob", "dan")]
    records = [
        team_record(deal * 5 + place, deal, seating, true_score(deal, seating))
        for deal in range(6)
        for place, seating in enumerate(sample)
    ]
    # Five line-ups, of which one is self-play: three differences for three unknowns.
    assert points_of(records) == EFFECTS


def test_deals_that_were_not_played_by_all_do_not_bias() -> None:
    """A bot that got the easy deals only is not better for it."""
    records = [
        record
        for record in cross_play(BOTS, 2, 10, true_score)
        if "ann" not in record.seating or record.group % 5 == 4 or record.group % 5 == 3
    ]
    assert points_of(records) == EFFECTS


def test_win_percent_added_is_the_same_fit_of_wins() -> None:
    """Every team with ann wins and no other: she adds all that there is, the others nothing among themselves."""
    records = cross_play(BOTS, 2, 6, lambda deal, seating: 20 if "ann" in seating else 0)
    added = {bot: row.win_percent_added for bot, row in rows_of(records).items()}
    assert added == {"ann": 75, "bob": -25, "cid": -25, "dan": -25}


@settings(max_examples=25, deadline=None)
@given(contests(), st.randoms(use_true_random=False))
def test_order_of_games_and_bots_does_not_matter(records: list[GameRecord], rng: random.Random) -> None:
    """The whole output is the same to the byte."""
    names = [*BOTS, "idle"]
    before = render(standings_of(records, names), "json")
    rng.shuffle(records)
    rng.shuffle(names)
    assert render(standings_of(records, names), "json") == before


@settings(max_examples=40, deadline=None)
@given(contests())
def test_every_figure_is_finite_and_sane(records: list[GameRecord]) -> None:
    """No nan or inf; errors are positive, intervals hold their figure; a rank is with a figure, and nobody is lost."""
    standings = standings_of(records, [*BOTS, "idle"])
    assert all(math.isfinite(figure) for figure in figures(msgspec.to_builtins(standings)))
    assert {row.bot for row in standings.rows} == {*BOTS, "idle"}
    for row in standings.rows:
        assert row.points_added_error_95 is None or row.points_added_error_95 > 0
        assert row.rank is None or row.points_added is not None or standings.ranked_by == "self_play_mean_score"
        for played in (row.with_strangers, row.self_play):
            assert (played.mean_score is None) == (played.games == 0)
            if played.win_percent is not None and played.win_percent_low_95 is not None:
                assert played.win_percent_high_95 is not None
                assert 0 <= played.win_percent_low_95 <= played.win_percent <= played.win_percent_high_95 <= 100
                assert played.win_percent_low_95 < played.win_percent_high_95


def test_equal_bots_share_figures_and_rank() -> None:
    """Bots that do alike in all company, noise included, have equal figures, in order of name."""
    noise = np.random.default_rng(2).normal(0, 3, (8, 3))
    effects = {"ann": -9, "bob": 1, "cid": 1, "dan": 1}
    records = cross_play(
        BOTS, 2, 8, lambda deal, seating: 30 + sum(effects[b] for b in seating) + noise[deal, seating.count("ann")]
    )
    first, second, third, last = standings_of(records).rows
    assert [row.bot for row in (first, second, third, last)] == ["bob", "cid", "dan", "ann"]
    assert [row.rank for row in (first, second, third, last)] == [1, 1, 1, 4]
    assert first.points_added == second.points_added == third.points_added
    assert first.points_added_error_95 == second.points_added_error_95 == third.points_added_error_95
    assert first.likelihood_above_next == second.likelihood_above_next == 0.5


@pytest.mark.parametrize(
    "line_ups",
    [
        pytest.param([("ann", "bob")], id="one line-up"),
        pytest.param([("ann", "bob"), ("bob", "ann")], id="one line-up, rotated"),
        pytest.param([("ann", "bob"), ("cid", "dan")], id="two pairs that nothing links"),
    ],
)
def test_line_ups_that_tell_nothing_are_not_comparable(line_ups: list[tuple[str, str]]) -> None:
    """No points, no rank, and the page says why; the games are there all the same."""
    records = [
        team_record(deal * 2 + place, deal, seating, 5 * place + deal)
        for deal in range(6)
        for place, seating in enumerate(line_ups)
    ]
    standings = standings_of(records)
    assert standings.comparable == ()
    assert set(standings.not_comparable) == {name for seating in line_ups for name in seating}
    for row in standings.rows:
        assert (row.rank, row.points_added, row.win_percent_added, row.likelihood_above_next) == (None,) * 4
    assert "Not comparable" in render(standings, "text")
    assert sum(row.with_strangers.games for row in standings.rows) == 2 * len(records)


def test_line_ups_on_different_deals_are_not_comparable() -> None:
    """A line-up that had every deal to itself may have been lucky."""
    records = [team_record(n, n, seating, n) for n, seating in enumerate(seatings(BOTS, 2, self_play=False))]
    assert standings_of(records).comparable == ()


def test_sets_that_no_line_up_links_have_no_common_rank() -> None:
    """Within each of two sets the bots are compared, between them they are not."""
    left, right = ("ann", "bob", "cid"), ("x", "y", "z")
    effects = {"ann": 1, "bob": 0, "cid": -1, "x": 4, "y": 0, "z": -4}
    records = [
        team_record(deal * 12 + place, deal, seating, 20 + sum(effects[bot] for bot in seating))
        for deal in range(12)
        for place, seating in enumerate(seatings(left if deal % 2 else right, 2, self_play=False))
    ]
    standings = standings_of(records, [*left, *right])
    assert standings.comparable == (left, right)
    assert points_of(records, [*left, *right]) == effects
    assert all(row.rank is None for row in standings.rows)
    assert [row.bot for row in standings.rows][:2] == ["x", "ann"]
    assert standings.rows[0].likelihood_above_next is None
    assert "No ranks: no line-ups link these sets of bots" in render(standings, "text")


def test_self_play_alone_ranks_by_its_mean_score() -> None:
    """No game with strangers: nothing is added to anybody, and the mean score of self-play ranks."""
    records = [
        team_record(deal * 4 + place, deal, (bot,) * 3, true_score(deal, (bot,) * 3) + (deal + place) % 2)
        for deal in range(8)
        for place, bot in enumerate(BOTS)
    ]
    standings = standings_of(records, [*BOTS, "idle"])
    assert standings.ranked_by == "self_play_mean_score"
    assert (standings.games_with_strangers, standings.self_play_games) == (0, 32)
    assert [(row.rank, row.bot) for row in standings.rows] == [
        (1, "ann"), (2, "bob"), (3, "cid"), (4, "dan"), (None, "idle"),
    ]  # fmt: skip
    top = standings.rows[0]
    assert top.points_added is None
    assert top.with_strangers.mean_score is None
    # The deals differ far more than the bots do, but all bots had the same deals.
    assert top.self_play.mean_score_error_95 is not None
    assert top.self_play.mean_score_error_95 > 4
    assert top.likelihood_above_next is not None
    assert top.likelihood_above_next > 0.99
    assert "Ranked by the mean score of self-play" in render(standings, "text")


def test_one_bot_alone() -> None:
    """A contest of one bot on one seat has its mean score, and rank 1."""
    standings = standings_of([team_record(n, n, ["ann"], n) for n in range(6)], ["ann"])
    row = standings.rows[0]
    assert (row.rank, row.self_play.games, row.self_play.mean_score) == (1, 6, 2.5)


def test_games_of_several_numbers_of_seats() -> None:
    """They are different deals, and tell of the same bots."""
    two, three = cross_play(BOTS, 2, 3, true_score), cross_play(BOTS, 3, 3, lambda deal, s: true_score(deal, s) + 9)
    both = [*two, *(msgspec.structs.replace(record, number=record.number + 1000) for record in three)]
    assert points_of(both) == EFFECTS


def test_a_result_of_the_other_kind_is_refused() -> None:
    """The error names the game: places in a cooperative contest, a team's result between opponents."""
    with pytest.raises(ValueError, match="game 3 cannot be the result of a cooperative game: it is a Ranking"):
        standings_of([make_record(3, 0, ["ann", "bob"], [1, 2])])
    with pytest.raises(ValueError, match="game 4 cannot be the result of a game between opponents: it is a TeamResult"):
        compute([team_record(4, 0, ["ann", "bob"], 5)], BOTS)


def test_a_cooperative_contest_has_no_anchor() -> None:
    """There is no Elo that could be fixed."""
    from arena.standings import Anchor

    cooperative = bool(BOTS)
    with pytest.raises(ValueError, match="'ann' cannot be its anchor"):
        compute([], BOTS, Anchor("ann", 1500), cooperative=cooperative)
