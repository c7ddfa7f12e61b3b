"""`arena new-game`: what it writes is named, and its next commands are there."""

from __future__ import annotations

import re
from pathlib import Path

from arena.cli import commands
from tests.cli.conftest import Arena


def test_what_is_written_is_told_with_what_to_do_next(arena: Arena) -> None:
    """Each file that is named is there; each command is one of ours, pip's or pytest."""
    result = arena("new-game", "dice_game", "-o", "games/dice")
    assert (result.exit_code, result.stderr) == (0, "")
    for name in re.findall(r"^  (\S+[./]\S+)  +\w", result.stdout, re.MULTILINE):
        assert (Path("games/dice") / name).is_file(), name
    told = result.stdout.partition("Now:")[2]
    assert "  cd games/dice\n" in told
    for command in re.findall(r"^  arena (\S+)", told, re.MULTILINE):
        assert command in commands.commands
    assert len([path for path in Path("games/dice").rglob("*") if path.is_file()]) == int(
        re.findall(r"(\d+) files", result.stdout)[0]
    )


def test_the_folder_is_by_default_the_games(arena: Arena) -> None:
    assert arena("new-game", "dice_game", "--cooperative").exit_code == 0
    assert "cooperative=True" in Path("dice_game/dice_game/rules.py").read_text()


def test_what_is_refused_exits_with_2_in_a_line(arena: Arena) -> None:
    result = arena("new-game", "gunrunners")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "'gunrunners' cannot be the name of a new game: there is a game of that name; `arena list` has all\n"
    )
    Path("dice_game").mkdir()
    result = arena("new-game", "dice_game")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is there already, and nothing is written over" in result.stderr
