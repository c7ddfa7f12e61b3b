"""Records to counters: what is counted, what is not, and that nothing is counted twice."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.protocol.verdicts import VERDICTS, Verdict
from arena.referee.record import SeatFault
from arena.standings import Row, Standings, compute, render
from arena.standings.results import reduce_ledger
from arena.store.ledger import Ledger
from arena.store.tally import Tally
from tests.standings.helpers import duels, make_record, places_of


def rows_of(standings: Standings) -> dict[str, Row]:
    return {row.bot: row for row in standings.rows}


def test_winner_of_all_rotations_has_all_the_wins() -> None:
    """D45: one bot always wins, two always lose, over all rotations: 100 %, 0 %, 0 % of the games won."""
    seatings = [("win", "lose1", "lose2"), ("lose1", "lose2", "win"), ("lose2", "win", "lose1")]
    records = [
        make_record(number, 0, seating, [1 if bot == "win" else 2 for bot in seating])
        for number, seating in enumerate(seatings)
    ]
    rows = rows_of(compute(records, ["lose1", "win", "lose2"]))
    assert {bot: row.won_percent for bot, row in rows.items()} == {"win": 100, "lose1": 0, "lose2": 0}
    assert rows["win"].score_percent == 100
    assert (rows["lose1"].pair_wins, rows["lose1"].pair_draws, rows["lose1"].pair_losses) == (0, 3, 3)


def test_a_draw_is_half_a_point() -> None:
    """Score and share of first places agree for two seats: a draw is half of either."""
    row = rows_of(compute(duels("a", "b", "wdl" + "d"), ["a", "b"]))["a"]
    assert (row.pair_wins, row.pair_draws, row.pair_losses) == (1, 2, 1)
    assert row.score_percent == row.won_percent == 50
    assert row.mean_place == 1.25


def test_two_seats_of_one_bot_have_no_pair_result() -> None:
    """A bot on two seats plays two games at once, and none against itself."""
    rows = rows_of(compute([make_record(0, 0, ["a", "a", "b"], [1, 3, 2])], ["a", "b"]))
    assert rows["a"].games == 2
    assert (rows["a"].pair_wins, rows["a"].pair_losses) == (1, 1)
    assert (rows["b"].pair_wins, rows["b"].pair_losses) == (1, 1)


def test_void_and_error_games_are_reported_not_rated() -> None:
    """Nobody wins, loses or is charged a fault in a game that did not finish."""
    faulty: list[tuple[int, Verdict]] = [(0, "time")]
    records = [
        make_record(7, 0, ["a", "b"], None, status="void", faults=faulty, ms=[(0, 5.0)]),
        make_record(3, 0, ["a", "b"], None, status="error"),
        make_record(5, 1, ["a", "b"], None, status="void"),
    ]
    standings = compute(records, ["a", "b"])
    assert (standings.void_games, standings.error_games, standings.finished_games) == ((5, 7), (3,), 0)
    assert standings.bots_without_games == ("a", "b")
    assert standings.faults == {}
    assert rows_of(standings)["a"].max_ms is None
    assert (standings.deal_groups, standings.deal_groups_complete) == (2, 0)


def test_groups_are_complete_when_as_full_as_the_fullest() -> None:
    """A group that lacks a game of its seating plan, or has a void one, is not complete."""
    full = duels("a", "b", "wl" * 3, per_group=2)
    short = make_record(100, 50, ["a", "b"], [1, 2])
    torn = [make_record(101, 51, ["a", "b"], [1, 2]), make_record(102, 51, ["b", "a"], None, status="void")]
    standings = compute([*full, short, *torn], ["a", "b"])
    assert compute([short], ["a", "b"]).deal_groups_complete == 1
    assert compute([short], ["a", "b"], group_size=2).deal_groups_complete == 0
    assert (standings.deal_groups, standings.deal_groups_complete) == (5, 3)


def test_a_game_counts_once() -> None:
    """The same game number twice is a broken store, and said so."""
    with pytest.raises(ValueError, match="game 4 is recorded twice"):
        compute([make_record(4, 0, ["a", "b"], [1, 2])] * 2, ["a", "b"])


def test_a_finished_game_has_an_outcome() -> None:
    """A finished record without an outcome is refused by its number."""
    with pytest.raises(ValueError, match="game 4 is recorded as finished"):
        compute([make_record(4, 0, ["a", "b"], None)], ["a", "b"])


@given(
    st.lists(
        st.tuples(
            st.lists(st.tuples(st.integers(0, 2), st.sampled_from(VERDICTS)), max_size=4),
            st.sampled_from(["finished", "void", "error"]),
        ),
        max_size=12,
    )
)
@settings(max_examples=20, deadline=None)
def test_verdicts_add_up(games: list[tuple[list[tuple[int, Verdict]], str]]) -> None:
    """D58: by bot, by kind and in all, every fault and every seat of a finished game is counted exactly once."""
    bots = ["a", "b", "c"]
    records = []
    for number, (faults, status) in enumerate(games):
        forfeited = sorted({seat for seat, _ in faults if seat})
        finished = status == "finished"
        records.append(
            make_record(
                number, number, bots, [1, 2, 3] if finished else None,
                faults=faults, forfeited=forfeited, status="finished" if finished else "void",
            )
        )  # fmt: skip
    standings = compute(records, bots)
    rated = [record for record in records if record.status == "finished"]
    assert sum(standings.faults.values()) == sum(len(record.faults) for record in rated)
    assert sum(sum(row.faults.values()) for row in standings.rows) == sum(standings.faults.values())
    assert sum(row.forfeits for row in standings.rows) == standings.forfeits
    assert sum(row.played_out + row.forfeits for row in standings.rows) == 3 * standings.finished_games
    assert standings.forfeits == sum(len(record.forfeited) for record in rated)


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=200))
def test_median_is_close_and_max_exact(times: list[float]) -> None:
    """The median from buckets is within 3 % of the lower median; moves made by the referee have no time."""
    record = make_record(0, 0, ["a", "b"], [1, 2], ms=[(0, time) for time in times] + [(1, None)])
    a, b = reduce_ledger(Ledger.of([record]), ["a", "b"]).tallies
    median = sorted(times)[(len(times) - 1) // 2]
    assert a.median_ms() == pytest.approx(median, rel=0.03, abs=0.003)
    assert a.max_ms == max(times)
    assert b.median_ms() is None


def _late(made: int, late: int, limit_ms: float = 500.0) -> Tally:
    """Of a bot with so many decisions of 0.2 ms, and so many that were not made in time."""
    times = [0.2] * made + [limit_ms] * late
    record = make_record(0, 0, ["a", "b"], [1, 2], ms=[(0, time) for time in times])
    at = range(made, made + late)
    record = replace(record, substituted=tuple(at), faults=tuple(SeatFault(0, "time", i) for i in at))
    return reduce_ledger(Ledger.of([record]), ["a", "b"]).tallies[0]


def test_decisions_that_were_not_made_in_time_are_in_the_times() -> None:
    """At least with their limit, and it is said where that is all that is known."""
    mostly = _late(made=10, late=12)
    assert mostly.median_ms() == pytest.approx(500, rel=0.03)
    assert (mostly.median_is_least, mostly.max_ms, mostly.max_is_least) == (True, 500.0, True)
    seldom = _late(made=12, late=10)
    assert seldom.median_ms() == pytest.approx(0.2, rel=0.03)
    assert (seldom.median_is_least, seldom.max_ms, seldom.max_is_least) == (False, 500.0, True)
    never = _late(made=12, late=0)
    assert (never.median_is_least, never.max_ms, never.max_is_least) == (False, 0.2, False)


def test_an_empty_bank_tells_nothing_of_a_time() -> None:
    """Nobody knows what a decision would have taken that had no time at all."""
    broke = _late(made=3, late=1, limit_ms=0.0)
    assert (broke.median_is_least, broke.max_ms, broke.max_is_least) == (True, 0.2, True)


def test_a_table_says_which_times_may_be_more() -> None:
    """As JSON and CSV do."""
    record = make_record(0, 0, ["a", "b"], [1, 2], ms=[(0, 500.0), (1, 0.2)])
    standings = compute([replace(record, substituted=(0,), faults=(SeatFault(0, "time", 0),))], ["a", "b"])
    text = render(standings, "text")
    assert re.search(r" a .* >=500\.0 +>=500\.0 ", text)
    assert re.search(r" b .* 0\.2 +0\.2 ", text)
    row, _ = csv.DictReader(io.StringIO(render(standings, "csv")))
    assert (row["median_ms"], row["median_ms_is_least"], row["max_ms_is_least"]) == ("500.0", "True", "True")
    assert json.loads(render(standings, "json"))["rows"][0]["max_ms_is_least"] is True


def test_places_of_helper() -> None:
    """Ties share the better place."""
    assert places_of([10, 5, 5, 1]) == (1, 2, 2, 4)
