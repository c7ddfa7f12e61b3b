"""`arena run` of every format with real bots: plans, results on every page, and what troubled others (D44 to D65)."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from arena.contest import load_contest
from arena.contest.config import Contest
from arena.referee import GameRecord
from arena.store import Store
from tests.cli.conftest import Arena
from tests.contest.contests import ROOT, environment, lasting, write_contest
from tests.kill_and_resume import kill_and_resume

CONFIGS = sorted((ROOT / "configs").glob("*.yaml"))


def players(count: int) -> dict[str, str]:
    return {f"bot{number}": "plays" for number in range(count)}


def records(db: Path) -> list[GameRecord]:
    with Store.open(db) as store:
        return list(store.records())


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_configuration_of_the_project_has_a_plan(arena: Arena, path: Path) -> None:
    """It can be read as it stands, and says what it will play."""
    text = path.read_text()
    if "build/random_bot" in text and not (ROOT / "bots" / "build" / "random_bot").exists():
        pytest.skip("its C++ bot is built by hand")
    assert isinstance(load_contest(path), Contest)
    result = arena("run", path, "--dry-run", "--trial", 0)
    assert result.exit_code == 0, result.stderr
    plan = result.stdout.splitlines()
    form = yaml.safe_load(text).get("format")
    assert form is None or plan[0].startswith(f"format: {form}: ")
    assert form == "ladder" or any(line.startswith("games: ") for line in plan)
    assert os.listdir() == []


@pytest.mark.parametrize(
    ("keys", "games", "stages"),
    [
        ({"format": "gauntlet", "seeded": ["bot0"], "deals": 2}, 12, 0),
        ({"format": "swiss", "seats": 3, "deals": 1}, 6, 2),
        ({"format": "knock-out", "deals": 1}, None, None),
    ],
    ids=["gauntlet", "swiss", "knock-out"],
)
def test_a_format_is_planned_played_and_told(
    arena: Arena, tmp_path: Path, mark: str, keys: dict[str, Any], games: int | None, stages: int | None
) -> None:
    """D46: as many games as the plan says; the table again is the same, and so is another run, which plays nothing."""
    write_contest(tmp_path, mark, players(4), **keys)
    plan = arena("run", "c.yaml", "--dry-run", "--trial", 0).stdout
    result = arena("run", "c.yaml")
    assert result.exit_code == 0, result.stderr
    played = records(tmp_path / "c.db")
    said = re.findall(r"^games: (\d+)(?:\D.* to (\d+))?", plan, re.MULTILINE)[-1]
    least, most = int(said[0]), int(said[1] or said[0])
    assert least <= len(played) <= most
    if games is not None:
        assert (len(played), least, most) == (games, games, games)
    with Store.open(tmp_path / "c.db") as store:
        assert stages in (None, len(store.stages()))
    if keys["format"] == "gauntlet":
        assert all("bot0" in record.seating for record in played)
        assert len({record.group for record in played}) == 2
    before = lasting(tmp_path / "c.db")
    assert arena("table", "c.db").stdout == arena("run", "c.yaml").stdout == result.stdout
    assert lasting(tmp_path / "c.db") == before
    found = json.loads(arena("table", "c.db", "--format", "json").stdout)
    assert found["finished_games"] == len(played)
    assert (found["by_format"] is None) == (keys["format"] == "gauntlet")
    assert arena("verify", "c.db").exit_code == 0


@pytest.mark.parametrize(
    ("format", "games"),
    [pytest.param("knock-out", None, marks=pytest.mark.slow), ("ladder", 24)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_kills_at_random_moments_change_nothing(
    tmp_path: Path, mark: str, plug_in: Path, format: str, games: int | None
) -> None:
    """D42: the bracket, the stages and the table are those of a contest in peace."""
    # Apart, for all files in the folder of a bot tell its versions in a ladder from each other.
    bots = tmp_path / "bots"
    bots.mkdir()
    config = write_contest(bots, mark, players(4), format=format, deals=2)
    report = kill_and_resume(config, tmp_path, 2, 1, environment(mark, plug_in), games)
    assert report.problems == []
    assert report.games == (24 if games else report.games) > 0
    assert report.stages > 1


def test_without_a_seed_every_deal_is_another(arena: Arena, tmp_path: Path, mark: str) -> None:
    """D47: 200 games, 200 deals, each in its record, and the master seed that they come from is told."""
    write_contest(tmp_path, mark, players(2), seed=None, deals=200, seatings="fixed")
    result = arena("run", "c.yaml")
    assert result.exit_code == 0
    played = records(tmp_path / "c.db")
    assert len(played) == len({record.deal for record in played}) == 200
    (seed,) = re.findall(r"master seed (\w+);", result.stderr)
    assert arena("run", "c.yaml", "--seed", seed, "--db", "again.db", "--games", 5).exit_code == 0
    assert lasting(tmp_path / "again.db") == lasting(tmp_path / "c.db")[:5]


def test_five_time_losses_are_five_everywhere(arena: Arena, tmp_path: Path, mark: str) -> None:
    """D58: in the run's own words, the table, the CSV, the JSON, the list of games and the records."""
    time = {"move_ms": 400}
    write_contest(tmp_path, mark, {"a": "plays", "slow": "silent"}, deals=5, seatings="fixed", time=time)
    result = arena("run", "c.yaml", "--jobs", 1)
    assert "5 of 5 games, 100 %" in result.stderr
    assert result.stderr.rstrip().endswith("faults 5")
    assert re.search(r" slow .* time 5 \(forfeits 5\)\n", result.stdout)
    assert "Faults: time 5; seats that forfeited: 5." in result.stdout
    assert sum(len(record.faults) for record in records(tmp_path / "c.db")) == 5
    found = json.loads(arena("table", "c.db", "--format", "json").stdout)
    assert (found["faults"], found["forfeits"]) == ({"time": 5}, 5)
    rows = {row["bot"]: row for row in found["rows"]}
    assert (rows["slow"]["faults"], rows["slow"]["forfeits"], rows["slow"]["played_out"]) == ({"time": 5}, 5, 0)
    assert (rows["a"]["faults"], rows["a"]["forfeits"], rows["a"]["played_out"]) == ({}, 0, 5)
    table = csv.DictReader(io.StringIO(arena("table", "c.db", "--format", "csv").stdout))
    assert {row["bot"]: row["faults_time"] for row in table} == {"a": "0", "slow": "5"}
    assert arena("games", "c.db", "--verdict", "time").stdout.endswith("\n5 games\n")


def test_names_that_look_like_numbers_stay_names(arena: Arena, tmp_path: Path, mark: str) -> None:
    """D63, D65: from the file to the page of a Swiss, and back to a command that asks for one of them."""
    names = ["no", "007", "1e3", "1:30", "1_000"]
    config = write_contest(tmp_path, mark, {}, format="swiss", deals=1)
    bot = '{command: "{python} -S bot.py plays", env: {ARENA_TEST_MARK: "' + mark + '"}}'
    lines = [line for line in config.read_text().splitlines() if not line.startswith("bots")]
    config.write_text("\n".join([*lines, "bots:", *(f"  {name}: {bot}" for name in names), ""]))
    result = arena("run", "c.yaml")
    assert result.exit_code == 0, result.stderr
    found = json.loads(arena("table", "c.db", "--format", "json").stdout)
    assert {row["bot"] for row in found["by_format"]["rows"]} == {row["bot"] for row in found["rows"]} == set(names)
    first = result.stdout.split("\n\n")[1].splitlines()[2:]
    assert sorted(line.split()[1] for line in first) == sorted(names)
    assert int(arena("games", "c.db", "--bot", "007").stdout.splitlines()[-1].split()[0]) > 0


def test_a_seed_names_the_same_luck_and_never_how_much_is_played(arena: Arena, tmp_path: Path, mark: str) -> None:
    """D44: in a Swiss, too: one game is one game."""
    write_contest(tmp_path, mark, players(3), format="swiss", seed="0")
    assert arena("run", "c.yaml", "--games", 1).exit_code == 0
    assert [record.number for record in records(tmp_path / "c.db")] == [0]
    plans = [arena("run", "c.yaml", "--dry-run", "--trial", 0, "--seed", seed).stdout for seed in ("0", "another")]
    assert plans[0] == plans[1]
    assert Counter(plans[0].split())["rotations,"] == 1
