"""`arena plan`, and what a dry run and a run say of what the plan can find out."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from arena.cli.plan import _duration
from tests.cli.conftest import Arena
from tests.contest.contests import write_contest

PAIR = {"a": "plays", "b": "plays"}


def words(text: str) -> str:
    return " ".join(text.split())


def test_it_says_what_the_deals_will_do_and_what_it_takes(arena: Arena, tmp_path: Path, mark: str) -> None:
    """Two bots, two games a deal: 1,185 deals for 20 Elo, a quarter of that for 40, and the plan's own reach."""
    write_contest(tmp_path, mark, PAIR, deals=100)
    result = arena("plan", "c.yaml", "--trial", 0)
    assert result.exit_code == 0
    assert "two bots 20 Elo apart are told apart (95 %), in four contests of five, after 1,185 deals" in words(
        result.stdout
    )
    assert "100 deals, as planned, will do for bots that are 69 Elo apart" in words(result.stdout)
    assert "after 297 deals" in words(arena("plan", "c.yaml", "--trial", 0, "--elo", 40).stdout)
    assert "all 2 bots at once" not in result.stdout


def test_claims_about_all_bots_at_once_take_more(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, dict.fromkeys("abcd", "plays"), deals=10)
    text = words(arena("plan", "c.yaml", "--trial", 0).stdout)
    alone = re.search(r"after ([\d,]+) deals of each", text)
    together = re.search(r"for claims about all 4 bots at once it takes ([\d,]+) deals", text)
    assert alone is not None
    assert together is not None
    assert int(together[1].replace(",", "")) > 1.3 * int(alone[1].replace(",", ""))


def test_it_plays_a_few_games_and_leaves_nothing(arena: Arena, tmp_path: Path, mark: str) -> None:
    """The time of all follows from them; the contest's file is not made."""
    write_contest(tmp_path, mark, PAIR, deals=3)
    result = arena("plan", "c.yaml", "--trial", 100)
    assert result.exit_code == 0
    assert re.search(r"time:  6 trial games took [\d.]+ s, \d+ at a time: all 6 would take about ", result.stdout)
    assert sorted(os.listdir()) == ["bot.py", "c.yaml"]


def test_a_sequential_test_has_its_length_told(arena: Arena, tmp_path: Path, mark: str) -> None:
    """As docs/contests/statistics.md measures it, 0 against 50: some 140 deal groups at either end, 235 between."""
    write_contest(tmp_path, mark, PAIR, deals=1000, stop={"sprt": {"elo1": 50}})
    text = words(arena("plan", "c.yaml", "--trial", 0).stdout)
    assert re.search(
        r"b stronger than a by 0: 1[234]0 in the mean, half by 1\d0, nine of ten between \d+ and 3\d0", text
    )
    assert re.search(r"b stronger than a by 25: 2[0-3]0 in the mean", text)
    assert "warning" not in text


@pytest.mark.parametrize(
    ("bots", "deals", "stop", "warning"),
    [
        (PAIR, 8, {"sprt": {"elo1": 5}}, "the SPRT cannot decide anything, even if one bot wins every game"),
        ({"a": "plays", "b": "plays", "c": "plays"}, 2, {"settled": {}}, "no order is ever settled"),
        # Five deal groups of each, but a clean sweep of five is no proof at 95 % with repeated looks; nor is one of
        # four between neighbours at 99 %.
        (PAIR, 5, {"settled": {}}, "no order is ever settled, even if the better bot wins every game"),
        (dict.fromkeys("abcd", "plays"), 4, {"settled": {"confidence": 99}}, "no order is ever settled"),
    ],
)
def test_a_stop_that_cannot_fire_is_told_before_the_first_game(
    arena: Arena, tmp_path: Path, mark: str, bots: dict[str, str], deals: int, stop: dict[str, Any], warning: str
) -> None:
    """By plan, by a dry run, and by the run itself; with deals enough by none."""
    write_contest(tmp_path, mark, bots, deals=deals, stop=stop)
    for ways in (["plan", "c.yaml", "--trial", 0], ["run", "c.yaml", "--dry-run", "--trial", 0]):
        assert warning in words(arena(*ways).stdout)
    said = arena("run", "c.yaml", "--games", 1).stderr
    assert warning in words(said)
    assert said.index("warning: ") < said.index("1 of 1 games")
    write_contest(tmp_path, mark, bots, deals=5000, stop=stop)
    assert "warning" not in arena("run", "c.yaml", "--dry-run", "--trial", 0).stdout


def test_a_dry_run_says_it_too_with_the_hours(arena: Arena, tmp_path: Path, mark: str) -> None:
    """From trial games, that leave nothing behind; without them where none are asked for."""
    write_contest(tmp_path, mark, PAIR, deals=3)
    text = words(arena("run", "c.yaml", "--dry-run", "--trial", 100).stdout)
    assert "two bots 20 Elo apart are told apart" in text
    assert re.search(r"time: 6 trial games took [\d.]+ s, \d+ at a time: all 6 would take about ", text)
    assert "trial games" not in arena("run", "c.yaml", "--dry-run", "--trial", 0).stdout
    assert sorted(os.listdir()) == ["bot.py", "c.yaml"]


def test_faults_in_trial_games_are_told(arena: Arena, tmp_path: Path, mark: str) -> None:
    """The time of games that end at once for a bot that cannot play says nothing: by whom, and how often."""
    write_contest(tmp_path, mark, PAIR | {"c": "crashes"}, deals=1)
    text = words(arena("run", "c.yaml", "--dry-run", "--trial", 100).stdout)
    assert "faults in trial games: c: exited (4)" in text


def test_a_wrong_file_exits_with_2(arena: Arena) -> None:
    assert arena("plan", "none.yaml").exit_code == 2


@pytest.mark.parametrize(("seconds", "said"), [(3.21, "3.2 s"), (72, "72 s"), (600, "10 min"), (36000, "10.0 h")])
def test_durations_are_said_as_people_do(seconds: float, said: str) -> None:
    assert _duration(seconds) == said
