"""Every configuration in the box runs as it is, also on a machine that has no more than its system and Python."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arena.contest import load_contest
from tests.cli.conftest import Arena, arena
from tests.contest.contests import ROOT
from tests.plug_in import mark, plug_in

__all__ = ["arena", "mark", "plug_in"]

CONFIGS = sorted((ROOT / "configs").glob("*.yaml"))
MISSING = ("node", "nodejs", "g++")


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The PATH leads to the system's programs, but not to those that a fresh machine may not have."""
    place = tmp_path / "bin"
    place.mkdir()
    for program in (*Path("/usr/bin").iterdir(), *Path("/usr/sbin").iterdir()):
        link = place / program.name
        if program.name not in MISSING and not link.exists():
            link.symlink_to(program)
    monkeypatch.setenv("PATH", str(place))


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.stem)
def test_a_configuration_plays_on_a_bare_machine(arena: Arena, bare: None, config: Path) -> None:
    """Bots whose programs are missing are left out, by name, and that is no trouble."""
    result = arena("run", config, "--games", 1)
    assert result.exit_code == 0, result.stderr
    assert "Games: 1 finished, 0 void" in result.stdout
    left_out = [line for line in result.stderr.splitlines() if "is left out" in line]
    absent = load_contest(config).absent
    assert [line.split(" ")[0] for line in left_out] == list(absent)
    assert all("is not in any folder of the PATH" in line for line in left_out)
    if config.stem == "gunrunners":
        assert list(absent) == ["javascript", "c++"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_what_has_to_be_built_is_built_by_the_run(arena: Arena) -> None:
    """Nobody compiles by hand."""
    result = arena("run", ROOT / "configs" / "gunrunners.yaml", "--games", 1)
    assert result.exit_code == 0, result.stderr
    assert "building c++ ... ok" in result.stderr
