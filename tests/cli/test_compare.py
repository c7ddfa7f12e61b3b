"""`arena compare`: what changed between two contests, game by game where their deals are the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from arena.contest import load_contest
from arena.games import Ranking
from arena.referee import GameRecord, encode_record
from arena.store import Store
from tests.cli.conftest import Arena
from tests.contest.contests import write_contest
from tests.contest.recorded import facts_of, record_contest, recorded

BOTS = dict.fromkeys("abc", "plays")
DEALS = 20


def before(folder: Path, mark: str, **keys: Any) -> None:
    """A contest of three bots that play at random, in `before.db`."""
    contest = load_contest(write_contest(folder, mark, BOTS, deals=DEALS, **keys))
    record_contest(folder / "before.db", contest, 6 * DEALS)


def after(folder: Path, mark: str, change: Callable[[GameRecord], GameRecord], seed: str = "s", **keys: Any) -> None:
    """The same again in `after.db`, each game changed."""
    contest = load_contest(write_contest(folder, mark, BOTS, deals=DEALS, **keys))
    with Store.create(folder / "after.db", replace(facts_of(contest), seed=seed)) as store:
        store.add([encode_record(change(recorded(contest, number))) for number in range(6 * DEALS)])


def a_wins(record: GameRecord) -> GameRecord:
    """Two games of three in which a plays, it wins."""
    if "a" not in record.seating or record.number % 3 == 0:
        return record
    places = tuple(1 if bot == "a" else 2 for bot in record.seating)
    return replace(record, outcome=Ranking(places, tuple(-float(place) for place in places)))


def compared(arena: Arena) -> dict[str, Any]:
    result = arena("compare", "before.db", "after.db", "--format", "json")
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_nothing_changed_where_all_games_are_the_same(arena: Arena, tmp_path: Path, mark: str) -> None:
    """All are matched and alike; how far the bots may have changed all the same is small, and not nothing."""
    before(tmp_path, mark)
    after(tmp_path, mark, lambda record: record)
    found = compared(arena)
    assert (found["matched_games"], found["matched_groups"], found["same_games"]) == (120, 60, 120)
    for change in found["changes"]:
        assert (change["percent_gained"], change["elo_gained"], change["changed"]) == (0, 0, None)
        assert 0 < change["percent_error_95"] < 5


def test_who_changed_is_told_from_who_did_not(arena: Arena, tmp_path: Path, mark: str) -> None:
    """a is better; what it takes from the others they have less. The matched games say so more surely than ratings."""
    before(tmp_path, mark)
    after(tmp_path, mark, a_wins)
    first, *others = compared(arena)["changes"]
    assert (first["bot"], first["changed"]) == ("a", "better")
    assert first["percent_gained"] > first["percent_error_95"]
    assert first["percent_after"] - first["percent_before"] == pytest.approx(first["percent_gained"], abs=0.02)
    assert first["elo_gained"] > 0
    assert all(other["percent_gained"] <= 0 for other in others)
    text = arena("compare", "before.db", "after.db").stdout
    assert "Matched: 120 games at 60 deals" in text
    assert max(map(len, text.splitlines())) <= 110


def test_other_deals_are_not_matched(arena: Arena, tmp_path: Path, mark: str) -> None:
    """With another master seed only ratings are compared, and it is said why; so, too, with other options."""
    before(tmp_path, mark)
    after(tmp_path, mark, a_wins, seed="other")
    found = compared(arena)
    assert found["matched_games"] == 0
    assert "the master seeds differ" in found["not_matched"]
    first = found["changes"][0]
    assert (first["bot"], first["percent_gained"]) == ("a", None)
    assert first["elo_gained"] > 0
    assert first["elo_error_95"] > 0
    assert "Nothing is matched: the master seeds differ" in arena("compare", "before.db", "after.db").stdout


def test_bots_of_one_contest_alone_are_named(arena: Arena, tmp_path: Path, mark: str) -> None:
    """And their games are in no figure of the others."""
    before(tmp_path, mark)
    contest = load_contest(write_contest(tmp_path, mark, dict.fromkeys("abd", "plays"), deals=DEALS))
    record_contest(tmp_path / "after.db", contest, 6 * DEALS)
    found = compared(arena)
    assert ([change["bot"] for change in found["changes"]], found["only_before"], found["only_after"]) == (
        ["a", "b"], ["c"], ["d"]
    )  # fmt: skip
    assert found["matched_games"] == 2 * DEALS
    assert "Only in the second: d." in arena("compare", "before.db", "after.db", "--format", "markdown").stdout


def test_contests_with_nothing_in_common_are_refused(arena: Arena, tmp_path: Path, mark: str) -> None:
    before(tmp_path, mark)
    contest = load_contest(write_contest(tmp_path, mark, dict.fromkeys("xy", "plays")))
    record_contest(tmp_path / "after.db", contest, 2)
    result = arena("compare", "before.db", "after.db")
    assert result.exit_code == 2
    assert "no bot of before.db is in after.db: bots are known by their names" in result.stderr
    assert arena("compare", "before.db", "none.db").exit_code == 2
