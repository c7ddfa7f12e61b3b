"""The page of a cooperative contest: every figure explained, nothing that a terminal or spreadsheet would act on."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from arena.referee.record import GameRecord
from arena.standings import FORMATS, TeamStandings, compute, render
from tests.standings.helpers import cross_play, make_record, team_record

GOLDEN = Path(__file__).parent / "golden_team.txt"
BOTS = ("greedy", "random", "search")


def standings_of(records: list[GameRecord], *names: str) -> TeamStandings:
    return compute(records, names or (*BOTS, "idle"), cooperative=True)


def small_contest() -> list[GameRecord]:
    """Six deals of all line-ups on two seats; random is late in two games, once forgiven; one game is void."""
    effects = {"greedy": 0, "random": -3, "search": 4}
    records = cross_play(
        BOTS, 2, 6, lambda deal, seating: 9 + deal + sum(effects[bot] for bot in seating) + deal * len(set(seating)) % 3
    )
    late = [record for record in records if record.seating == ("greedy", "random")][:2]
    forgiven = make_record(late[0].number, 0, late[0].seating, late[0].outcome, faults=[(1, "time")], ms=[(1, 60.0)])  # type: ignore[arg-type]
    lost = team_record(late[1].number, 1, late[1].seating, 0, forfeited=[1])
    kept = [record for record in records if record not in late]
    return [*kept, forgiven, lost, make_record(900, 6, BOTS[:2], None, status="void")]


def test_golden_text() -> None:
    """The text of a small contest is the one on file: look at every change of it."""
    assert render(standings_of(small_contest()), "text") == GOLDEN.read_text()


def test_self_play_alone_is_one_table() -> None:
    """No columns about strangers where there were none, and no matrix; the ranks follow the mean score."""
    alone = [record for record in small_contest() if len(set(record.seating)) == 1]
    text = render(standings_of(alone, *BOTS), "text")
    table = text.split("\n\n")[1].splitlines()
    assert [line.split()[:3] for line in table[3:]] == [
        ["1", "search", "6"],
        ["2", "greedy", "6"],
        ["3", "random", "6"],
    ]
    assert "points added" not in text
    assert "Row with column" not in text
    assert "Ranked by the mean score of self-play" in text


def test_names_are_shown_not_obeyed() -> None:
    """Escape sequences, line ends, marks that turn the writing, formulas, Markdown: written out in every format."""
    names = ["\x1b[31mred", "two\nlines", "\u202egnp", "a|b", "=1+1", "007"]
    records = cross_play(names, 2, 1, lambda deal, seating: len(seating[0]))
    for form in FORMATS[:3]:
        output = render(standings_of(records, *names), form)
        assert all(char.isprintable() or char == "\n" for char in output)
        assert "two\\nlines" in output.replace("\\\\", "\\")
        assert "007" in output
    assert "a\\|b" in render(standings_of(records, *names), "markdown")
    rows = csv.DictReader(io.StringIO(render(standings_of(records, *names), "csv")))
    assert "'=1+1" in {row["bot"] for row in rows}


def test_csv_is_flat_and_plain() -> None:
    """One row a bot, plain numbers, nothing where nothing is known; the columns of games say of which."""
    rows = {row["bot"]: row for row in csv.DictReader(io.StringIO(render(standings_of(small_contest()), "csv")))}
    assert set(rows) == {*BOTS, "idle"}
    assert float(rows["search"]["points_added"]) > float(rows["greedy"]["points_added"])
    assert (rows["search"]["with_strangers_games"], rows["search"]["self_play_games"]) == ("24", "6")
    assert float(rows["search"]["self_play_mean_score"]) > float(rows["search"]["with_strangers_mean_score"])
    assert rows["idle"]["points_added"] == rows["idle"]["rank"] == rows["idle"]["with_strangers_mean_score"] == ""
    assert (rows["random"]["faults_time"], rows["random"]["forfeits"]) == ("2", "1")


def test_json_says_whose_figures_they_are() -> None:
    """Every row names its bot, every cell its bot and partner; in the crasher's row the lost game counts."""
    value = json.loads(render(standings_of(small_contest()), "json"))
    assert value["ranked_by"] == "points_added"
    assert {"bot", "points_added", "points_added_error_95", "with_strangers", "self_play"} <= set(value["rows"][0])
    cells = {(cell["bot"], cell["partner"]): cell for cell in value["cells"]}
    assert set(cells) == {(bot, partner) for bot in BOTS for partner in BOTS}
    assert set(cells["greedy", "random"]) == {"bot", "partner", "games", "win_percent", "mean_score"}
    assert (cells["random", "greedy"]["games"], cells["greedy", "random"]["games"]) == (12, 11)
    assert cells["random", "greedy"]["mean_score"] < cells["greedy", "random"]["mean_score"]
    assert value["faults"] == {"time": 2}


@pytest.mark.parametrize("bots", [2, 7, 18])
def test_text_fits_a_screen(bots: int) -> None:
    """With usual names no line is longer than 120 characters, however many bots there are."""
    names = [f"bot{n:02}-name" for n in range(bots)]
    records = cross_play(names, 2, 2, lambda deal, seating: 90 + deal)
    text = render(standings_of(records, *names), "text")
    assert max(map(len, text.splitlines())) <= 120
    assert "Row with column" in text


def test_too_many_bots_for_a_matrix() -> None:
    """The text says so; the JSON has every cell."""
    names = [f"bot{n:02}" for n in range(19)]
    standings = standings_of(cross_play(names, 2, 1, lambda deal, seating: 5), *names)
    assert "19 bots are too many for a table here" in render(standings, "text")
    assert len(standings.cells) == 19 * 19


def test_groups_are_complete_by_their_size() -> None:
    """The page counts the deals of which games are missing."""
    records = cross_play(BOTS, 2, 3, lambda deal, seating: 5)
    standings = compute(records[:-1], BOTS, group_size=9, cooperative=True)
    assert (standings.deal_groups, standings.deal_groups_complete) == (3, 2)
    assert "Deal groups: 3, 1 incomplete." in render(standings, "text")


def test_nothing_played_is_no_trouble() -> None:
    """A contest without any record, without rated games, or without any bot, has a page in every format."""
    for form in FORMATS:
        assert render(standings_of([]), form)
        assert render(standings_of([make_record(0, 0, BOTS, None, status="error")]), form)
        assert render(compute([], [], cooperative=True), form)
