"""Error bars of a contest: taken over deal groups, unknown when nothing can be known, one-sided where results are."""

from __future__ import annotations

import pytest

from arena.referee.record import GameRecord
from arena.standings import Row, Standings, compute, render
from tests.standings.helpers import duels, make_record


def rows_of(records: list[GameRecord], bots: str | list[str]) -> dict[str, Row]:
    return {row.bot: row for row in compute(records, bots).rows}


def test_mirrored_deals_shrink_the_interval() -> None:
    """D52: where the deal decides, the pair of mirrored games is the unit, and says more than two loose games."""
    results = "wllw" * 18 + "ww" + "lw" * 2
    grouped = rows_of(duels("a", "b", results, per_group=2), "ab")["a"].elo_error_95
    loose = rows_of(duels("a", "b", results), "ab")["a"].elo_error_95
    assert grouped is not None
    assert loose is not None
    assert 0 < grouped < 0.65 * loose


def test_repeated_games_of_a_group_are_not_new_evidence() -> None:
    """Four copies of every game within its group leave the interval about as wide as one."""
    once = rows_of(duels("a", "b", "wwlwwlwwlwwlwwlwwl"), "ab")["a"].elo_error_95
    copied = rows_of(duels("a", "b", "".join(4 * r for r in "wwlwwlwwlwwlwwlwwl"), per_group=4), "ab")["a"].elo_error_95
    assert once is not None
    assert copied is not None
    assert copied > 0.8 * once


@pytest.mark.parametrize("games", [5, 6, 7, 8])
def test_a_clean_sweep_is_not_certain(games: int) -> None:
    """D51: after 6-0 the interval is wide and open above, and the likelihood is below the end of its scale."""
    row = rows_of(duels("a", "b", "w" * games), "ab")["a"]
    assert row.elo_error_95 is not None
    assert row.elo_error_95 > 100
    assert row.elo_high_95 is None
    assert row.elo_low_95 is not None
    assert row.elo_low_95 == pytest.approx(1500, abs=50)
    assert row.likelihood_above_next == pytest.approx(1 - 0.5**games, abs=0.003)


def test_a_sweep_is_printed_as_a_bound() -> None:
    """The table does not hide behind a symmetric interval that a 6-0 knows of no upper end."""
    text = render(compute(duels("a", "b", "w" * 6), "ab"), "text")
    assert "1753  >1514" in text
    assert "1247  <1486" in text
    assert "> or < is all that is known" in text
    assert "inf" not in text


def test_deals_that_always_split_leave_a_doubt() -> None:
    """A hundred deals, each split 1-1, do not prove equality: an unseen deal in thirty may be different."""
    rows = rows_of(duels("a", "b", "wllw" * 50, per_group=2), "ab")
    # By the rule of three up to 3 groups in 100 may go 2-0; that would be 5 Elo for each of the two.
    assert rows["a"].elo_error_95 == pytest.approx(6.7, abs=1)
    assert rows["a"].likelihood_above_next == 0.5


@pytest.mark.parametrize("groups", [1, 2, 4])
def test_few_groups_know_no_interval(groups: int) -> None:
    """However many games they have, one to four groups give no error and no likelihood, rather than 0."""
    row = rows_of(duels("a", "b", "wwl" * 8 * groups, per_group=24), "ab")["a"]
    assert row.elo_of_bot is not None
    assert row.elo_error_95 is row.elo_low_95 is row.elo_high_95 is None
    assert row.likelihood_above_next is None
    assert row.groups_to_separate_from_next is None


def test_groups_are_counted_for_each_bot() -> None:
    """A newcomer in two groups has no interval yet, while the old hands keep theirs."""
    records = [*duels("a", "b", "wllw" * 5), *duels("a", "new", "wl", first_group=50)]
    rows = rows_of(records, ["a", "b", "new"])
    assert rows["a"].elo_error_95 is not None
    assert rows["new"].elo_error_95 is None


def test_more_groups_narrow_the_interval() -> None:
    """The error falls like the square root of the number of groups."""
    few = rows_of(duels("a", "b", "wllw" * 25), "ab")["a"].elo_error_95
    many = rows_of(duels("a", "b", "wllw" * 100), "ab")["a"].elo_error_95
    assert few is not None
    assert many is not None
    assert few / many == pytest.approx(2, rel=0.2)


def first_seat_wins(games: int) -> Standings:
    """Mirrored games of a and b in which seat 0 wins three of four, whoever sits there."""
    return compute(
        [
            make_record(n, n // 2, ["a", "b"] if n % 2 else ["b", "a"], [1, 2] if n % 8 > 1 else [2, 1])
            for n in range(games)
        ],
        "ab",
    )


def test_seat_advantage_has_sign_and_interval() -> None:
    """The first seat wins three games in four, whoever sits there: +95 Elo against the mean of both seats."""
    first, second = first_seat_wins(400).seats
    assert first.won_percent == first.score_percent == 75
    assert (first.mean_place, second.mean_place) == (1.25, 1.75)
    assert first.elo_of_seat == pytest.approx(95.4, abs=2)
    assert second.elo_of_seat == pytest.approx(-95.4, abs=2)
    assert first.elo_error_95 is not None
    assert 0 < first.elo_error_95 < 40


def test_a_seat_cannot_be_told_from_the_bot_that_always_sits_there() -> None:
    """Nobody changed seats: the bots keep their ratings, the seats have none, and the table says why."""
    standings = compute([make_record(n, n, ["a", "b"], [1 + n % 4 // 3, 2 - n % 4 // 3]) for n in range(40)], "ab")
    assert [seat.elo_of_seat for seat in standings.seats] == [None, None]
    elo = {row.bot: row.elo_of_bot for row in standings.rows}
    assert elo["a"] == pytest.approx(1595, abs=5)
    assert "the bots did not change seats" in render(standings, "text")


def test_what_the_spread_comes_from() -> None:
    """The variance of points is split in percent: here it is the seat by a quarter, and the deal by its pattern."""
    (variance,) = first_seat_wins(400).variance
    parts = [variance.strength_percent, variance.seat_percent, variance.deal_percent, variance.other_percent]
    assert parts == pytest.approx([0, 25, 75, 0], abs=2)
    (fixed,) = compute([make_record(n, n, ["a", "b"], [1 + n % 2, 2 - n % 2]) for n in range(20)], "ab").variance
    assert fixed.deal_percent is None
