"""A fault is charged to the bot that made it: its partners' figures do not move."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import pytest

from arena.games import TeamResult
from arena.referee.record import GameRecord
from arena.standings import Cell, TeamRow, TeamStandings, compute, render
from tests.standings.helpers import cross_play, make_record, team_record

BOTS = ("ann", "bob", "cid", "zed")


def standings_of(records: Sequence[GameRecord]) -> TeamStandings:
    return compute(records, BOTS, cooperative=True)


def rows_of(records: Sequence[GameRecord]) -> dict[str, TeamRow]:
    return {row.bot: row for row in standings_of(records).rows}


def cells_of(records: Sequence[GameRecord]) -> dict[tuple[str, str], Cell]:
    return {(cell.bot, cell.partner): cell for cell in standings_of(records).cells}


def forfeit(record: GameRecord, bot: str, score: float = 0) -> GameRecord:
    """The same game, which every seat of the bot forfeited; the referee's moves brought a score all the same."""
    seats = [seat for seat, name in enumerate(record.seating) if name == bot]
    return team_record(record.number, record.group, record.seating, score, forfeited=seats)


def noisy_contest(seats: int = 3) -> list[GameRecord]:
    rng = np.random.default_rng(4)
    luck = rng.normal(0, 2, 8)
    effects = {"ann": 1, "bob": 0.3, "cid": 0, "zed": -1}
    return cross_play(
        BOTS, seats, 8, lambda deal, seating: 12 + luck[deal] + sum(effects[b] for b in seating) + rng.normal()
    )


@pytest.mark.parametrize("which", ["some", "all"])
@pytest.mark.parametrize("score", [0, 99])
def test_partners_of_a_crasher_keep_their_rows_to_the_last_bit(which: str, score: float) -> None:
    """Forfeited games, whatever the referee's moves made of them, are as if never played, for all but the bot."""
    records = noisy_contest()
    spoiled = [
        record.number for record in records if "zed" in record.seating and (which == "all" or record.number % 3 == 0)
    ]
    clean = [record for record in records if record.number not in spoiled]
    crashed = [forfeit(record, "zed", score) if record.number in spoiled else record for record in records]
    without, with_forfeits = rows_of(clean), rows_of(crashed)
    for bot in ("ann", "bob", "cid"):
        found, expected = with_forfeits[bot], without[bot]
        if expected.likelihood_above_next is None:
            # The bot in the row before zed: without any clean game zed had no figure that it could be above.
            found = msgspec.structs.replace(found, likelihood_above_next=None)
        assert found == expected
    assert [row.bot for row in standings_of(crashed).rows][-1] == "zed"
    assert with_forfeits["zed"].points_added is not None
    assert with_forfeits["zed"].forfeits == sum(records[number].seating.count("zed") for number in spoiled)


def test_a_forfeit_costs_what_the_line_up_was_expected_to_score() -> None:
    """Teams of two equal bots score 30 on every deal; one of zed's 18 strange games is forfeited: 30 / 18 a seat."""
    records = cross_play(BOTS, 2, 3, lambda deal, seating: 30)
    number = next(record.number for record in records if set(record.seating) == {"ann", "zed"})
    rows = rows_of([forfeit(record, "zed") if record.number == number else record for record in records])
    assert rows["zed"].with_strangers.games == 18
    assert rows["zed"].points_added == pytest.approx(-30 / 18, abs=1e-4)
    assert rows["zed"].win_percent_added == pytest.approx(-100 / 18, abs=1e-2)
    assert [rows[bot].points_added for bot in ("ann", "bob", "cid")] == [0, 0, 0]
    assert (rows["ann"].with_strangers.games, rows["bob"].with_strangers.games) == (17, 18)


def test_the_charge_is_on_the_deal_and_the_line_up() -> None:
    """The expected score is that of the deal (100 or 10) and of the partner (one point up or down)."""
    effects = {"ann": 1, "bob": -1, "cid": 0, "zed": 0}
    records = cross_play(BOTS, 2, 2, lambda deal, seating: (100, 10)[deal] + sum(effects[bot] for bot in seating))
    for group, partner, expected in [(0, "ann", 101), (0, "bob", 99), (1, "ann", 11), (1, "cid", 10)]:
        number = next(r.number for r in records if r.group == group and set(r.seating) == {partner, "zed"})
        rows = rows_of([forfeit(record, "zed") if record.number == number else record for record in records])
        assert rows["zed"].points_added == pytest.approx(-expected / 12, abs=1e-4)


def test_seats_that_forfeit_share_the_charge() -> None:
    """Two bots that forfeit the same game pay half each; two seats of one bot pay the whole together."""
    records = cross_play(BOTS, 3, 2, lambda deal, seating: 30)
    plain = next(record for record in records if sorted(record.seating) == ["ann", "bob", "zed"])
    guilty = [seat for seat, bot in enumerate(plain.seating) if bot != "ann"]
    both = team_record(plain.number, plain.group, plain.seating, 0, forfeited=guilty)
    rows = rows_of([both if record.number == plain.number else record for record in records])
    seats = rows["zed"].games - 3 * rows["zed"].self_play.games
    assert rows["zed"].points_added == rows["bob"].points_added == pytest.approx(-15 / seats, abs=1e-4)
    assert rows["ann"].points_added == 0
    double = next(record for record in records if sorted(record.seating) == ["ann", "zed", "zed"])
    rows = rows_of([forfeit(record, "zed") if record.number == double.number else record for record in records])
    assert rows["zed"].points_added == pytest.approx(-30 / seats, abs=1e-4)


def test_nobody_is_charged_less_than_nothing() -> None:
    """A line-up that was expected to score below 0 costs nothing to spoil."""
    records = cross_play(BOTS, 2, 2, lambda deal, seating: -40)
    number = next(record.number for record in records if set(record.seating) == {"ann", "zed"})
    rows = rows_of([forfeit(record, "zed") if record.number == number else record for record in records])
    assert rows["zed"].points_added == 0


def test_the_matrix_blames_the_row_that_forfeited() -> None:
    """The crasher's row has the lost game, the partner's row does not: the matrix need not be symmetric."""
    records = cross_play(BOTS, 2, 3, lambda deal, seating: 30)
    number = next(record.number for record in records if set(record.seating) == {"ann", "zed"})
    alone = next(record.number for record in records if set(record.seating) == {"zed"})
    cells = cells_of([forfeit(r, "zed") if r.number in (number, alone) else r for r in records])
    assert (cells["zed", "ann"].games, cells["zed", "ann"].mean_score) == (6, 25)
    assert (cells["ann", "zed"].games, cells["ann", "zed"].mean_score) == (5, 30)
    assert (cells["zed", "zed"].games, cells["zed", "zed"].mean_score) == (3, 20)
    assert cells["zed", "zed"].win_percent == pytest.approx(200 / 3, abs=0.01)
    assert cells["zed", "bob"].games == cells["bob", "zed"].games == 6


def test_a_cell_counts_a_game_once() -> None:
    """Ann on two seats with bob is one game with bob, and none of her self-play."""
    cells = cells_of([team_record(0, 0, ["ann", "ann", "bob"], 7), team_record(1, 0, ["ann", "bob", "cid"], 9)])
    assert (cells["ann", "bob"].games, cells["ann", "bob"].mean_score) == (2, 8)
    assert (cells["bob", "ann"].games, cells["ann", "cid"].games) == (2, 1)
    assert ("ann", "ann") not in cells


def test_a_fault_that_forfeits_nothing_is_only_counted() -> None:
    """The figures are those of the game as it went."""
    plain = make_record(0, 0, ["ann", "bob"], TeamResult(True, 20))
    faulty = make_record(0, 0, ["ann", "bob"], TeamResult(True, 20), faults=[(0, "illegal"), (1, "time")])
    before, after = rows_of([plain]), rows_of([faulty])
    assert (after["ann"].faults, after["bob"].faults, after["ann"].forfeits) == ({"illegal": 1}, {"time": 1}, 0)
    assert msgspec.structs.replace(after["ann"], faults={}) == before["ann"]


def test_all_games_forfeited_by_all() -> None:
    """Nothing is known of what anybody adds; all have lost all."""
    records = [
        team_record(deal * 2 + turn, deal, pair, 0, forfeited=[0, 1])
        for deal in range(6)
        for turn, pair in enumerate([("ann", "bob"), ("bob", "cid")])
    ]
    standings = standings_of(records)
    assert standings.forfeited_games == 12
    for row in standings.rows[:3]:
        assert (row.rank, row.points_added, row.points_added_error_95) == (None, None, None)
        assert (row.with_strangers.win_percent, row.with_strangers.mean_score) == (0, 0)
        assert row.with_strangers.mean_score_error_95 is None
    assert render(standings, "text")


def test_void_and_error_games_are_not_rated() -> None:
    """Listed by number, and nobody's loss."""
    good = cross_play(["ann", "bob", "cid"], 2, 1, lambda deal, seating: 5)
    bad = [
        make_record(99, 0, ["ann", "bob"], None, status="void", faults=[(0, "time")]),
        make_record(98, 1, ["ann", "bob"], None, status="error"),
    ]
    standings, before = standings_of([*bad, *good]), standings_of(good)
    assert (standings.void_games, standings.error_games) == ((99,), (98,))
    assert (standings.deal_groups, standings.deal_groups_complete) == (2, 0)
    assert standings.rows == before.rows
