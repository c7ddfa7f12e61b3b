"""A bot that is rebuilt: while its contest runs the version plays on that it began with, and the next run says so."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from arena.store import Store
from tests.cli.conftest import Arena
from tests.contest.contests import BOT, MARK

HELPED = "from helper import name\n" + BOT
"""It needs a module that no command names."""
SPOILS = 'import os\nfor path in os.environ["SPOILS"].split(":"):\n    open(path, "w").write("raise SystemExit(3)")\n'


def write(folder: Path, mark: str, **keys: object) -> Path:
    """Whoever starts as the second spoils the helper of both where it lies, and of a third bot."""
    for name in ("own", "loose"):
        (folder / name).mkdir()
        (folder / name / "bot.py").write_text(HELPED)
        (folder / name / "helper.py").write_text('name = "helped"\n')
    (folder / "spoiler").mkdir()
    (folder / "spoiler" / "bot.py").write_text(SPOILS + BOT)
    helpers = ":".join(str(folder / name / "helper.py") for name in ("own", "loose"))
    bots = {
        "own": {"command": "{python} -S bot.py", "dir": "own", "env": {MARK: mark}},
        "loose": {"command": "{python} -S loose/bot.py", "env": {MARK: mark}},
        "spoiler": {"command": "{python} -S bot.py", "dir": "spoiler", "env": {MARK: mark, "SPOILS": helpers}},
    }
    path = folder / "c.yaml"
    base = {"game": "bids", "seats": 2, "deals": 2, "seed": "s", "restart": "game", "jobs": 1, "bots": bots}
    path.write_text(yaml.safe_dump(base | keys))
    return path


def test_the_version_that_began_plays_to_the_end(arena: Arena, tmp_path: Path, mark: str) -> None:
    """Each game has new processes, and what they need was spoiled in the first."""
    write(tmp_path, mark)
    result = arena("run", "c.yaml")
    assert result.exit_code == 0, result.stderr
    assert (tmp_path / "own" / "helper.py").read_text().startswith("raise")
    with Store.open(tmp_path / "c.db") as store:
        records = list(store.records())
    assert len(records) == 12
    assert not any(record.faults for record in records)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.db", "c.yaml", "loose", "own", "spoiler"]


@pytest.mark.parametrize("name", ["own", "loose"])
def test_the_next_run_says_that_it_has_changed(arena: Arena, tmp_path: Path, mark: str, name: str) -> None:
    """Whichever file it is; what was put beside the files of a bot without a folder is no change of it."""
    write(tmp_path, mark)
    assert arena("run", "c.yaml", "--games", 1).exit_code == 0
    for spoiled in ("own", "loose"):
        (tmp_path / spoiled / "helper.py").write_text('name = "helped"\n')
    (tmp_path / "loose" / "games.jsonl").write_text("an export")
    assert arena("run", "c.yaml", "--games", 2).exit_code == 0
    for spoiled in ("own", "loose"):
        (tmp_path / spoiled / "helper.py").write_text('name = "helped"\n')
    (tmp_path / name / "helper.py").write_text('name = "better"\n')
    result = arena("run", "c.yaml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"the files of the bot '{name}' have changed (hash was" in result.stderr
    assert "--force-new; --dry-run says which files make each bot" in result.stderr


def test_a_dry_run_says_what_makes_each_bot(arena: Arena, tmp_path: Path, mark: str) -> None:
    write(tmp_path, mark)
    (tmp_path / "own" / "data").symlink_to(tmp_path / "loose")
    result = arena("run", "c.yaml", "--dry-run")
    lines = " ".join(result.stdout.split())
    assert f"own: all in its dir: {tmp_path}/own, 3 files" in lines
    assert f"but not what these links lead to: data -> {tmp_path}/loose" in lines
    assert (
        f"loose: no dir of its own: programs and modules beside the files of its command: {tmp_path}/loose, 2 files"
        in lines
    )


def test_a_bundle_holds_all_that_makes_a_bot(arena: Arena, tmp_path: Path, mark: str) -> None:
    """The module that no command names, so that a game is played anew from the bundle alone."""
    write(tmp_path, mark)
    (tmp_path / "spoiler" / "bot.py").write_text(BOT)
    assert arena("run", "c.yaml").exit_code == 0
    assert arena("seal", "c.db", "-o", "b.zip", "--with-bots", "c.yaml").exit_code == 0
    for name in ("own", "loose"):
        (tmp_path / name / "helper.py").unlink()
    result = arena("verify", "b.zip", "--replay", 0, "--sandbox", "none")
    assert result.exit_code == 0, result.stdout + result.stderr
    result = arena("verify", "c.db", "--replay", 0, "--config", "c.yaml")
    assert "the files of own are others" in result.stderr
