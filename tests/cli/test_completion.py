"""What a shell offers for a word that is being typed."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from arena.cli import commands
from arena.store import Store
from tests.cli.conftest import Arena
from tests.facts import made_facts

CONTEST = {"game": "bids", "format": "round-robin", "seats": 2, "seatings": "rotations"}
HOSTILE = "$(reboot)"


def offered(line: str) -> list[str]:
    """What is offered for the last word of a line, as `kind,word` each."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - (not line.endswith(" "))), "COLUMNS": "80"}
    return CliRunner().invoke(commands, [], env=words | {"_ARENA_COMPLETE": "bash_complete"}).stdout.split()


@pytest.fixture(autouse=True)
def folder(arena: Arena) -> None:
    """With a contest's file, its configuration, a folder and a file that is nobody's."""
    Store.create(Path("one.db"), made_facts({"contest": CONTEST, "bots": ["ann", "anton", "bob", HOSTILE]})).close()
    Path("two.db").touch()
    Path("$(reboot).db").touch()
    Path("notes.txt").touch()
    Path("olds").mkdir()
    Path("olds", "three.db").touch()
    bots = dict.fromkeys(["ann", "anton", HOSTILE], "./bot")
    Path("c.yaml").write_text(yaml.safe_dump({"game": "bids", "bots": bots}))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("arena ver", ["plain,verify"]),
        ("arena ladder re", ["plain,retire"]),
        ("arena table --for", ["plain,--format"]),
        ("arena table ", ["plain,one.db", "plain,two.db"]),
        ("arena show o", ["plain,one.db"]),
        ("arena repro o", ["plain,one.db"]),
        ("arena ask o", ["plain,one.db"]),
        ("arena check --game gu", ["plain,gunrunners"]),
        ("arena table olds/", ["plain,olds/three.db"]),
        ("arena table ol", ["dir,ol"]),
        ("arena init --game gu", ["plain,gunrunners"]),
        ("arena games one.db --bot an", ["plain,ann", "plain,anton"]),
        ("arena ladder retire one.db b", ["plain,bob"]),
        ("arena duel --config c.yaml ann an", ["plain,ann", "plain,anton"]),
        ("arena play --config c.yaml ann an", ["plain,ann", "plain,anton"]),
        ("arena check c.yaml ant", ["plain,anton"]),
        ("arena check c", ["file,c"]),
    ],
)
def test_commands_files_games_and_bots_are_offered(line: str, words: list[str]) -> None:
    """As far as what was typed before says which can be meant."""
    assert offered(line) == words


@pytest.mark.parametrize(
    "line", ["arena games one.db --bot $", "arena duel --config c.yaml $", "arena ladder retire one.db $"]
)
def test_no_name_is_offered_that_a_shell_would_obey(line: str) -> None:
    """A bot's name may be a stranger's, and what is offered lands on a line that is carried out."""
    assert offered(line) == []
    assert offered("arena table $") == ["dir,$"]


@pytest.mark.parametrize("line", ["arena games nowhere.db --bot a", "arena duel --config nowhere.yaml a"])
def test_what_cannot_be_read_offers_nothing(line: str) -> None:
    assert offered(line) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_three_shells_have_their_script(shell: str) -> None:
    """As the README says it."""
    script = CliRunner().invoke(commands, [], env={"_ARENA_COMPLETE": f"{shell}_source"}, prog_name="arena").stdout
    assert "_ARENA_COMPLETE" in script
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    assert f"{shell}_source" in readme
