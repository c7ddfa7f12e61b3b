"""Games are found by name, in the box and in installed packages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.games import GameCannotLoad, UnknownGame, family_names, find_family, find_game, game_names, registry

TOYS = "from dataclasses import replace\nfrom arena.games.toys import BIDS"
FAMILY = """
from dataclasses import replace
from arena.games import GameFamily
from arena.games.toys import BIDS

GAMES = {f"toys.{name}": replace(BIDS, name=f"toys.{name}") for name in ("bids", "more_bids")}

def find(name):
    if name == "toys.dice":
        raise ValueError("its dice are not drawn from a deal")
    if name == "toys.odd":
        raise RuntimeError("over a stone")
    return GAMES[name]

GAME = GameFamily(name="toys", title="Toys", names=lambda: sorted(GAMES), find=find)
"""
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a package with one game, or one family, on the path, as pip would: `install(game, module, source)`."""
    monkeypatch.syspath_prepend(tmp_path)
    modules = set(sys.modules)

    def install(game: str, module: str, source: str, group: str = "arena.games") -> None:
        (tmp_path / f"{module}.py").write_text(source)
        info = tmp_path / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{group}]\n{game} = {module}:GAME\n")
        _forget()

    yield install
    for module in set(sys.modules) - modules:
        del sys.modules[module]
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    registry._entries.cache_clear()
    registry.find_game.cache_clear()
    registry.find_family.cache_clear()


def test_names_are_sorted_and_each_is_that_of_its_game() -> None:
    """What a configuration may say is what the game calls itself."""
    names = game_names()
    assert "gunrunners" in names
    assert names == sorted(names) == [find_game(name).name for name in names]


def test_the_same_name_gives_the_same_game() -> None:
    """A game is loaded once."""
    assert find_game("gunrunners") is find_game("gunrunners")


def test_an_unknown_name_says_what_was_meant_and_what_there_is() -> None:
    """Did you mean, and the list of all games."""
    with pytest.raises(UnknownGame, match="no game 'gunruners'; did you mean 'gunrunners'") as caught:
        find_game("gunruners")
    assert ", ".join(game_names()) in str(caught.value)


def test_a_name_like_no_other_gets_no_guess() -> None:
    """A wild guess would only mislead."""
    with pytest.raises(UnknownGame, match=r"no game 'zzz' \(games here: "):
        find_game("zzz")


def test_a_game_of_an_installed_package_is_found(install: Install) -> None:
    """By the entry-point group `arena.games`, beside those in the box."""
    install("bids", "toy_bids", "from arena.games.toys import BIDS as GAME\n")
    assert {"bids", "gunrunners"} <= set(game_names())
    assert find_game("bids").title == "Bids"


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("raise RuntimeError('no licence')", r"RuntimeError\('no licence'\)"),
        ("import a_package_that_is_not_here", "a_package_that_is_not_here"),
        ("import sys; sys.exit(3)", r"SystemExit\(3\)"),
        ("", "GAME"),
    ],
)
def test_a_package_that_cannot_be_imported_is_named(install: Install, source: str, problem: str) -> None:
    """The message has the game, where it comes from and what it raised; other games still load."""
    install("broken", "broken_game", source)
    with pytest.raises(GameCannotLoad, match=f"'broken' from 'broken_game:GAME' cannot be loaded: .*{problem}"):
        find_game("broken")
    assert "broken" in game_names()
    assert find_game("gunrunners").name == "gunrunners"


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("GAME = []", "it is a list and must be an instance of `arena.games.Game`, "),
        (
            "class Bids:\n    name = 'bids'\nGAME = Bids()",
            "it is a Bids and must be an instance of ",
        ),
        ("from arena.games import Game as GAME", "it is the class Game and must be an instance of "),
        (
            "from arena.games import Game\nGAME = Game(name='bids')",
            r"TypeError\(.*missing 14 required .*title.*version",
        ),
        ("GAME = replace(BIDS, version='1.0')", "`version` must be a whole number, not '1.0'"),
        ("class Odd:\n    def __repr__(self): 1 / 0\nGAME = replace(BIDS, tell=Odd())", "ZeroDivisionError"),
    ],
)
def test_what_is_no_proper_game_is_refused(install: Install, source: str, problem: str) -> None:
    """So that no command need doubt a game; the message has the game, where it comes from and what is wrong."""
    install("bids", "improper_game", f"{TOYS}\n{source}\n")
    with pytest.raises(GameCannotLoad, match=f"^game 'bids' from 'improper_game:GAME' .*: {problem}"):
        find_game("bids")
    assert find_game("gunrunners").name == "gunrunners"


def test_a_game_must_be_offered_under_its_own_name(install: Install) -> None:
    """Records name a game by what it calls itself; all that is wrong beside it is told as well."""
    install("alias", "aliased_game", f"{TOYS}\nGAME = replace(BIDS, version=None)\n")
    told = "`version` must be a whole number, not None; `name` is 'bids' and must be the one it is offered by, 'alias'"
    with pytest.raises(GameCannotLoad, match=told):
        find_game("alias")


def test_a_package_cannot_replace_a_game_in_the_box(install: Install) -> None:
    """The rules that a contest names are the ones shipped, whatever else is installed."""
    install("gunrunners", "impostor", "raise RuntimeError('never imported')")
    assert game_names().count("gunrunners") == 1
    assert find_game("gunrunners").new.__module__.startswith("arena.games.gunrunners")


def test_the_games_of_a_family_are_found_by_its_name(install: Install) -> None:
    """By the entry-point group `arena.game_families`; nothing of it is loaded before one of them is asked for."""
    install("toys", "toy_family", FAMILY, "arena.game_families")
    assert family_names() == ["toys"]
    assert "toys.bids" not in game_names()
    assert find_game("gunrunners").name == "gunrunners"
    assert "toy_family" not in sys.modules
    assert find_game("toys.more_bids").name == "toys.more_bids"
    assert find_family("toys").names() == ["toys.bids", "toys.more_bids"]


@pytest.mark.parametrize(
    ("name", "kind", "problem"),
    [
        ("toys.bid", UnknownGame, r"no game 'toys\.bid'; did you mean 'toys\.bids'.*toys\.NAME, as `arena list toys`"),
        ("toy.bids", UnknownGame, r"no game 'toy\.bids'"),
        ("toys.dice", GameCannotLoad, r"'toys\.dice' cannot be played: its dice are not drawn from a deal$"),
        (
            "toys.odd",
            GameCannotLoad,
            r"'toys\.odd' of 'toy_family:GAME' cannot be made: RuntimeError",
        ),
    ],
)
def test_what_a_family_has_not_is_told(install: Install, name: str, kind: type[Exception], problem: str) -> None:
    """A name that is none, one that it knows and does not play, and a fault of its own are three things."""
    install("toys", "toy_family", FAMILY, "arena.game_families")
    with pytest.raises(kind, match=problem):
        find_game(name)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("GAME = []", "it is a list"),
        (FAMILY.replace('name="toys"', 'name="others"'), "its `name` is 'others'"),
        ("1 / 0", r"cannot be loaded: ZeroDivisionError"),
    ],
)
def test_what_is_no_proper_family_is_refused(install: Install, source: str, problem: str) -> None:
    """Other games are found all the same."""
    install("toys", "odd_family", source, "arena.game_families")
    with pytest.raises(GameCannotLoad, match=f"the family 'toys' from 'odd_family:GAME' .*{problem}"):
        find_game("toys.bids")
    assert find_game("gunrunners").name == "gunrunners"


def test_a_game_of_its_own_goes_before_one_of_a_family(install: Install) -> None:
    """A dot in its name makes it no part of a family."""
    install("toys", "toy_family", FAMILY, "arena.game_families")
    source = (
        "from dataclasses import replace\nfrom arena.games.toys import BIDS\nGAME = replace(BIDS, name='toys.bids')"
    )
    install("toys.bids", "lone_bids", f"{source}\nGAME = replace(GAME, title='Alone')\n")
    assert find_game("toys.bids").title == "Alone"


def test_a_game_of_a_family_must_have_its_full_name(install: Install) -> None:
    """Records are found by it."""
    install("toys", "toy_family", FAMILY.replace('replace(BIDS, name=f"toys.{name}")', "BIDS"), "arena.game_families")
    with pytest.raises(GameCannotLoad, match=r"`name` is 'bids' and must be the one it is offered by, 'toys\.bids'"):
        find_game("toys.bids")
