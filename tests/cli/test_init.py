"""`arena init`: a place to begin, wherever arena is installed."""

from __future__ import annotations

import ast
import re
import shutil
import sys
from pathlib import Path

import pytest

from arena.contest import load_contest
from arena.games import find_game
from arena.store import Store
from tests.cli.conftest import Arena

FILES = {"arena.yaml", "mine/my_bot.py", "random/random_bot.py", "protocol.md"}
BOX = ("gangsta", "grizzled", "gunrunners")


def files() -> set[str]:
    return {str(path) for path in Path().rglob("*") if path.is_file()}


def test_an_empty_folder_gets_a_contest_two_bots_and_the_page_for_authors(arena: Arena) -> None:
    """And it is said what each is, and what to type next, word for word."""
    result = arena("init")
    assert (result.exit_code, result.stderr) == (0, "")
    assert files() == FILES
    for name in FILES:
        assert re.search(rf"^  {name}  +\S", result.stdout, re.MULTILINE)
    assert "\n  arena run arena.yaml " in result.stdout
    assert "\n  arena table " in result.stdout
    assert max(map(len, result.stdout.splitlines()[1:])) <= 80


@pytest.mark.parametrize("game", BOX)
def test_what_is_written_plays_to_a_table_in_every_game_of_the_box(arena: Arena, game: str) -> None:
    """Without a fault, in a folder that it makes; the last line of its words works as it stands."""
    told = arena("init", "league/new", "--game", game).stdout
    assert "\n  cd league/new\n" in told
    config = "league/new/arena.yaml"
    contest = load_contest(config)
    assert (contest.game, list(contest.bots)) == (game, ["mine", "random"])
    result = arena("run", config, "--games", 8)
    assert result.exit_code == 0, result.stderr
    assert re.search(r"^[12] .* mine ", result.stdout, re.MULTILINE)
    with Store.open(Path("arena.db")) as store:
        records = list(store.records())
    assert len(records) == 8
    assert [fault for record in records for fault in record.faults] == []
    table = arena("table")
    assert (table.exit_code, table.stdout) == (0, result.stdout)


@pytest.mark.parametrize(
    ("game", "seats", "bots"),
    [("bids", (2, 3), 2), ("bids", (3, 4), 3), ("bids", (5,), 5), ("lanterns", (1, 2), 2), ("lanterns", (1,), 2)],
)
def test_games_of_other_packages_have_a_contest_too(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, game: str, seats: tuple[int, ...], bots: int
) -> None:
    """With as many bots as a game of theirs takes; partners may be one bot."""
    monkeypatch.setitem(vars(find_game(game)), "seats", seats)
    assert arena("init", "--game", game).exit_code == 0
    contest = load_contest("arena.yaml")
    assert contest.seats in seats
    assert len(contest.bots) == bots


@pytest.mark.parametrize("name", sorted(FILES))
def test_nothing_is_written_over(arena: Arena, name: str) -> None:
    """Not even beside: it is all or nothing."""
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text("mine")
    result = arena("init")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f". has {name} already, and nothing is written over: name another folder\n"
    assert files() == {name}
    assert Path(name).read_text() == "mine"


def test_other_files_do_not_matter(arena: Arena) -> None:
    """An environment, say, or notes."""
    Path(".venv").mkdir()
    Path("notes.txt").touch()
    assert arena("init").exit_code == 0
    assert files() == FILES | {"notes.txt"}


def test_a_link_that_leads_nowhere_is_not_followed(arena: Arena) -> None:
    Path("arena.yaml").symlink_to("elsewhere")
    assert arena("init").exit_code == 2
    assert not Path("elsewhere").exists()


def test_what_cannot_be_written_is_named_and_taken_back(arena: Arena) -> None:
    """Here a file stands where a folder must be."""
    Path("random").write_text("a file")
    result = arena("init")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("random cannot be written: ")
    assert files() == {"random"}


def test_a_game_that_there_is_not_is_told(arena: Arena) -> None:
    result = arena("init", "--game", "gunruners")
    assert result.exit_code == 2
    assert "did you mean 'gunrunners'?" in result.stderr
    assert files() == set()


@pytest.mark.parametrize("path", ["mine/my_bot.py", "random/random_bot.py"])
def test_its_bots_need_nothing_but_python(arena: Arena, path: str) -> None:
    """One file each, short enough to be read at once, that loads only what every Python has."""
    arena("init")
    text = Path(path).read_text()
    assert len(text.splitlines()) < 90
    loaded = {
        name
        for node in ast.walk(ast.parse(text))
        for name in (
            [node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in getattr(node, "names", [])]
        )
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert loaded <= sys.stdlib_module_names


def test_the_bots_play_in_the_jail_as_they_are(arena: Arena) -> None:
    """Each has a folder of its own, as strangers' bots must."""
    if shutil.which("bwrap") is None:
        pytest.skip("there is no bwrap on this machine")
    arena("init")
    result = arena("run", "arena.yaml", "--dry-run", "--sandbox", "bwrap")
    assert result.exit_code == 0, result.stderr
    assert "own folder of mine" in result.stdout
