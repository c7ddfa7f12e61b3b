"""Error bars: honest by simulation, taken over deal groups, unknown when nothing can be known."""

from __future__ import annotations

import numpy as np
import pytest

from arena.referee.record import GameRecord
from arena.standings import Row, compute
from arena.standings.pairs import bot_points
from arena.standings.results import reduce_records
from arena.statistics.bootstrap import rate, student_975
from arena.statistics.bradley_terry import ELO, fit
from tests.standings.helpers import duels, make_record, places_of


def simulate(rng: np.random.Generator, strengths: list[float], groups: int, luck: float) -> list[GameRecord]:
    """Games of all bots over all rotations of each deal.

    A seat's performance is the strength of its bot, the luck of the deal for that seat (standard deviation `luck`),
    and a Gumbel noise: with no luck, exactly the rating model.
    """
    seats, records = len(strengths), []
    for group in range(groups):
        dealt = rng.normal(0, luck, seats)
        for turn in range(seats):
            seating = np.roll(np.arange(seats), turn)
            scores = np.array(strengths)[seating] + dealt + rng.gumbel(size=seats)
            number = group * seats + turn
            records.append(make_record(number, group, [f"bot{bot}" for bot in seating], places_of(scores.tolist())))
    return records


def rows_of(records: list[GameRecord], bots: str | list[str]) -> dict[str, Row]:
    return {row.bot: row for row in compute(records, bots).rows}


@pytest.mark.parametrize(
    ("strengths", "groups", "luck"),
    [
        ([0.0, 0.0], 30, 0.0),
        ([-0.5, 0.5], 8, 0.0),
        ([-0.5, 0.5], 60, 6.0),
        ([-0.6, -0.2, 0.2, 0.6], 30, 0.0),
        ([-0.6, -0.2, 0.2, 0.6], 60, 3.0),
    ],
)
def test_intervals_cover_the_truth(strengths: list[float], groups: int, luck: float) -> None:
    """Two and four seats, with and without luck of the deal: 95 % intervals hold the true rating in 90 % or more.

    The bound allows for the noise of 20 contests; the truth is the rating that a far longer contest gives.
    """
    names = [f"bot{bot}" for bot in range(len(strengths))]
    rng = np.random.default_rng(11)
    truth = fit(bot_points(reduce_records(simulate(rng, strengths, 1000, luck), names)).matrix())
    hits = []
    for _ in range(20):
        ratings = rate(bot_points(reduce_records(simulate(rng, strengths, groups, luck), names)), mean=0)
        for elo, error, true in zip(ratings.elo, ratings.error, (truth - truth.mean()) * ELO, strict=True):
            assert elo is not None
            assert error is not None
            hits.append(abs(elo - true) <= error)
    assert np.mean(hits) >= 0.9


def test_mirrored_deals_shrink_the_interval() -> None:
    """D52: where the deal decides, the pair of mirrored games is the unit, and says more than two loose games."""
    results = "wl" * 37 + "ww" + "lw" * 2
    grouped = rows_of(duels("a", "b", results, per_group=2), "ab")["a"].elo_error_95
    loose = rows_of(duels("a", "b", results), "ab")["a"].elo_error_95
    assert grouped is not None
    assert loose is not None
    assert 0 < grouped < loose / 2


def test_repeated_games_of_a_group_are_not_new_evidence() -> None:
    """Four copies of every game within its group leave the interval about as wide as one."""
    once = rows_of(duels("a", "b", "wwlwwlwwlwwlwwlwwl"), "ab")["a"].elo_error_95
    copied = rows_of(duels("a", "b", "".join(4 * r for r in "wwlwwlwwlwwlwwlwwl"), per_group=4), "ab")["a"].elo_error_95
    assert once is not None
    assert copied is not None
    assert copied > 0.8 * once


def test_a_clean_sweep_is_not_certain() -> None:
    """D51: after 6-0 the interval is wide and the likelihood below the end of its scale."""
    row = rows_of(duels("a", "b", "w" * 6), "ab")["a"]
    assert row.elo_error_95 is not None
    assert row.elo_error_95 > 100
    assert row.likelihood_above_next is not None
    assert 0.9 < row.likelihood_above_next < 0.999


def test_deals_that_always_split_leave_a_doubt() -> None:
    """A hundred deals, each split 1-1, do not prove equality: an unseen deal in thirty may be different."""
    rows = rows_of(duels("a", "b", "wl" * 100, per_group=2), "ab")
    # By the rule of three up to 3 groups in 100 may go 2-0; that would be 5 Elo for each of the two.
    assert rows["a"].elo_error_95 == pytest.approx(5, abs=2)
    assert rows["a"].likelihood_above_next == 0.5


@pytest.mark.parametrize("groups", [1, 2, 4])
def test_few_groups_know_no_interval(groups: int) -> None:
    """However many games they have, one to four groups give no error and no likelihood, rather than 0."""
    row = rows_of(duels("a", "b", "wwl" * 8 * groups, per_group=24), "ab")["a"]
    assert row.elo_of_bot is not None
    assert row.elo_error_95 is None
    assert row.likelihood_above_next is None


def test_groups_are_counted_for_each_bot() -> None:
    """A newcomer in two groups has no interval yet, while the old hands keep theirs."""
    records = [*duels("a", "b", "wl" * 10), *duels("a", "new", "wl", first_group=50)]
    rows = rows_of(records, ["a", "b", "new"])
    assert rows["a"].elo_error_95 is not None
    assert rows["new"].elo_error_95 is None


def test_more_groups_narrow_the_interval() -> None:
    """The error falls like the square root of the number of groups."""
    few = rows_of(duels("a", "b", "wl" * 50), "ab")["a"].elo_error_95
    many = rows_of(duels("a", "b", "wl" * 200), "ab")["a"].elo_error_95
    assert few is not None
    assert many is not None
    assert few / many == pytest.approx(2, rel=0.2)


def test_student_quantiles() -> None:
    """Against the printed table for 4, 10 and 100 degrees of freedom."""
    assert student_975(np.array([4, 10, 100])) == pytest.approx([2.776, 2.228, 1.984], rel=0.003)


def test_seat_advantage_has_sign_and_interval() -> None:
    """The first seat wins three games in four, whoever sits there: +95 Elo against the mean of both seats."""
    records = [
        make_record(n, n // 2, ["a", "b"] if n % 2 else ["b", "a"], [1, 2] if n % 4 else [2, 1]) for n in range(400)
    ]
    first, second = compute(records, "ab").seats
    assert first.won_percent == first.score_percent == 75
    assert (first.mean_place, second.mean_place) == (1.25, 1.75)
    assert first.elo_of_seat == pytest.approx(95.4, abs=2)
    assert first.elo_error_95 is not None
    assert 0 < first.elo_error_95 < 40
