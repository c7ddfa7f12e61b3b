"""The page on tournaments like Axelrod's: its files are a game that keeps the laws, bots, and a contest whose results
can be worked out by hand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
from pathlib import Path

import pytest

from arena.games import Game, laws
from arena.referee import GameRecord, replay
from arena.store import Store
from tests.contest.contests import ROOT

PAGE = (ROOT / "docs" / "axelrod.md").read_text()
FILES = re.findall(r"^## [\w ]+: `([\w.]+)`$", PAGE, re.MULTILINE)

AMONG = {("tit_for_tat", "defector"): (199, 204), ("grudger", "defector"): (199, 204)}
AMONG |= {("tit_for_two_tats", "defector"): (198, 208), ("pavlov", "defector"): (100, 600)}
AMONG |= {("cooperator", "defector"): (0, 1000)}
"""What 200 rounds give by the payoffs 5, 3, 1, 0: each round before the retaliation costs 0 and gives 5, then all is 1;
who changes after each loss gets 0 and 1 in turns. Two others cooperate throughout."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page, installed as pip would."""
    place = tmp_path_factory.mktemp("prisoners")
    shown = re.findall(r"^```(?:python|toml|yaml)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    for name, text in zip([FILES[0], "pyproject.toml", *FILES[1:]], shown, strict=True):
        (place / name).write_text(text)
    info = place / "arena_prisoners-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arena-prisoners\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[arena.games]\nprisoners = prisoners:GAME\n")
    return place


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    spec = spec_from_file_location("prisoners", folder / "prisoners.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    made: Game = module.GAME
    return made


@pytest.fixture(scope="module")
def record(folder: Path) -> GameRecord:
    """The first game of the page's contest."""
    environment = {**os.environ, "PYTHONPATH": f"{folder}:{ROOT}"}
    command = [sys.executable, "-m", "arena", "run", "tournament.yaml", "--games", "1"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    with Store.open(folder / "tournament.db") as store:
        (only,) = store.records()
    return only


@pytest.mark.parametrize("seats", [2, 3])
def test_the_game_keeps_the_laws(game: Game, seats: int) -> None:
    options = game.options_type(rounds=2)
    checks = (laws.check_rules, laws.check_determinism, laws.check_clone, laws.check_illegal_moves, laws.check_twins)
    for check in checks:
        assert check(game, seats, 2, options=options) > 0


def test_every_meeting_is_exact(game: Game, record: GameRecord) -> None:
    """What each pair has collected, meeting by meeting."""
    assert not record.faults
    before = [0] * record.seats
    met = 0
    for step in replay(record, game):
        if met < (done := 15 - len(step.state.meetings)):  # type: ignore[attr-defined]
            pair = list(combinations(range(6), 2))[met]
            now = step.state.public().scores  # type: ignore[attr-defined]
            names, got = [record.seating[seat] for seat in pair], [now[seat] - before[seat] for seat in pair]
            if "defector" in names and names[0] == "defector":
                names, got = names[::-1], got[::-1]
            assert tuple(got) == AMONG.get((names[0], names[1]), (600, 600)), names
            before, met = list(now), done
    assert met == 15


def test_the_page_shows_what_comes_of_it(folder: Path, record: GameRecord) -> None:
    """The last line of `arena show`, and the totals that are worked out there."""
    environment = {**os.environ, "PYTHONPATH": f"{folder}:{ROOT}"}
    command = [sys.executable, "-m", "arena", "show", "tournament.db", "0", "--spoil"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    last = done.stdout.splitlines()[-1]
    assert last.startswith("outcome: 1. tit_for_tat (seat 2) with 2599")
    assert f"```text\n{last}\n```" in PAGE
    totals = {"tit_for_tat": 2599, "grudger": 2599, "tit_for_two_tats": 2598, "pavlov": 2500}
    totals |= {"cooperator": 2400, "defector": 2216}
    for name, total in totals.items():
        assert f"{name} (seat {record.seating.index(name)}) with {total}" in last
