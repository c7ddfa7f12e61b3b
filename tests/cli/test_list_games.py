"""`arena list`: games by themselves, and families of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.games import find_family, find_game, game_names, registry
from tests.cli.conftest import Arena
from tests.cli.test_completion import offered
from tests.games.test_registry import FAMILY


@pytest.fixture(autouse=True)
def family(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A family of two games is installed."""
    folder = tmp_path / "family"
    info = folder / "listed_family-1.dist-info"
    info.mkdir(parents=True)
    (folder / "listed_family.py").write_text(FAMILY)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: listed_family\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[arena.game_families]\ntoys = listed_family:GAME\n")
    monkeypatch.syspath_prepend(folder)
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    registry._entries.cache_clear()
    find_game.cache_clear()
    find_family.cache_clear()


def _listed(shown: str) -> list[str]:
    return [line.split(":")[0] for line in shown.splitlines() if line and not line.startswith(" ")]


def test_a_family_is_a_line_and_its_games_are_told_when_asked_for(arena: Arena) -> None:
    """A hundred games of one package would hide the others."""
    result = arena("list")
    assert _listed(result.stdout) == [*game_names(), "toys"]
    assert "toys: Toys; 2 games: `arena list toys` lists them" in result.stdout
    assert _listed(arena("list", "toys").stdout) == ["toys.bids", "toys.more_bids"]


def test_games_that_are_named_are_listed_alone(arena: Arena) -> None:
    """In that order; one that is not there ends with 2, one that cannot be played with 1."""
    assert _listed(arena("list", "toys.bids", "gangsta").stdout) == ["toys.bids", "gangsta"]
    assert arena("list", "gangsters").exit_code == 2
    refused = arena("list", "toys.dice")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "its dice are not drawn from a deal" in refused.stderr


@pytest.mark.parametrize(
    ("typed", "words"),
    [("to", ["toys."]), ("toys.", ["toys.bids", "toys.more_bids"]), ("toys.m", ["toys.more_bids"])],
)
def test_a_shell_is_offered_families_and_then_their_games(typed: str, words: list[str]) -> None:
    assert offered(f"arena laws {typed}") == [f"plain,{word}" for word in words]
