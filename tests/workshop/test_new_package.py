"""The package of a new game: what is written is a whole game of its own, of each kind, and nothing is written over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.workshop import new_package
from arena.workshop.scaffold import NewGameFailed, NoNewGame
from tests.contest.contests import ROOT

KINDS = {
    "plain_kind": (False, False),
    "team_kind": (True, False),
    "at_once_kind": (False, True),
    "team_at_once_kind": (True, True),
}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of each kind, installed as pip would."""
    place = tmp_path_factory.mktemp("packages")
    for name, (cooperative, simultaneous) in KINDS.items():
        new_package(name, place / name, cooperative, simultaneous)
        info = place / name / f"{name}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (info / "entry_points.txt").write_text(f"[arena.games]\n{name} = {name}:GAME\n")
    return place


def run(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A program of this Python in the folder of a package that is installed."""
    env = {**os.environ, "PYTHONPATH": f"{folder}:{ROOT}", **more}
    return subprocess.run([sys.executable, *words], cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_its_own_tests_pass(packages: Path) -> None:
    """Laws, rulings, what is made from the rules, and a contest of programs; `.ci/new-game` runs those of all kinds."""
    words = ["-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", "tests"]
    done = run(packages / "plain_kind", *words, ARENA_LAW_GAMES="1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


@pytest.mark.parametrize("name", KINDS)
def test_it_is_in_order(packages: Path, name: str) -> None:
    """As its own settings have it."""
    for words in ("check", "."), ("format", "--check", "."):
        done = run(packages / name, "-m", "ruff", *words, "--no-cache")
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("name", "acting", "cooperative"), [
    ("plain_kind", "(0,)", "False"), ("team_kind", "(0,)", "True"),
    ("at_once_kind", "(0, 1)", "False"), ("team_at_once_kind", "(0, 1)", "True"),
])  # fmt: skip
def test_it_is_of_the_kind_that_was_asked_for(packages: Path, name: str, acting: str, cooperative: str) -> None:
    """Who is to act first of two, and whether they win together."""
    code = (
        f"from arena.games import Deal, find_game; game = find_game({name!r}); "
        "print(game.new(game.options_type(), 2, Deal('x')).to_act(), game.cooperative)"
    )
    assert run(packages / name, "-c", code).stdout == f"{acting} {cooperative}\n"


def test_a_changed_rule_fails_its_tests_until_all_is_made_anew(packages: Path, tmp_path: Path) -> None:
    """The tests of what is made are tests; `make.py` brings the chapter and the game played through up to date."""
    new_package("changed_kind", tmp_path / "changed", False, False)
    rules = tmp_path / "changed" / "changed_kind" / "rules.py"
    rules.write_text(rules.read_text().replace("HAND = 3", "HAND = 2").replace("2 to 5.", "two to five."))
    tests = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_made.py")
    assert "2 failed" in run(tmp_path / "changed", *tests).stdout
    assert run(tmp_path / "changed", "make.py").returncode == 0
    assert "2 passed" in run(tmp_path / "changed", *tests).stdout


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Liars", "give lower case letters"),
        ("2dice", "give lower case letters"),
        ("liars-dice", "give lower case letters"),
        ("_liars", "give lower case letters"),
        ("würfel", "give lower case letters"),
        ("../dice", "give lower case letters"),
        ("", "give lower case letters"),
        ("d" * 51, "at most 50"),
        ("class", "a word of Python"),
        ("gunrunners", "a game of that name"),
        ("json", "a module of Python of that name"),
        ("arena", "a module of Python of that name"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(NoNewGame, match=why):
        new_package(name, tmp_path / "new", False, False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("what", ["file", "folder", "link"])
def test_nothing_is_written_over(tmp_path: Path, what: str) -> None:
    """Not even an empty folder, nor a link that leads nowhere."""
    place = tmp_path / "dice_game"
    if what == "file":
        place.touch()
    elif what == "folder":
        place.mkdir()
    else:
        place.symlink_to("nowhere")
    with pytest.raises(NoNewGame, match="is there already"):
        new_package("dice_game", place, False, False)
    assert list(tmp_path.iterdir()) == [place]


def test_what_cannot_be_written_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoNewGame, match=r"file.* cannot be written"):
        new_package("dice_game", tmp_path / "file" / "dice_game", False, False)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_cannot_be_made_leaves_nothing_and_says_the_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the Python that runs arena has lost a package."""
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "msgspec.py").write_text("raise ImportError('no such wheel')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "broken"))
    with pytest.raises(NewGameFailed, match=r"ended with 1: ImportError: no such wheel"):
        new_package("dice_game", tmp_path / "dice_game", False, False)
    assert [path.name for path in tmp_path.iterdir()] == ["broken"]
