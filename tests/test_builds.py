"""`benchmarks/builds.py`: the same games in several builds, held against each other."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.builds import Comparison, Play, Played, Setting, arena_runs, beside, more_at_once
from benchmarks.metered import Cost, instant_bots

ONE, TWO = (Setting("gunrunners", "C", at_once) for at_once in (1, 2))
CHESS = Setting("chess", "C", 1)


def fake(seconds: float, games: str = "the same") -> Play:
    """Takes so many processor seconds for a game of ten decisions, and one to start; of a half of it by the clock."""
    return lambda number: Played(Cost(1 + seconds * number / 2, 1 + seconds * number, 0.0), 10 * number, games)


def last_row(table: str) -> list[str]:
    return [cell.strip() for cell in table.splitlines()[-1].split("|")[1:-1]]


def test_what_a_start_takes_is_told_apart() -> None:
    """And the ratios are those of pairs: to the first build, and of the last one to a referee of chess."""
    plays = {ONE: {"old": fake(0.002), "new": fake(0.001)}, CHESS: {"fastchess": fake(0.004, "")}}
    comparison = Comparison(plays, 1.0)
    for turn in range(2):
        comparison.play_round(turn)
    assert comparison.troubles == {}
    assert comparison.compared == 6  # of eight runs of arena, all but the first of each length
    figures = comparison.figures()
    assert [[round(each.own) for each in figures[ONE][name]] for name in ("old", "new")] == [[200] * 2, [100] * 2]
    row = last_row(beside(figures, "own", lambda each: each.own))
    assert row == ["gunrunners", "C", "1", "200", "100 (0.50)", "400 (0.25)"]


def test_two_at_once_are_held_against_one_at_once() -> None:
    comparison = Comparison({ONE: {"now": fake(0.002)}, TWO: {"now": fake(0.001)}}, 1.0)
    comparison.play_round(0)
    assert last_row(more_at_once(comparison.figures())) == ["gunrunners", "C", "2 to 1", "2.00"]


def test_a_build_that_plays_other_games_is_trouble_and_plays_no_more() -> None:
    comparison = Comparison({ONE: {"old": fake(0.002), "new": fake(0.001, "others")}}, 1.0)
    for turn in range(3):
        comparison.play_round(turn)
    assert comparison.troubles == {(ONE, "new"): "its records are not those of the first build"}
    assert list(comparison.figures()[ONE]) == ["old"]


def test_the_same_games_are_played_however_many_at_once(tmp_path: Path) -> None:
    """With real bots, whose own time is told apart."""
    bot = instant_bots(tmp_path)["C"]
    one, two = (arena_runs(tmp_path, Path(sys.executable), setting, bot)(8) for setting in (ONE, TWO))
    assert (one.games, one.decisions) == (two.games, two.decisions)
    assert 0 < one.cost.bots < one.cost.cpu
    assert one.games != arena_runs(tmp_path, Path(sys.executable), ONE, bot)(4).games
