"""Every table of standings on terminals of several widths."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from arena.layout import shown_width
from arena.protocol import Verdict
from arena.referee import GameRecord
from arena.standings import MARKDOWN, Named, Table, render, text_style
from arena.standings.of_ledger import compute
from tests.standings.helpers import cross_play, make_record
from tests.standings.test_team_tables import standings_of

BOTS = [f"bot number {number} of the course" for number in range(12)]
WIDTHS = (60, 80, 100, 120)


def of_four_seats() -> list[GameRecord]:
    """Twelve bots at tables of four; the earlier in the list the better, but for some games."""
    records = []
    for number, line_up in enumerate(list(combinations(range(12), 4))[::5]):
        places = (1, 2, 3, 4) if number % 4 else (4, 3, 2, 1)
        faults: list[tuple[int, Verdict]] = [(3, "illegal"), (2, "time")] if number % 7 == 0 else []
        seating = [BOTS[bot] for bot in line_up]
        records.append(make_record(number, number, seating, places, faults=faults, ms=[(0, 1234.5), (1, 0.1)]))
    return records


def page(width: int | None) -> str:
    return render(compute(of_four_seats(), BOTS), "text", details=True, resources=True, width=width)


@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_of_a_page_is_wider_than_its_terminal(width: int) -> None:
    """With all details of a contest of twelve bots with long names on four seats, and of one of partners."""
    assert max(map(shown_width, page(width).splitlines())) <= width
    team = standings_of(cross_play(BOTS[:4], 3, 4, lambda deal, seating: 10.0 * len(set(seating)) + deal), *BOTS[:4])
    assert max(map(shown_width, render(team, "text", resources=True, width=width).splitlines())) <= width


def test_at_80_columns_the_table_keeps_who_how_strong_how_sure_and_what_failed() -> None:
    """A line below says what is left out."""
    text = page(80).partition("Row against column")[0]
    assert [*re.split(r"  +", text.splitlines()[2].strip())] == ["#", "ranks", "bot", "Elo", "+/-", "score", "faults"]
    rows = re.findall(r"^ *\d+ .*bot number \d+ of the course +\d+ ", text, re.MULTILINE)
    assert len(rows) == 12
    assert "time 3, illegal" in text
    gone = "games, mean place, pairs w/d/l, won %, above next, ms med, ms max"
    assert f"Not in 80 columns: {gone}. A wider terminal has room for all, and `| less -S`." in " ".join(text.split())


def test_a_file_and_a_page_in_markdown_have_all_columns() -> None:
    """Whatever width the terminal has."""
    whole = page(None)
    assert "Not in" not in whole
    for heading in ("ranks", "games", "place", "w/d/l", "above", "med", "max", "faults"):
        assert heading in whole
    contest = compute(of_four_seats(), BOTS)
    assert render(contest, "markdown", width=40) == render(contest, "markdown")
    assert render(contest, "csv", width=40) == render(contest, "csv")


def test_cells_say_less_before_columns_go() -> None:
    """Of seven bots points and percent where there is room, else percent alone, of everybody."""
    bots = [f"bot {number}" for number in range(7)]
    records = [make_record(n, n, pair, (1, 2)) for n, pair in enumerate(combinations(bots, 2))]
    wide, narrow = (render(compute(records, bots), "text", width=width) for width in (120, 60))
    assert "points of the row/games against that column" in wide
    assert "percent of the points that the row took" in narrow
    assert re.search(r"^ +bot +1 +2 +3 +4 +5 +6 +7$", narrow, re.MULTILINE)


WIDE = Table(["bot", "Elo"], [[Named("日本"), "1"], [Named("ann"), "22"], [Named("e\u0301e\u0301"), "1e3"]], "lr")
"""Letters of two columns, and some of none that stand above others."""


def test_text_of_any_letters_stays_in_its_columns() -> None:
    """Names and numbers as they are given."""
    lines = ["bot   Elo", "----  ---", "日本    1", "ann    22", "e\u0301e\u0301    1e3"]
    assert text_style().write(WIDE) == "\n".join(lines)
    assert {shown_width(line) for line in lines} == {9}
    lines = ["| bot  | Elo |", "|:-----|----:|", "| 日本 |   1 |", "| ann  |  22 |", "| e\u0301e\u0301   | 1e3 |"]
    assert MARKDOWN.write(WIDE) == "\n".join(lines)
