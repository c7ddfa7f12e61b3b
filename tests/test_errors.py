"""The tree of errors: every exception of the project has its place in it, and the command line obeys it."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

import arena
from arena.errors import ArenaError, Misconduct, Trouble, WrongInput
from arena.faces.http import Refused
from arena.games import CannotImagine, IllegalMove

BESIDE = {CannotImagine, IllegalMove, Refused}
"""What rules answer to a move, or to who would look ahead, and a server to a request: none of them ends anything."""
KINDS = (WrongInput, Trouble, Misconduct)


def exceptions() -> Iterator[type[Exception]]:
    """All that the project defines, but for those that one module keeps to itself."""
    for module in pkgutil.walk_packages(arena.__path__, "arena."):
        if module.name == "arena.__main__":
            continue
        for name, thing in vars(import_module(module.name)).items():
            own = isinstance(thing, type) and issubclass(thing, Exception) and thing.__module__ == module.name
            if own and not name.startswith("_"):
                yield thing


def test_every_error_is_somebodys() -> None:
    """It is wrong input, trouble or misconduct, and one of them alone; and it says what it is."""
    found = {*exceptions()} - BESIDE - {ArenaError}
    assert len(found) > 25
    outside = [error for error in found if sum(issubclass(error, kind) for kind in KINDS) != 1]
    assert not outside
    assert not [error for error in found if not error.__doc__]


def test_no_error_has_an_exit_status_of_its_own() -> None:
    """What a command exits with follows from whose an error is."""
    assert (ArenaError.status, WrongInput.status, Trouble.status, Misconduct.status) == (1, 2, 1, 1)
    assert not [error for error in exceptions() if error not in (ArenaError, *KINDS) and "status" in vars(error)]


@pytest.mark.parametrize("error", ["WrongInput", "Trouble"])
def test_an_error_that_ends_a_command_is_told_in_its_words(error: str) -> None:
    """Wherever it comes from: no traceback, and the status that it has."""
    code = (
        f"import sys, arena.__main__\nfrom arena.errors import {error}\n"
        "from arena.cli.list_games import list_games\n"
        f"def fails(**_): raise {error}('the disk: gone\\x1b')\n"
        f"list_games.callback = fails\nsys.argv = ['arena', 'list']\narena.__main__.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2 if error == "WrongInput" else 1, "")
    assert done.stderr == "the disk: gone\\x1b\n"
