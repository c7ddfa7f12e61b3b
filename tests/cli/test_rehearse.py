"""`arena rehearse`, with a few rogues; all of them are played in `tests/bots`."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import NoReturn

import pytest
import yaml

from arena import rehearsal
from arena.rehearsal.rehearse import Finding, Rehearsal
from arena.rehearsal.rogues import Rogue, read_rogue
from arena.store import Store, StoreError
from tests.cli.conftest import Arena
from tests.contest.contests import BOT, MARK

BWRAP = pytest.mark.skipif(shutil.which("bwrap") is None, reason="there is no bwrap here")


@pytest.fixture
def config(tmp_path: Path, mark: str) -> Path:
    """A contest whose two bots have a folder of their own; the second has the habit that is written for it."""
    return write_config(tmp_path, mark)


def write_config(tmp_path: Path, mark: str, habit: str = "plays") -> Path:
    bots = tmp_path / "bots"
    bots.mkdir()
    (bots / "bot.py").write_text(BOT)
    for folder in (tmp_path, bots):
        folder.chmod(0o755)
    entries = {
        name: {"command": f"{{python}} -S bot.py {how}", "dir": str(bots), "env": {MARK: mark}}
        for name, how in (("first", "plays"), ("second", habit))
    }
    path = tmp_path / "c.yaml"
    path.write_text(yaml.safe_dump({"game": "bids", "seats": 2, "deals": 2, "seed": "s", "bots": entries}))
    return path


def only(*names: str) -> list[str]:
    return [word for name in names for word in ("--only", name)]


@pytest.mark.parametrize("sandbox", ["none", "rlimit", pytest.param("bwrap", marks=BWRAP)])
def test_each_rogue_has_a_line_with_the_guard_that_caught_it(arena: Arena, config: Path, sandbox: str) -> None:
    """And nothing is kept: no store, no logs."""
    done = arena("rehearse", config, "--sandbox", sandbox, *only("counts_from_one", "exits_with_3", "crlf", "raises"))
    assert done.exit_code == 0, done.output
    lines = [line.split(maxsplit=2) for line in done.stdout.splitlines()]
    assert lines[0] == ["your", "2", "bots: no fault in 1 game"]
    assert sorted(lines[1:5]) == [
        ["counts_from_one.py", "illegal", "the rules"],
        ["crlf.py", "none", "nothing to catch: no harm, no verdict"],
        ["exits_with_3.py", "exited", "the watch on its exit"],
        ["raises.py", "exited", "the watch on its exit"],
    ]
    assert done.stdout.endswith(
        f"4 rogues in sandbox {sandbox}: 4 as they must, 0 not, 0 not tried; 0 processes left\n"
    )
    assert sorted(os.listdir(config.parent)) == ["bots", "c.yaml"]


@BWRAP
def test_walls_hold_a_spy(arena: Arena, config: Path) -> None:
    """It looks for what it must not see, finds nothing and plays on."""
    done = arena("rehearse", config, "--sandbox", "bwrap", *only("reads_etc"))
    assert done.exit_code == 0, done.output
    assert re.search(r"^reads_etc.py +none +its own few files$", done.stdout, re.MULTILINE)


def test_what_a_sandbox_does_not_guard_against_is_red(arena: Arena, config: Path) -> None:
    """It is not tried, and the organiser is told so."""
    done = arena("rehearse", config, "--sandbox", "none", *only("reads_etc"))
    assert done.exit_code == 1
    assert "NOT TRIED  sandbox none does not guard against it" in done.stdout


def test_a_rogue_that_gets_another_verdict_is_red(
    arena: Arena, config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it would be where a guard fails."""
    folder = tmp_path / "rogues"
    folder.mkdir()
    (folder / "meek.py").write_text("# verdict: time; says: no answer\nraise SystemExit(3)\n")
    monkeypatch.setattr(rehearsal, "rogues_folder", lambda: folder)
    done = arena("rehearse", config)
    assert done.exit_code == 1
    assert "WRONG      it should get time, and got start-failure" in done.stdout
    assert "exited with code 3 before it answered" in done.stdout


def test_a_fault_of_the_contests_own_bots_is_told(arena: Arena, tmp_path: Path, mark: str) -> None:
    """Before the rogues, who then sit with those that play well."""
    done = arena("rehearse", write_config(tmp_path, mark, "illegal"), *only("exits_with_3"))
    assert done.exit_code == 1
    assert done.stdout.startswith("your 2 bots: 1 fault in 1 game\n  second: illegal: ")
    assert "exits_with_3.py" in done.stdout


def test_a_bot_that_cannot_be_built_stays_away(arena: Arena, config: Path) -> None:
    """The others play, and so do the rogues; no log is named, since none is kept."""
    contest = yaml.safe_load(config.read_text())
    contest["bots"]["third"] = contest["bots"]["first"] | {"build": "sh -c 'echo no main; exit 3'"}
    config.write_text(yaml.safe_dump(contest))
    done = arena("rehearse", config, *only("exits_with_3"))
    assert done.exit_code == 1
    assert "building third ... FAILED: it exited with code 3\n  no main\n" in done.stderr
    assert ".log" not in done.stderr
    assert done.stdout.startswith("your 3 bots: no fault in 1 game\n")
    assert "1 rogues in sandbox none: 1 as they must" in done.stdout


def test_a_rogue_is_not_taken_for_a_bot_of_its_name(arena: Arena, config: Path) -> None:
    """Both sit in its game, and each does what it does."""
    config.write_text(config.read_text().replace("first:", "exits_with_3.py:").replace("second:", "third:"))
    done = arena("rehearse", config, *only("exits_with_3"))
    assert done.exit_code == 0, done.output
    assert "1 rogues in sandbox none: 1 as they must, 0 not" in done.stdout


def test_a_game_that_came_to_nothing_is_no_bots_fault(arena: Arena, config: Path) -> None:
    """And no success."""
    config.write_text(config.read_text().replace("game: bids", "game: buggy"))
    done = arena("rehearse", config, *only("exits_with_3"))
    assert done.exit_code == 1
    assert done.stdout.startswith("your 2 bots: no fault in 1 game, of which 1 did not finish\n  game 0 is error: ")


def test_who_was_kept_from_the_machine_by_the_others_plays_again_alone(
    arena: Arena, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rogue that computes needs the processor to be late."""
    tried: list[str] = []
    real = Rehearsal._try

    async def crowded(self: Rehearsal, number: int, rogue: Rogue) -> Finding:
        tried.append(rogue.name)
        if tried.count(rogue.name) == 1 and rogue.name == "raises.py":
            return Finding(rogue=rogue, wrong="its game is void", void=True)
        return await real(self, number, rogue)

    monkeypatch.setattr(Rehearsal, "_try", crowded)
    done = arena("rehearse", config, *only("raises", "exits_with_3"))
    assert done.exit_code == 0
    assert "2 rogues in sandbox none: 2 as they must, 0 not" in done.stdout
    assert sorted(tried) == ["exits_with_3.py", "raises.py", "raises.py"]


def test_a_rehearsal_that_could_not_be_played_is_none(
    arena: Arena, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that is full; the run has said why."""

    def full(*_: object) -> NoReturn:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Store, "add", full)
    done = arena("rehearse", config, *only("exits_with_3"))
    assert (done.exit_code, done.stdout) == (1, "")
    assert "the disk is full" in done.stderr


def test_an_unknown_rogue_is_named(arena: Arena, config: Path) -> None:
    """With the folder where they are."""
    done = arena("rehearse", config, *only("no_such_sin"))
    assert done.exit_code == 2
    assert "there is no rogue no_such_sin; see " in done.stderr


@pytest.mark.parametrize("line", ["", "# verdict: late", "# verdict", "verdict: time", "# verdict: time, in: none"])
def test_a_rogue_must_say_what_it_deserves(tmp_path: Path, line: str) -> None:
    """In its first line, in the words of the protocol."""
    path = tmp_path / "rogue.py"
    path.write_text(f"{line}\n# verdict: time\n")
    with pytest.raises(ValueError, match="says no verdict"):
        read_rogue(path)


def test_a_rogue_names_a_wall_that_there_is(tmp_path: Path) -> None:
    """Else nobody would be told what holds it."""
    path = tmp_path / "rogue.py"
    path.write_text("# verdict: none; in: bwrap; by: magic\n")
    with pytest.raises(ValueError, match="there is no wall 'magic': files, "):
        read_rogue(path)
