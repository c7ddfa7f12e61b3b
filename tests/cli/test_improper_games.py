"""A plug-in that is no proper game costs no other one anything, and no command its head."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.games import find_game, game_names, registry
from tests.cli.conftest import Arena
from tests.contest.contests import write_contest

PLUG_IN = """
from msgspec import Struct

from dataclasses import replace

from arena.games.toys import BIDS as alias

class Needy(Struct):
    rounds: int

a_class = Needy
a_list = []
unversioned = replace(alias, name="unversioned", version=None)
needy = replace(alias, name="needy", options_type=Needy)
"""
WRONG = {
    "a_class": "it is the class Needy and must be an instance of `arena.games.Game`, `Game(name=..., ",
    "a_list": "it is a list and must be an instance of `arena.games.Game`, `Game(name=..., ",
    "alias": "`name` is 'bids' and must be the one it is offered by, 'alias'",
    "unversioned": "`version` must be a whole number, not None",
    "needy": "`options_type()` must make the default options",
}


@pytest.fixture(autouse=True)
def improper(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of `WRONG` are installed, beside the toys."""
    folder = tmp_path / "rules"
    info = folder / "improper-1.dist-info"
    info.mkdir(parents=True)
    (folder / "improper_rules.py").write_text(PLUG_IN)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: improper\nVersion: 1\n")
    offers = "".join(f"{name} = improper_rules:{name}\n" for name in WRONG)
    (info / "entry_points.txt").write_text(f"[arena.games]\n{offers}")
    monkeypatch.syspath_prepend(folder)
    registry._entries.cache_clear()
    find_game.cache_clear()


def test_the_list_goes_on_and_says_what_cannot_be_played(arena: Arena) -> None:
    """The games on stdout, what is wrong with the others on stderr, and 1 for whoever reads neither."""
    result = arena("list")
    assert result.exit_code == 1
    listed = [line.split(":")[0] for line in result.stdout.splitlines() if line and not line.startswith(" ")]
    assert listed == [name for name in game_names() if name not in WRONG]
    for name, wrong in WRONG.items():
        assert f"{name}: game {name!r} from 'improper_rules:{name}' is no proper game: {wrong}" in result.stderr


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize(
    "words",
    [
        ("run", "c.yaml"),
        ("check", "c.yaml", "a"),
        ("check", "--game", "{name}", "--", "true"),
        ("duel", "--config", "c.yaml", "a", "b"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_whoever_would_play_it_is_told_what_is_wrong(
    arena: Arena, tmp_path: Path, words: tuple[str, ...], name: str
) -> None:
    """As with anything else that is wrong in a configuration: exit 2."""
    write_contest(tmp_path, "", {"a": "plays", "b": "plays"}, game=name)
    result = arena(*(word.format(name=name) for word in words))
    assert result.exit_code == 2
    assert f"game {name!r} from 'improper_rules:{name}' is no proper game: {WRONG[name]}" in result.stderr
