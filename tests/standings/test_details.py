"""What stands behind the main page: counts of deal groups, likelihoods of all pairs, draws, games needed."""

from __future__ import annotations

import json

import pytest

from arena.standings import Anchor, GroupCounts, compute, render
from tests.standings.helpers import duels, make_record


def test_deal_groups_are_counted_by_points() -> None:
    """Mirrored duels: how many groups brought 0, 1/2, 1, 3/2 and 2 points, each pair from both views."""
    standings = compute(duels("a", "b", "ww" + "wd" * 2 + "wl" * 3 + "ld" * 4 + "ll" * 5, per_group=2), "ab")
    counts = {pair.bot: pair.deal_groups_by_half_points_of_bot for pair in standings.pairs}
    assert counts["a"] == (GroupCounts(games=2, groups=(5, 4, 3, 2, 1)),)
    assert counts["b"] == (GroupCounts(games=2, groups=(1, 2, 3, 4, 5)),)


def test_incomplete_groups_are_counted_apart() -> None:
    """Half a point of one game is not half a point of two."""
    records = [*duels("a", "b", "wdwd", per_group=2), *duels("a", "b", "d", first_group=9)]
    (pair, _) = compute(records, "ab").pairs
    assert pair.deal_groups_by_half_points_of_bot == (
        GroupCounts(games=1, groups=(0, 1, 0)),
        GroupCounts(games=2, groups=(0, 0, 0, 2, 0)),
    )


def test_two_bots_show_their_groups_and_more_bots_on_demand() -> None:
    """The text has the counts of a duel always, those of a larger field with the details."""
    duel, field = duels("a", "b", "wldd", per_group=2), duels("b", "c", "wl", first_group=5, per_group=2)
    heading = "Deal groups by points"
    assert heading in render(compute(duel, "ab"), "text")
    assert heading not in render(compute([*duel, *field], "abc"), "text")
    text = render(compute([*duel, *field], "abc"), "text", details=True)
    assert heading in text
    assert "games  0  0.5  1  1.5  2" in text


def test_long_groups_fit_the_line() -> None:
    """Groups of 24 games have 49 numbers of points: neighbours share a column."""
    text = render(compute(duels("a", "b", "wl" * 60, per_group=24), "ab"), "text")
    assert "10.5-13.5" in text
    assert max(map(len, text.splitlines())) <= 120


def test_likelihoods_of_every_two_bots() -> None:
    """In JSON as a matrix in the order of rows, consistent with the rows; bots that never met are unknown."""
    records = [
        *duels("a", "b", "wwlwwdwlwwld" * 3, per_group=2),
        *duels("b", "c", "wwlwwdwlwwld" * 3, first_group=40, per_group=2),
        *duels("x", "y", "wwlwdd" * 3, first_group=80, per_group=2),
    ]
    standings = compute(records, ["a", "b", "c", "x", "y", "idle"])
    value = json.loads(render(standings, "json"))["likelihoods"]
    assert value["bots"] == [row.bot for row in standings.rows if row.rank]
    table = {
        (bot, other): cell
        for bot, row in zip(value["bots"], value["row_above_column"], strict=True)
        for other, cell in zip(value["bots"], row, strict=True)
    }
    assert table["a", "c"] > table["a", "b"] > 0.5
    assert table["a", "b"] + table["b", "a"] == pytest.approx(1, abs=1e-3)
    assert table["a", "x"] is table["y", "c"] is table["a", "a"] is None
    for row, following in zip(standings.rows, standings.rows[1:], strict=False):
        if following.rank:
            assert row.likelihood_above_next == table[row.bot, following.bot]
    text = render(standings, "text", details=True)
    assert "Likelihood that the row is stronger than the column" in text


def test_games_to_separate() -> None:
    """A range around what is seen; twice the games of one bot in a group are twice the games; the last row has none."""
    records = duels("a", "b", "wlwwdl" * 4, per_group=2)
    first, last = compute(records, "ab").rows
    assert first.groups_to_separate_from_next is not None
    assert first.groups_to_separate_low_80 is not None
    assert first.groups_to_separate_from_next > first.groups_to_separate_low_80 > 0
    assert first.groups_to_separate_high_80 is None, "they may well be equal"
    assert first.games_to_separate_from_next == 2 * first.groups_to_separate_from_next
    assert last.groups_to_separate_from_next is last.games_to_separate_from_next is None
    equal = compute(duels("a", "b", "wl" * 20), "ab").rows[0]
    assert equal.groups_to_separate_from_next is None
    assert equal.groups_to_separate_low_80 is not None, "even equals may be as far apart as the interval says"
    sure = compute(duels("a", "b", "wwlwww" * 40, per_group=2), "ab").rows[0]
    assert sure.groups_to_separate_from_next == sure.games_to_separate_from_next == 0


def test_draws_are_said_by_number_of_seats() -> None:
    """How many there were, and how many are to be expected between equals; a bot's own two seats do not count."""
    records = [
        *duels("a", "b", "wdld" * 5, per_group=2),
        *[make_record(5000 + n, 5000 + n, ["a", "b", "a"], [1, 2, 2]) for n in range(4)],
    ]
    two, three = compute(records, "ab").draws
    assert (two.seats, two.pair_results, two.draws, two.percent) == (2, 20, 10, 50)
    assert two.percent_between_equals == pytest.approx(50, abs=2)
    assert two.davidson_nu == pytest.approx(2, abs=0.2)
    assert (three.seats, three.pair_results, three.draws) == (3, 8, 4)
    text = render(compute(records, "ab"), "text")
    assert "Draws with 2 seats: 50.0 % of the pair results" in text
    assert "Draws" not in render(compute(duels("a", "b", "wl"), "ab"), "text")


def test_anchors_that_disagree_are_said() -> None:
    """Two anchors 1000 Elo apart whose games say 200: a note for each; none where they agree."""
    records = duels("a", "b", "wwwlwwlw" * 10, per_group=2)
    bent = compute(records, "ab", [Anchor("a", 2000), Anchor("b", 1000)])
    text = render(bent, "text")
    assert "The anchor a is fixed at 2000, but the results put it at" in text
    assert [anchor.disagrees for anchor in bent.anchors] == [True, True]
    straight = compute(records, "ab", [Anchor("a", 1600), Anchor("b", 1400)])
    assert [anchor.disagrees for anchor in straight.anchors] == [False, False]
    assert "but the results" not in render(straight, "text")


def test_anchors_that_never_met_cannot_disagree() -> None:
    """Each set has its anchor, and through them all can be compared."""
    records = [*duels("a", "b", "wlwwll" * 2), *duels("x", "y", "wwlwll" * 2, first_group=50)]
    standings = compute(records, "abxy", [Anchor("a", 1500), Anchor("x", 1900)])
    assert [anchor.elo_of_bot_by_results for anchor in standings.anchors] == [None, None]
    assert standings.comparable == (("a", "b", "x", "y"),)
    assert {row.bot: row.elo_of_bot for row in standings.rows}["x"] == 1900


def test_one_sided_sets_are_said() -> None:
    """All of a, b beat all of c, d: they are linked, but their distance is a lower bound."""
    results = [
        *duels("a", "b", "wldd", per_group=2),
        *duels("c", "d", "wlll", first_group=10, per_group=2),
        *duels("a", "c", "ww", first_group=20, per_group=2),
        *duels("b", "d", "ww", first_group=30, per_group=2),
    ]
    standings = compute(results, "abcd")
    assert standings.one_sided == ((("a", "b"), ("c", "d")),)
    assert len(standings.comparable) == 1
    text = render(standings, "text").replace("\n", " ")
    assert "One-sided: no bot took a point from a set to its left: a, b > c, d." in text
    assert compute(duels("a", "b", "wl"), "ab").one_sided == ()
