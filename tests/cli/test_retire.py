"""`arena retire`: in any format, also from another process while the contest runs."""

from __future__ import annotations

import subprocess
from pathlib import Path
from subprocess import PIPE

from arena.store import Store
from tests.cli.conftest import Arena
from tests.contest.contests import command, environment, write_contest

PLAYERS = {"a": "plays", "b": "plays", "c": "plays"}


def test_a_bot_is_retired_while_its_contest_runs(arena: Arena, tmp_path: Path, mark: str, plug_in: Path) -> None:
    """The run hears of it, plays on without it and ends well; all of it holds."""
    write_contest(tmp_path, mark, PLAYERS, deals=400, format="swiss")
    with subprocess.Popen(
        command("run", "c.yaml"), cwd=tmp_path, env=environment(mark, plug_in), stdout=PIPE, stderr=PIPE, text=True
    ) as run:
        assert run.stderr is not None
        begun = next(line for line in run.stderr if line.startswith("round 1"))
        result = arena("retire", "c.db", "b", "--why", "its author\nasked")
        assert (result.exit_code, result.stderr) == (0, "")
        out, err = run.communicate()
    assert run.returncode == 0, begun + err
    said = "retire: b was retired: its author asked: left out of the games that follow; what it played counts"
    assert said in err.splitlines()
    assert "b (retired)" in out
    assert "Retired, which is to say told to play no further; what they have played counts:\nb was retired: its" in out
    assert arena("verify", "c.db").exit_code == 0
    assert arena("run", "c.yaml").exit_code == 0


def test_who_cannot_be_retired_is_told(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, PLAYERS)
    assert arena("run", "c.yaml", "--games", 1).exit_code == 0
    result = arena("retire", "c.db", "nobody")
    assert (result.exit_code, result.stderr) == (2, "there is no bot 'nobody' in c.db; there are: a, b, c\n")
    result = arena("retire", "c.db", "a", "--why", "x" * 201)
    assert (result.exit_code, result.stderr) == (2, "--why has 201 characters, and a table has room for 200\n")
    assert arena("retire", "none.db", "a").exit_code == 2
    assert arena("retire", "c.db", "a").stdout.startswith("a is retired: it plays no further")
    assert arena("retire", "c.db", "a", "--why", "late").stdout == "a was retired before\n"


def test_a_retirement_is_in_a_bundle(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, PLAYERS, format="knock-out")
    assert arena("run", "c.yaml", "--games", 1).exit_code == 0
    assert arena("retire", "c.db", "a").exit_code == 0
    assert arena("run", "c.yaml").exit_code == 0
    assert arena("seal", "c.db", "-o", "b.zip").exit_code == 0
    result = arena("verify", "b.zip")
    assert result.exit_code == 0, result.stdout
    assert "stages, by the format: holds" in result.stdout


def test_a_bot_of_a_ladders_configuration_is_retired(arena: Arena, tmp_path: Path, mark: str) -> None:
    """Which has no file that could be removed; by either command, and for good."""
    (tmp_path / "entries").mkdir()
    players = PLAYERS | {"d": "plays"}
    write_contest(tmp_path, mark, players, format="ladder", entries="entries")
    assert arena("run", "c.yaml", "--games", 4).exit_code == 0
    assert arena("ladder", "retire", "c.db", "a").exit_code == 0
    assert arena("retire", "c.db", "b").exit_code == 0
    result = arena("run", "c.yaml", "--games", 12)
    assert result.exit_code == 0, result.stderr
    assert {"entries: a retires", "entries: b retires"} <= set(result.stderr.splitlines())
    assert "a (retired)" in result.stdout
    with Store.open(tmp_path / "c.db") as store:
        late = [record.seating for record in store.records() if record.number >= 8]
    assert {name for seating in late for name in seating} == {"c", "d"}
    assert arena("verify", "c.db").exit_code == 0
