"""Error bars of team figures: honest by simulation, never of no width, unknown where nothing can be known."""

from __future__ import annotations

from collections import defaultdict
from math import sqrt

import numpy as np
import pytest

from arena.standings import TeamRow, compute
from arena.standings.results import Results, Teams
from arena.standings.spread import mean_spread
from arena.standings.team_report import rank_teams
from arena.statistics.arrays import Floats
from arena.store.tally import Tally
from tests.standings.helpers import cross_play, seatings, team_record

BOTS = ("ann", "bob", "cid", "dan")
EFFECTS = np.array([1.5, 0.5, -0.5, -1.5])


def simulate(rng: np.random.Generator, deals: int, luck: float, noise: float, line: float) -> tuple[TeamRow, ...]:
    """Cross-play on three seats; a score is 10, plus the luck of the deal, the bots' effects and a noise; it wins from
    `line` on. A tenth of dan's games is forfeited."""
    plan = np.array([[BOTS.index(bot) for bot in seating] for seating in seatings(BOTS, 3)])
    bots, group = np.tile(plan, (deals, 1)), np.repeat(np.arange(deals), len(plan))
    score = 10 + rng.normal(0, luck, deals)[group] + EFFECTS[bots].sum(axis=1) + rng.normal(0, noise, len(bots))
    forfeited = (bots == 3) & (rng.random(bots.shape) < 0.1)
    teams = Teams(group, bots, forfeited, (score > line).astype(np.float64), score)
    tallies, games = (Tally(),) * len(BOTS), np.ones(len(BOTS), dtype=np.int64)
    results = Results(BOTS, tallies, games, 0 * games, 0 * games, (), teams, len(bots), (), (), deals, deals)
    rows = rank_teams(results).rows
    return tuple(sorted(rows, key=lambda row: row.bot))


def intervals(row: TeamRow) -> dict[str, tuple[float | None, float | None, float | None]]:
    """Figure, low and high end by name."""

    def around(value: float | None, error: float | None) -> tuple[float | None, float | None, float | None]:
        return (value, None, None) if value is None or error is None else (value, value - error, value + error)

    strangers, alone = row.with_strangers, row.self_play
    return {
        "points": around(row.points_added, row.points_added_error_95),
        "chance": around(row.win_percent_added, row.win_percent_added_error_95),
        "score": around(strangers.mean_score, strangers.mean_score_error_95),
        "alone": around(alone.mean_score, alone.mean_score_error_95),
        "won": (strangers.win_percent, strangers.win_percent_low_95, strangers.win_percent_high_95),
        "won alone": (alone.win_percent, alone.win_percent_low_95, alone.win_percent_high_95),
    }


@pytest.mark.parametrize(
    ("deals", "luck", "noise", "line"), [(6, 3.0, 1.0, 11.0), (20, 0.5, 3.0, 11.0), (20, 2.0, 2.0, 15.0)]
)
def test_intervals_cover_the_truth(deals: int, luck: float, noise: float, line: float) -> None:
    """With much and little luck of the deal, and rare wins: 95 % intervals hold the true figure in 90 % or more.

    The bound allows for the noise of 60 contests; the truth is what a far longer contest gives.
    """
    rng = np.random.default_rng(3)
    truth = [intervals(row) for row in simulate(rng, 4000, luck, noise, line)]
    hits: dict[str, list[bool]] = defaultdict(list)
    for _ in range(60):
        for row, true in zip(simulate(rng, deals, luck, noise, line), truth, strict=True):
            for name, (_, low, high) in intervals(row).items():
                value = true[name][0]
                assert value is not None
                assert low is not None
                assert high is not None
                hits[name].append(low <= value <= high)
    assert {name: np.mean(hit) >= 0.9 for name, hit in hits.items()} == dict.fromkeys(hits, True)
    # Not by being wide: what Student's interval promises of normal scores is held closely.
    assert np.mean(hits["points"]) <= 0.99


def test_luck_of_the_deal_does_not_widen_what_is_added() -> None:
    """All line-ups had the same deals, so their luck cancels; it stays in the mean score."""
    rng = np.random.default_rng(1)
    calm, wild = simulate(rng, 12, 0.1, 1.0, 11), simulate(rng, 12, 10.0, 1.0, 11)
    assert calm[0].points_added_error_95 is not None
    assert wild[0].points_added_error_95 is not None
    assert wild[0].points_added_error_95 < 2 * calm[0].points_added_error_95
    assert calm[0].with_strangers.mean_score_error_95 is not None
    assert wild[0].with_strangers.mean_score_error_95 is not None
    assert wild[0].with_strangers.mean_score_error_95 > 5 * calm[0].with_strangers.mean_score_error_95


def contest(deals: int, *scores: float) -> dict[str, TeamRow]:
    """Cross-play on two seats in which a deal's games all bring the same: the scores in turn."""
    records = cross_play(BOTS, 2, deals, lambda deal, seating: scores[deal % len(scores)])
    return {row.bot: row for row in compute(records, BOTS, cooperative=True).rows}


@pytest.mark.parametrize("deals", [1, 2, 4])
def test_few_deals_know_no_interval(deals: int) -> None:
    """However many games they have, one to four deals give no error, no interval, no likelihood."""
    row = contest(deals, 5, 15)["ann"]
    assert row.points_added == 0
    assert row.points_added_error_95 is row.win_percent_added_error_95 is row.likelihood_above_next is None
    assert row.with_strangers.win_percent_low_95 is row.with_strangers.mean_score_error_95 is None


def test_deals_that_agree_leave_a_doubt() -> None:
    """On 40 deals all line-ups did alike; by the rule of three, 3 in 40 and more may move a figure by its stake."""
    row = contest(40, 5, 15)["ann"]
    assert row.points_added == row.win_percent_added == 0
    # The scores 5 and 15 have the standard deviation 5; a chance may move by half.
    assert row.points_added_error_95 == pytest.approx(5 * 3.5 / 40, rel=0.05)
    assert row.win_percent_added_error_95 == pytest.approx(50 * 3.5 / 40, rel=0.05)
    assert row.likelihood_above_next == 0.5


@pytest.mark.parametrize(("score", "percent"), [(15, 100), (5, 0)])
def test_a_clean_sweep_is_not_certain(score: float, percent: float) -> None:
    """After 30 deals all won or all lost the interval of won % is Wilson's for 30 games, not for 210."""
    played = contest(30, score)["ann"].with_strangers
    assert played.win_percent == percent
    low, high = sorted([percent, 100 * abs(percent / 100 - 4.18 / 34.18)])
    assert played.win_percent_low_95 == pytest.approx(low, abs=0.1)
    assert played.win_percent_high_95 == pytest.approx(high, abs=0.1)


def test_scores_that_never_differ_tell_no_error() -> None:
    """Nothing says how far scores can differ: the error is unknown, and 0 is never claimed; chances have a stake."""
    row = contest(30, 0)["ann"]
    assert (row.points_added, row.points_added_error_95) == (0, None)
    assert (row.with_strangers.mean_score, row.with_strangers.mean_score_error_95) == (0, None)
    assert row.win_percent_added_error_95 == pytest.approx(50 * 3.6 / 30, rel=0.05)


def test_rare_wins_may_come_by_the_deal() -> None:
    """One win in 30 deals of 12 games: the next lucky deal may win them all, so the interval goes far above 0.3 %."""
    records = cross_play(BOTS, 2, 30, lambda deal, seating: 20 if (deal, seating) == (7, ("ann", "bob")) else deal % 5)
    row = {row.bot: row for row in compute(records, BOTS, cooperative=True).rows}["ann"]
    high = row.with_strangers.win_percent_high_95
    assert high is not None
    assert high > 8
    assert row.win_percent_added_error_95 is not None
    assert row.win_percent_added_error_95 > 2.5


def means(results: Floats, per_deal: int) -> tuple[float | None, tuple[float, float] | None]:
    """The error of one bot's mean, and its interval as a share."""
    deal = np.repeat(np.arange(len(results) // per_deal), per_deal)
    found = mean_spread(deal, np.zeros(len(results), dtype=np.int64), results, 1, 0.5)
    return found.error(0), found.share_interval(0)


@pytest.mark.parametrize("deals", [160, 300])
def test_one_deal_in_fifty_holds_the_truth(deals: int) -> None:
    """All deals are split but for one in fifty: the error of the mean holds its truth."""
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(600):
        won = np.where(rng.random(deals) < 0.02, 1.0, 0.0)
        deal, results = np.repeat(np.arange(deals), 2), np.stack([np.ones(deals), won], axis=1).ravel()
        found = mean_spread(deal, np.zeros(2 * deals, dtype=np.int64), results, 1, 0.5)
        inside += abs(float(found.value[0]) - 0.51) <= (found.error(0) or 0.0)
        low, high = found.share_interval(0) or (0.0, 0.0)
        assert low < found.value[0] < high
        assert high - low < 0.12
    assert inside / 600 >= 0.93


def test_one_game_a_deal_is_the_textbook() -> None:
    """The error is Student's, but for the imagined deal; the share's interval is Wilson's for one game less."""
    results = np.array([1.0, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1])
    error, interval = means(results, 1)
    standard = results.std(ddof=1) / sqrt(12)
    # What is imagined: half a deal like those that were seen, and one and a half of a stake, as 9 of 12 went alike.
    effective = (results - 0.75).var() ** 2 * 12 / ((results - 0.75) ** 4).mean()
    imagined = 0.5 / effective + 3 * 0.5 * 0.25 / 12 / results.var()
    assert error == pytest.approx(2.201 * standard * sqrt(1 + imagined), rel=0.003)
    assert interval is not None
    share, games, square = 0.75, 11, 2.201**2
    centre = (share * games + square / 2) / (games + square)
    half = sqrt(square * (games * share * (1 - share) + square / 4)) / (games + square)
    assert interval == pytest.approx((centre - half, centre + half), abs=0.005)


def test_repeated_games_of_a_deal_are_not_new_evidence() -> None:
    """Four copies of every game within its deal leave both intervals as they were."""
    results = np.array([1.0, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1])
    once, copied = means(results, 1), means(np.repeat(results, 4), 4)
    assert copied[0] == pytest.approx(once[0])
    assert copied[1] == pytest.approx(once[1])


def test_a_newcomer_has_no_interval_yet() -> None:
    """Deals are counted for each bot."""
    records = cross_play(BOTS[:3], 2, 8, lambda deal, seating: 10 + deal)
    late = [team_record(900 + n, n, ["ann", "new"], 10) for n in range(3)]
    rows = {row.bot: row for row in compute([*records, *late], [*BOTS, "new"], cooperative=True).rows}
    assert rows["ann"].points_added_error_95 is not None
    assert rows["new"].points_added is not None
    assert rows["new"].points_added_error_95 is None
    assert rows["new"].with_strangers.win_percent_low_95 is None
