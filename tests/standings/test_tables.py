"""What is printed: names as given, numbers to the right, nothing that a terminal or spreadsheet would act on."""

from __future__ import annotations

import csv
import io
import json
import re
from itertools import permutations
from pathlib import Path
from typing import cast

import pytest

from arena.referee.record import GameRecord
from arena.standings import FORMATS, Format, compute, render
from tests.standings.helpers import duels, make_record

GOLDEN = Path(__file__).parent / "golden.txt"


def small_contest() -> list[GameRecord]:
    """Six deals over three rotations, a void game, a forfeit, a fault that cost nothing."""
    bots = ["greedy", "random", "search"]
    order = ["search", "greedy", "random"]
    records = []
    for number in range(18):
        seating = bots[number % 3 :] + bots[: number % 3]
        places = [1 + order.index(bot) for bot in seating] if number % 4 else [1, 1, 3]
        late = seating.index("random")
        records.append(
            make_record(
                number, number // 3, seating, places,
                ms=[(seat, 4.0 * (1 + seat)) for seat in range(3)],
                faults=[(late, "time")] if number in {3, 9} else [(0, "illegal")] if number == 4 else [],
                forfeited=[late] if number == 9 else [],
            )
        )  # fmt: skip
    return [*records, make_record(18, 6, bots, None, status="void")]


def test_golden_text() -> None:
    """The text of a small contest is the one on file: look at every change of it."""
    assert render(compute(small_contest(), ["search", "greedy", "random", "idle"]), "text") == GOLDEN.read_text()


def test_names_like_numbers_are_printed_as_given() -> None:
    """D65: names stay as they are and to the left, numbers to the right."""
    names = ["007", "1e3", "42924e28", "12_34", "80,443", "nan"]
    records = [
        make_record(n, n, [a, b], [1, 2]) for n, (a, b) in enumerate(zip(names, names[1:] + names[:1], strict=True))
    ]
    standings = compute(records, names)
    lines = render(standings, "text").splitlines()[5 : 5 + len(names)]
    rule = render(standings, "text").splitlines()[4]
    columns = [(match.start(), match.end()) for match in re.finditer("-+", rule)][1:]
    cells = [[line[start:end] for start, end in columns] for line in lines]
    assert [row[1].rstrip() for row in cells] == sorted(names)
    assert all(row[1][0] != " " and row[2][-1] != " " and row[4].endswith("2") for row in cells)
    markdown = render(standings, "markdown").replace("\\_", "_")
    assert all(re.search(rf"\| {name} +\| +1500 \|", markdown) for name in names)


def test_control_characters_are_shown_not_sent() -> None:
    """Escape sequences, line ends and marks that turn the writing direction are written out."""
    names = ["\x1b[31mred", "two\nlines", "tab\there", "\u202egnp", "a|b"]
    records = [make_record(0, 0, names[:4], [1, 2, 3, 4]), make_record(1, 1, names[3:], [1, 2])]
    for form in FORMATS[:3]:
        output = render(compute(records, names), form)
        assert all(char.isprintable() or char == "\n" for char in output)
        assert "two\\nlines" in output.replace("\\\\", "\\")
    assert "a\\|b" in render(compute(records, names), "markdown")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", " =1"])
def test_csv_names_are_no_formulas(name: str) -> None:
    """A spreadsheet that opens the file runs nothing."""
    output = render(compute(duels(name, "b", "w"), [name, "b"]), "csv")
    assert f"'{name}" in {row["bot"] for row in csv.DictReader(io.StringIO(output))}


def test_csv_is_plain() -> None:
    """One row a bot, plain numbers, nothing where nothing is known."""
    output = render(compute(small_contest(), ["search", "greedy", "random", "idle"]), "csv")
    rows = {row["bot"]: row for row in csv.DictReader(io.StringIO(output))}
    assert set(rows) == {"search", "greedy", "random", "idle"}
    assert float(rows["search"]["elo_of_bot"]) > float(rows["greedy"]["elo_of_bot"])
    assert rows["idle"]["elo_of_bot"] == rows["idle"]["rank"] == rows["idle"]["max_ms"] == ""
    assert (rows["random"]["faults_time"], rows["random"]["forfeits"]) == ("2", "1")


def test_json_says_whose_figures_they_are() -> None:
    """D57: every rating names its bot, every pair result its view."""
    value = json.loads(render(compute(duels("a", "b", "wwdl"), ["a", "b"]), "json"))
    assert {"bot", "elo_of_bot", "elo_error_95"} <= set(value["rows"][0])
    assert value["pairs"][0] == {
        "bot": "a", "opponent": "b", "games": 4,
        "wins_of_bot": 2, "draws": 1, "losses_of_bot": 1, "score_percent_of_bot": 62.5,
        "expected_percent_of_bot": 61.03, "beyond_expected_error_95": None, "is_off": False,
        "deal_groups_by_half_points_of_bot": [{"games": 1, "groups": [1, 1, 2]}],
    }  # fmt: skip


def test_cross_table_is_row_against_column() -> None:
    """D57: the heading says whose points they are."""
    text = render(compute(duels("a", "b", "wwdl"), ["a", "b"]), "text")
    assert "Row against column" in text
    assert "points of the row" in text
    assert "2.5/4 62 %" in text


@pytest.mark.parametrize("bots", [7, 12, 18, 30])
def test_text_fits_a_screen(bots: int) -> None:
    """With usual names no line is longer than 120 characters, however many bots there are."""
    names = [f"bot{n:02}-name" for n in range(bots)]
    records = [
        make_record(n, n // 2, pair, [1 + n % 3, 2], faults=[(1, "time")], forfeited=[1])
        for n, pair in enumerate(permutations(names, 2))
    ]
    text = render(compute(records, names), "text", details=True)
    assert max(map(len, text.splitlines())) <= 120


def test_verdict_counts_agree_between_formats() -> None:
    """D58: five time losses are five in the table, the summary, the CSV and the JSON."""
    records = [make_record(n, n, ["a", "b"], [2, 1], faults=[(0, "time")], forfeited=[0]) for n in range(5)]
    standings = compute(records, ["a", "b"])
    text = render(standings, "text")
    assert "time 5 (forfeits 5)" in text
    assert "Faults: time 5; seats that forfeited: 5." in text
    value = json.loads(render(standings, "json"))
    assert value["faults"] == {"time": 5}
    assert [row["faults"] for row in value["rows"]] == [{}, {"time": 5}]
    rows = list(csv.DictReader(io.StringIO(render(standings, "csv"))))
    assert [row["faults_time"] for row in rows] == ["0", "5"]


def test_nothing_played_is_no_trouble() -> None:
    """A contest without any record, or without any bot, has a table in every format."""
    for form in FORMATS:
        assert render(compute([], ["a", "b"]), form)
        assert render(compute([], []), form)


def test_an_unknown_format_is_refused() -> None:
    """The error lists the formats."""
    with pytest.raises(ValueError, match="text, markdown, csv, json, not 'html'"):
        render(compute([], []), cast(Format, "html"))
