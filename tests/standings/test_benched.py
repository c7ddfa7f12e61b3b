"""Benched bots in standings: named with the reason, last, without a rank; games that do not count are in no rating."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence

import pytest

from arena.contest import Benchings
from arena.referee.record import GameRecord
from arena.standings import FORMATS, Format, Standings, TeamStandings, compute, render
from arena.store.ledger import Ledger
from tests.standings.helpers import cross_play, duels, figures, make_record, seatings, team_record

WHY = "failed to start in 3 games in a row, the last of them game 12: decision 0, seat 1 said \x1b[31m|"


def settle(unrated: Sequence[int] = (), **reasons: str) -> Callable[[Ledger], Benchings]:
    return lambda games: Benchings(reasons, frozenset(unrated))


def forfeit(number: int, group: int, seating: Sequence[str], seat: int) -> GameRecord:
    places = [2 if place == seat else 1 for place in range(len(seating))]
    return make_record(
        number, group, seating, places, faults=[(seat, "start-failure")], forfeited=[seat], ms=[(0, 3.0), (1, 5.0)]
    )


def a_duel_with_a_benched_bot() -> tuple[list[GameRecord], Standings]:
    """a and b in 12 games; x has won one against each before it failed to start in 3 games."""
    between = duels("a", "b", "wwdlwwdlwwdl", per_group=2)
    before = [make_record(100, 6, "xa", [1, 2]), make_record(101, 7, "xb", [1, 2])]
    after = [forfeit(102, 6, "ax", 1), forfeit(103, 7, "bx", 1), forfeit(104, 8, "ax", 1)]
    records = [*between, *before, *after]
    return records, compute(records, "abx", None, 2, settle([102, 103, 104], x=WHY))


def test_games_that_do_not_count_are_rated_for_nobody() -> None:
    """Those who met the bot when it did not start have no wins by it; ratings are as if these games were not there."""
    records, standings = a_duel_with_a_benched_bot()
    without = compute(records[:-3], "abx", None, 2)
    assert sorted(standings.pairs, key=str) == sorted(without.pairs, key=str)
    assert (standings.seats, standings.comparable) == (without.seats, without.comparable)
    assert {row.bot: row.elo_of_bot for row in standings.rows} == {row.bot: row.elo_of_bot for row in without.rows}
    assert {row.bot: row.games for row in standings.rows} == {row.bot: row.games for row in without.rows}
    assert (standings.deal_groups, standings.deal_groups_complete) == (8, 6)
    assert standings.unrated_games == (102, 103, 104)
    assert standings.finished_games == 17
    assert standings.faults == {"start-failure": 3}
    assert standings.forfeits == 0


def test_a_benched_bot_is_last_and_has_no_rank() -> None:
    """However strong it was before; its faults are counted, and the others rank without it."""
    _, standings = a_duel_with_a_benched_bot()
    assert [(row.rank, row.bot, row.benched) for row in standings.rows] == [
        (1, "a", None),
        (2, "b", None),
        (None, "x", WHY),
    ]
    x = standings.rows[2]
    assert x.elo_of_bot is not None
    assert x.elo_of_bot > 1500
    assert (x.games, x.unrated_games, x.forfeits, x.played_out) == (2, 3, 0, 2)
    assert x.faults == {"start-failure": 3}
    assert standings.rows[0].likelihood_above_next is not None
    assert standings.rows[1].likelihood_above_next is None


def test_every_format_has_the_reason() -> None:
    """D38: in text and Markdown the name is marked, and nothing that the bot has said reaches the terminal."""
    _, standings = a_duel_with_a_benched_bot()
    text = render(standings, "text")
    assert "  -  x (benched)" in text
    assert "x failed to start in 3 games in a row, the last of them game 12: decision 0, seat 1 said \\x1b[31m|" in text
    assert "Not rated, for anybody: 3 finished (numbers 102, 103, 104), those that benched a bot" in text
    assert "Bots without games" not in text
    assert "| x (benched) |" in render(standings, "markdown")
    assert "\x1b" not in text + render(standings, "markdown") + render(standings, "csv")
    rows = {row["bot"]: row for row in csv.DictReader(io.StringIO(render(standings, "csv")))}
    assert rows["a"]["benched"] == ""
    assert rows["x"]["benched"].startswith("failed to start in 3 games in a row")
    value = json.loads(render(standings, "json"))
    assert [row["benched"] for row in value["rows"]] == [None, None, WHY]


def test_nobody_benched_is_nothing_said() -> None:
    text = render(compute(duels("a", "b", "wl"), "ab", None, None, settle()), "text")
    assert "ench" not in text
    assert "ot rated" not in text


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("played", [0, 1, 2])
def test_no_rated_game_is_no_trouble(form: Format, played: int) -> None:
    """Of the benched bot, or of anybody: a dash, and no nan or inf in any format."""
    records = [forfeit(0, 0, "ax", 1), forfeit(1, 0, "xa", 0)][:played]
    standings = compute(records, "abx", None, 2, settle(range(played), x="its build failed: no"))
    assert [row.bot for row in standings.rows] == ["a", "b", "x"]
    assert all(row.elo_of_bot is None and row.games == 0 for row in standings.rows)
    output = render(standings, form)
    assert "nan" not in output
    assert "inf" not in output
    assert standings.bots_without_games == ("a", "b")


def a_field_with_a_benched_bot() -> tuple[list[GameRecord], TeamStandings]:
    """Cross-play of four, of which x was benched in the first of eight deals; later deals are without it."""
    plan = seatings("abcx", 2)
    worth = {"a": 3, "b": 2, "c": 1, "x": 0}

    def score(deal: int, seating: tuple[str, ...]) -> float:
        return 5 + deal % 3 + sum(worth[bot] for bot in seating)

    records = [game for game in cross_play("abcx", 2, 8, score) if game.group == 0 or "x" not in game.seating]
    mine = [game.number for game in records if "x" in game.seating]
    failed = {number: [seat for seat, bot in enumerate(plan[number]) if bot == "x"] for number in mine[2:]}
    records = [
        team_record(game.number, 0, game.seating, 0, forfeited=failed[game.number]) if game.number in failed else game
        for game in records
    ]
    return records, compute(records, "abcx", None, len(plan), settle(mine[2:], x=WHY), cooperative=True)


def test_teams_are_fitted_to_the_games_that_count() -> None:
    """Deals with fewer games than others, on which a bot is missing, tell of the others as ever."""
    records, standings = a_field_with_a_benched_bot()
    aside = set(standings.unrated_games)
    assert len(aside) == 5
    without = compute([game for game in records if game.number not in aside], "abcx", None, 16, cooperative=True)
    assert standings.cells == without.cells
    assert [(row.bot, row.points_added, row.with_strangers, row.self_play) for row in standings.rows] == [
        (row.bot, row.points_added, row.with_strangers, row.self_play) for row in without.rows
    ]
    assert [(row.rank, row.bot) for row in standings.rows] == [(1, "a"), (2, "b"), (3, "c"), (None, "x")]
    added = {row.bot: row.points_added for row in standings.rows}
    assert added["a"] is not None
    assert added["c"] is not None
    assert added["a"] - added["c"] == pytest.approx(2)
    assert standings.games_with_strangers + standings.self_play_games + 5 == standings.finished_games
    assert standings.forfeited_games == 0
    assert standings.rows[3].faults["time"] == sum(len(g.forfeited) for g in records)


def test_the_page_of_teams_has_the_reason() -> None:
    _, standings = a_field_with_a_benched_bot()
    text = render(standings, "text")
    assert text.count("x (benched)") == 2
    assert "x failed to start in 3 games in a row, the last of them game 12" in text
    assert all(value == value and abs(value) < 1e6 for value in figures(json.loads(render(standings, "json"))))


def test_a_benched_bot_without_a_rated_game_in_teams() -> None:
    """Self-play and cross-play: no figure, no rank, and nothing but dashes."""
    for plan in seatings("abx", 2), [("a", "a"), ("b", "b"), ("x", "x")]:
        records = [team_record(n, n // len(plan), plan[n % len(plan)], 5 + n % 4) for n in range(6 * len(plan))]
        mine = [game.number for game in records if "x" in game.seating]
        standings = compute(records, "abx", None, len(plan), settle(mine, x="made a fault"), cooperative=True)
        last = standings.rows[-1]
        assert (last.rank, last.bot, last.points_added, last.games) == (None, "x", None, 0)
        assert last.self_play.mean_score is None
        assert last.unrated_games == sum(game.seating.count("x") for game in records)
        assert "nan" not in render(standings, "text")
        assert "inf" not in render(standings, "json")
