"""`arena laws`: what it says of a game, and how it ends."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Arena

BROKEN = """
from dataclasses import replace
from arena.games.toys import LANTERNS

class Leaky(type(LANTERNS.new(LANTERNS.options_type(), 2, __import__("arena.games").games.Deal("x")))):
    def public(self):
        from msgspec.structs import replace
        return replace(super().public(), box=self.hands[0].count("red"))

def new(*given):
    honest = LANTERNS.new(*given)
    return Leaky(honest.hands, honest.box, honest.table)

GAME = replace(LANTERNS, name="leaky", new=new)
VERSIONLESS = replace(LANTERNS, version=None)
"""


@pytest.fixture
def module(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game in a file of this folder that nobody has installed."""
    Path("leaky_rules.py").write_text(BROKEN)
    monkeypatch.delitem(sys.modules, "leaky_rules", raising=False)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return "leaky_rules"


def test_a_game_that_keeps_them_exits_with_0(arena: Arena) -> None:
    result = arena("laws", "bids", "--games", 1)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "twins, 5 seats: holds at 3 positions of 1 games" in result.stdout
    assert result.stdout.endswith("bids keeps all laws, as far as 60 positions can show it.\n")


def test_what_broke_exits_with_1_and_is_told_with_its_place(arena: Arena, module: str) -> None:
    """Of a module of this folder, with the line of the method."""
    result = arena("laws", f"{module}:GAME", "--games", 5, "--html", "laws.html")
    assert result.exit_code == 1
    line = BROKEN.splitlines().index("    def public(self):") + 1
    assert f"in Leaky.public, leaky_rules.py:{line}" in result.stdout
    assert "leaky breaks 1 of 5 laws: twins." in result.stdout
    assert result.stderr == "written: laws.html\n"
    assert f"leaky_rules.py:{line}" in Path("laws.html").read_text()


def test_what_is_no_proper_game_exits_with_1(arena: Arena, module: str) -> None:
    result = arena("laws", f"{module}:VERSIONLESS")
    assert result.exit_code == 1
    assert "is no proper game yet: `version` must be a whole number, not None" in result.stdout


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("bidz", "did you mean 'bids'?"),
        ("nowhere_at_all:GAME", "cannot be loaded: ModuleNotFoundError"),
        ("leaky_rules:NONE", "cannot be loaded: AttributeError"),
    ],
)
def test_no_such_game_exits_with_2(arena: Arena, module: str, name: str, why: str) -> None:
    result = arena("laws", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert why in result.stderr


def test_a_mistake_in_the_module_is_told_with_its_line(arena: Arena, module: str) -> None:
    Path("mistaken.py").write_text("x = 1\ndef wrong(:\n")
    result = arena("laws", "mistaken:GAME")
    assert result.exit_code == 2
    assert "SyntaxError('invalid syntax')" in result.stderr
    assert "mistaken.py:2" in result.stderr


def test_json_is_all_that_is_printed(arena: Arena) -> None:
    result = arena("laws", "bids", "--games", 1, "--options", '{"rounds": 5}', "--json")
    told = json.loads(result.stdout)
    assert told["holds"] is True
    assert told["options"]["rounds"] == 5
    assert told["coverage"]["decisions"] == [5, 5, 5]


@pytest.mark.parametrize("options", ["{", '{"rounds": 9}', '{"round": 3}'])
def test_wrong_options_exit_with_2(arena: Arena, options: str) -> None:
    result = arena("laws", "bids", "--options", options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("--options: ")


def test_a_page_that_cannot_be_written_is_named(arena: Arena) -> None:
    result = arena("laws", "bids", "--games", 1, "--html", "nowhere/laws.html")
    assert result.exit_code == 2
    assert "nowhere/laws.html cannot be written: No such file or directory" in result.stderr
