"""Who stands where: sets that never met, newcomers, the order by what a bot has at least."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from arena.referee.record import GameRecord
from arena.standings import Standings, compute, rank_opponents, render
from arena.standings.results import reduce_ledger
from arena.statistics.reference import ESTABLISHED_GROUPS
from arena.store.ledger import Ledger
from tests.standings.helpers import duels, elo_of


def league() -> list[GameRecord]:
    """Three bots with 40 deal groups each."""
    return [
        *duels("a", "b", "wwlwwl" * 7, per_group=2),
        *duels("b", "c", "wwlwdl" * 7, first_group=100, per_group=2),
        *duels("a", "c", "wwwlwd" * 7, first_group=200, per_group=2),
    ]


def by_lower_bound(records: list[GameRecord], bots: str) -> Standings:
    return rank_opponents(reduce_ledger(Ledger.of(records), bots), ordered_by="lower bound")


def test_each_set_that_never_met_is_numbered_by_itself() -> None:
    """The best of either set is first, whatever their ratings are, and sets follow each other, the larger first."""
    records = [*league(), *duels("x", "y", "wwww" * 8, first_group=300, per_group=2)]
    standings = compute(records, "abcxy")
    assert [(row.bot, row.rank) for row in standings.rows] == [("a", 1), ("b", 2), ("c", 3), ("x", 1), ("y", 2)]
    assert all(row.rank_worst_95 is not None and row.rank_worst_95 <= 3 for row in standings.rows)
    lines = [line.split() for line in render(standings, "text").splitlines()]
    assert ["set", "#", "ranks", "bot"] in [line[:4] for line in lines]
    assert [line[:2] for line in lines if line[:1] == ["2"] and "y" in line] == [["2", "2"]]


def test_each_set_has_a_mean_of_its_own() -> None:
    """How good the bots of one set are does not move those of another."""
    alone = elo_of(compute(league(), "abc"))
    together = elo_of(compute([*league(), *duels("x", "y", "wwlw" * 8, first_group=300, per_group=2)], "abcxy"))
    assert {bot: together[bot] for bot in "abc"} == pytest.approx(alone, abs=3)  # all share the seats
    assert together["x"] + together["y"] == pytest.approx(3000, abs=0.02)


def test_a_newcomer_with_one_lucky_win_stands_apart() -> None:
    """It has no rank, comes last, is told apart in the text, and hardly moves anybody's number or interval."""
    before = {row.bot: row for row in compute(league(), "abc").rows}
    standings = compute([*league(), *duels("new", "a", "w", first_group=400)], ["a", "b", "c", "new"])
    *established, new = standings.rows
    assert (new.bot, new.rank, new.provisional, new.rank_best_95) == ("new", None, True, None)
    assert [row.rank for row in established] == [1, 2, 3]
    for row in established:
        assert row.elo_of_bot == pytest.approx(before[row.bot].elo_of_bot, abs=5)
        assert row.elo_error_95 == pytest.approx(before[row.bot].elo_error_95, rel=0.1)
        assert row.likelihood_above_next is None or row.bot != "c"
    assert sum(row.elo_of_bot or 0 for row in established) == pytest.approx(4500, abs=0.05)
    text = render(standings, "text")
    assert re.search(r"Provisional, for they played in fewer than 10 deal groups.*\n\n#.*\n.*\n.*\n- +- +new ", text)
    assert "the mean of the others is 1500" in text
    (line,) = [line for line in csv.DictReader(io.StringIO(render(standings, "csv"))) if line["bot"] == "new"]
    assert (line["provisional"], line["rank"], line["rank_best_95"]) == ("True", "", "")


def test_a_newcomer_becomes_established() -> None:
    """From that many deal groups on it has a rank like all others."""
    fewer = duels("new", "a", "wl" * (ESTABLISHED_GROUPS - 1), first_group=400, per_group=2)
    enough = duels("new", "a", "wl" * ESTABLISHED_GROUPS, first_group=400, per_group=2)
    bots = ["a", "b", "c", "new"]
    assert [row.provisional for row in compute([*league(), *fewer], bots).rows].count(True) == 1
    assert not any(row.provisional for row in compute([*league(), *enough], bots).rows)


def test_where_all_are_new_nobody_stands_apart() -> None:
    """A first evening of two deals has a table: there is nothing yet that a newcomer could be held against."""
    standings = compute([*duels("a", "b", "wl"), *duels("b", "c", "ww", first_group=10)], "abc")
    assert [row.rank for row in standings.rows] == [1, 2, 3]
    assert not any(row.provisional for row in standings.rows)


def test_ordered_by_the_lower_bound_nobody_leads_by_luck() -> None:
    """A bot with the higher rating and the much wider interval comes second; the text says what orders it."""
    records = [*league(), *duels("new", "c", "wwwwwwwwwwwl" * 2, first_group=400, per_group=2)]
    bots = ["a", "b", "c", "new"]
    assert compute(records, bots).rows[0].bot == "new"
    standings = by_lower_bound(records, bots)  # type: ignore[arg-type]
    assert [row.rank for row in standings.rows] == [1, 2, 3, 4]
    bounds = [row.elo_low_95 or 0.0 for row in standings.rows]
    assert bounds == sorted(bounds, reverse=True)
    text = render(standings, "text")
    assert "Ordered by what a bot has at least" in text
    assert "least" in text.splitlines()[3]
    assert json.loads(render(standings, "json"))["ordered_by"] == "lower bound"
