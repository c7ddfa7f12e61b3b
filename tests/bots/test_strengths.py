"""The page of strengths: who plays in its contests, and where its tables are written."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from arena.games import find_game
from benchmarks.strengths import FIELDS, PAGE, Field, put, told

BOTS = Path(__file__).parents[2] / "bots"


@pytest.mark.parametrize("contest", FIELDS, ids=lambda contest: f"{contest.game}-{contest.seats}-{contest.named}")
def test_a_contest_that_can_be_played(contest: Field) -> None:
    """Its bots are there, and enough for its line-ups; its options and seats are the game's."""
    game = find_game(contest.game)
    assert contest.seats in game.seats
    assert set(contest.options) <= set(game.options_type.__struct_fields__)
    assert game.cooperative or len(contest.bots) >= contest.seats
    for bot in contest.bots:
        assert (BOTS / bot).is_file()


def test_the_page_has_a_place_for_each_game() -> None:
    """Between two marks."""
    page = PAGE.read_text("utf-8")
    for game in {contest.game for contest in FIELDS}:
        assert page.index(f"<!-- {game} -->") < page.index(f"<!-- end of {game} -->")


def test_tables_are_put_between_the_marks(tmp_path: Path) -> None:
    """What stood there goes, all else stays; a page without the marks is refused."""
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- a -->\nold\n<!-- end of a -->\nafter\n<!-- b -->\n<!-- end of b -->\n", "utf-8")
    put(page, {"a": ["one\n", "two\n"]})
    assert page.read_text("utf-8") == (
        "before\n<!-- a -->\n\none\n\ntwo\n\n<!-- end of a -->\nafter\n<!-- b -->\n<!-- end of b -->\n"
    )
    with pytest.raises(click.ClickException, match="no place for c"):
        put(page, {"c": ["one\n"]})


def test_what_is_not_known_is_a_dash() -> None:
    """Nothing but wins have no upper end."""
    row = {
        "bot": "a",
        "elo_of_bot": 1600.4,
        "elo_low_95": 1500.0,
        "elo_high_95": None,
        "score_percent": 100.0,
        "likelihood_above_next": None,
        "median_ms": 0.25,
        "max_ms": None,
    }
    table = told(FIELDS[0], {"rows": [row], "finished_games": 4, "deal_groups_complete": 2})
    cells = [cell.strip() for cell in table.splitlines()[-1].split("|")]
    assert cells == ["", "a", "1600", "1500 to -", "100", "", "0.2", "-", ""]
    assert table.startswith("### 2 seats, default options: 4 games, 2 deal groups\n")
