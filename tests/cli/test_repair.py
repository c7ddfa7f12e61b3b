"""A contest's file that was damaged, at the command line: every command says so, and `arena repair` makes it whole."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from arena.contest import load_contest
from arena.store import Store
from tests.cli.conftest import Arena
from tests.contest.contests import lasting, write_contest
from tests.contest.recorded import record_contest

PAIR = {"a": "plays", "b": "plays"}
COMMANDS = [
    ["run", "c.yaml"], ["table", "c.db"], ["games", "c.db"], ["show", "c.db", "0"], ["export", "c.db"],
    ["seal", "c.db"], ["compare", "c.db", "whole.db"], ["compare", "whole.db", "c.db"],
]  # fmt: skip


@pytest.fixture
def whole(arena: Arena, tmp_path: Path, mark: str) -> bytes:
    """c.db and whole.db have a contest of eight games."""
    record_contest(Path("c.db"), load_contest(write_contest(tmp_path, mark, PAIR, deals=4)), 8)
    content = Path("c.db").read_bytes()
    Path("whole.db").write_bytes(content)
    return content


def flip(content: bytes, what: bytes) -> bytes:
    """One bit of it, in the last place where it stands."""
    at = content.rindex(what)
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


@pytest.mark.parametrize("damage", ["cut", "flipped", "zeros"])
def test_every_command_says_that_a_file_is_damaged_and_what_to_do(arena: Arena, whole: bytes, damage: str) -> None:
    """Also those that need nothing of what is damaged; none of them leaves anything behind."""
    changed = {"cut": whole[:-1], "flipped": flip(whole, b'"deal"'), "zeros": whole[:-8192] + bytes(8192)}[damage]
    Path("c.db").write_bytes(changed)
    before = sorted(os.listdir())
    for words in COMMANDS:
        result = arena(*words)
        assert (result.exit_code, result.stdout) == (2, ""), words
        assert re.search(r"c\.db: damaged: .*`arena repair c\.db` keeps it under another name", result.stderr), words
    verified = arena("verify", "c.db")
    assert verified.exit_code in (1, 2)
    assert "arena repair" in verified.stderr
    assert sorted(os.listdir()) == before


def test_a_repaired_contest_is_played_to_the_end_as_if_nothing_had_happened(
    arena: Arena, whole: bytes, tmp_path: Path
) -> None:
    """The games that are lost are named, and played again."""
    Path("c.db").write_bytes(flip(flip(whole, b'"number":2,'), b'"number":5,'))
    result = arena("repair", "c.db")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "damaged: the record of game 2 is not what was written",
        "damaged: the record of game 5 is not what was written",
        "c-damaged.db: the damaged file",
        "c.db: a new one, with 6 games of the 8 that it had",
        "2 games to be played again: 2, 5; `arena run` with the contest's configuration plays them",
    ]
    result = arena("run", "c.yaml")
    assert result.exit_code == 0
    assert "8 games, 6 there already" in result.stderr
    assert lasting(tmp_path / "c.db") == lasting(tmp_path / "whole.db")
    assert arena("verify", "c.db").exit_code == 0
    assert arena("repair", "c.db").stdout == "c.db: nothing is damaged; it stays as it is, with 8 games\n"
    assert "damaged: the record of game 2" in arena("verify", "c-damaged.db").stdout


def test_what_cannot_be_repaired_is_named_and_stays(arena: Arena, whole: bytes) -> None:
    Path("text.db").write_text("game: bids\n" * 100)
    Path("empty.db").touch()
    for name, said in {
        "text.db": "text.db: cannot be repaired, and stays as it is: nothing of a contest is in it",
        "empty.db": "empty.db: is empty (0 bytes)",
        "none.db": "none.db: there is no such file",
        ".": ".: is not a file",
    }.items():
        result = arena("repair", name)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(said)
    assert sorted(os.listdir()) == ["bot.py", "c.db", "c.yaml", "empty.db", "text.db", "whole.db"]


def test_of_a_large_file_readers_look_at_what_they_read_and_a_run_at_all(
    arena: Arena, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of a million games reads no record: what it says is true all the same."""
    for where in ("arena.store", "arena.league.opening"):
        monkeypatch.setattr(f"{where}.LOOKED_THROUGH", 0)
    table = arena("table", "c.db").stdout
    Path("c.db").write_bytes(flip(whole, b'"number":5,'))
    assert (arena("table", "c.db").exit_code, arena("table", "c.db").stdout) == (0, table)
    assert arena("show", "c.db", 4).exit_code == 0
    for words in ["show", "c.db", "5"], ["games", "c.db"], ["export", "c.db"], ["run", "c.yaml"]:
        result = arena(*words)
        assert result.exit_code == 2
        assert "c.db: damaged: the record of game 5 is not what was written" in result.stderr
    assert re.search(r"^c\.db: looking through its \d+ MiB$", arena("run", "c.yaml").stderr, re.MULTILINE)


def test_a_run_that_finds_its_file_made_meanwhile_goes_on_with_it(
    arena: Arena, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two were started together, and the other was quicker: it looked, and there was none yet."""
    monkeypatch.setattr("arena.league.opening.exists", lambda path: False)
    result = arena("run", "c.yaml")
    assert result.exit_code == 0
    assert "8 games, 8 there already" in result.stderr
    with Store.open(Path("c.db"), write=True):
        result = arena("run", "c.yaml")
    assert result.exit_code == 2
    assert re.search(r"c\.db: another run.* is writing to it; wait for it, or give --db another file", result.stderr)


def test_a_contests_file_in_place_of_its_configuration_is_named_so(arena: Arena, whole: bytes) -> None:
    result = arena("run", "c.db")
    assert result.exit_code == 2
    assert "this is a database, as a contest's file is: name the configuration of its contest" in result.stderr
