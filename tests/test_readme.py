"""What the README and the page on configurations show is what there is."""

import re
import sys
from pathlib import Path

import pytest
from msgspec import to_builtins

from arena.contest import Contest, load_contest
from arena.players import TimeControl
from arena.sandbox import Limits

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
CONFIGURATION = (ROOT / "docs" / "contests" / "configuration.md").read_text()


def block(language: str, page: str = CONFIGURATION) -> str:
    """A page's first code block in that language."""
    found = re.search(rf"```{language}\n(.*?)```", page, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def contest(tmp_path: Path) -> Contest:
    """The page's configuration, loaded where its programs exist."""
    (tmp_path / "my_bot").write_text("#!/bin/sh\n")
    (tmp_path / "my_bot").chmod(0o755)
    (tmp_path / "theirs" / "lib").mkdir(parents=True)
    (tmp_path / "theirs" / "bot.py").touch()
    (tmp_path / "theirs" / "lib" / "part.py").touch()
    (tmp_path / "contest.yaml").write_text(block("yaml"))
    return load_contest(tmp_path / "contest.yaml")


def test_the_configuration_names_every_key() -> None:
    """A key that the page does not show would be found by nobody."""
    for kind in (Contest, TimeControl, Limits):
        for name in (field for field in kind.__struct_fields__ if field not in ("absent", "notes")):
            assert re.search(rf"^ *{name}:", block("yaml"), re.MULTILINE), name


def test_the_configuration_loads(contest: Contest) -> None:
    """It is a contest as it stands, once its bots are there."""
    assert list(contest.bots) == ["mine", "theirs"]
    assert contest.bots["theirs"].argv() == [sys.executable, "bot.py"]


def test_the_configuration_shows_the_defaults(contest: Contest, tmp_path: Path) -> None:
    """The same contest without any key but the game and the bots."""
    (tmp_path / "short.yaml").write_text("game: gunrunners\nbots: {mine: ./my_bot, theirs: ./my_bot}\n")
    short = load_contest(tmp_path / "short.yaml")
    for name in Contest.__struct_fields__:
        if name not in ("bots", "absent", "notes"):
            assert to_builtins(getattr(contest, name)) == to_builtins(getattr(short, name)), name


def test_the_first_bot_is_the_random_bot() -> None:
    """The bot in the README is one that the tests play with."""
    assert block("python", README).strip() in (ROOT / "bots" / "random_bot.py").read_text()


def test_the_readme_is_short_and_its_contest_loads(tmp_path: Path) -> None:
    """A screen for each: play, a first bot, a contest, six doors."""
    assert len(README.splitlines()) <= 135
    (tmp_path / "theirs").mkdir()
    (tmp_path / "my_bot.py").touch()
    (tmp_path / "c.yaml").write_text(block("yaml", README).replace("build: make", "build: 'true'"))
    assert list(load_contest(tmp_path / "c.yaml").bots) == ["mine", "theirs"]
