"""The package of a new game: small and complete, to be changed bit by bit. Its files lie in `template/`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from jinja2 import Environment, StrictUndefined

from arena.box import in_the_box
from arena.errors import Trouble, WrongInput
from arena.games import family_names, game_names

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST = 50
_SUFFIX = ".jinja"
_PATIENCE_S = 120


class NoNewGame(WrongInput):
    """A name that no new game can have, or a folder that is no place for it."""


class NewGameFailed(Trouble):
    """The new package is written, but what is made from its rules could not be made; the message has the last words of
    the program that should have."""


def new_package(name: str, folder: Path, cooperative: bool, simultaneous: bool) -> list[str]:
    """Writes the package of the game `name` into `folder`, which must not be there yet; the names of its files.

    Nothing is there until all of it is: it is made in a folder beside, and moved. Raises NoNewGame or NewGameFailed.
    """
    if wrong := _wrong_name(name):
        raise NoNewGame(f"{name!r} cannot be the name of a new game: {wrong}")
    if os.path.lexists(folder):
        raise NoNewGame(f"{folder} is there already, and nothing is written over: name another folder with -o")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        place = Path(mkdtemp(prefix=f".{name}-", dir=folder.parent))
        try:
            made = place / "made"
            _write(made, name, cooperative, simultaneous)
            _make(made)
            made.rename(folder)
        finally:
            rmtree(place, ignore_errors=True)
    except OSError as problem:
        raise NoNewGame(f"{problem.filename or folder} cannot be written: {problem.strerror}") from None
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def _wrong_name(name: str) -> str:
    """Why it cannot be one; "" if it can. It becomes a module of Python, an entry of a package, and a word of
    configurations."""
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        return f"give lower case letters of ASCII, digits and single _ between them, at most {_LONGEST}, as liars_dice"
    if iskeyword(name):
        return "it is a word of Python"
    if name in game_names():
        return "there is a game of that name; `arena list` has all"
    if name in family_names():
        return "there is a family of games of that name; `arena list` has all"
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        return "there is a module of Python of that name, which one of the two would hide"
    return ""


def _write(folder: Path, name: str, cooperative: bool, simultaneous: bool) -> None:
    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, autoescape=False
    )
    said = {
        "name": name,
        "title": name.replace("_", " ").title(),
        "distribution": f"arena-{name.replace('_', '-')}",
        "cooperative": cooperative,
        "simultaneous": simultaneous,
    }
    for path, template in _templates(files("arena.workshop").joinpath("template")):
        target = folder / path.replace("NAME", name).replace("gitignore", ".gitignore").removesuffix(_SUFFIX)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = environment.from_string(template.read_text("utf-8")).render(said)
        target.write_text(text, encoding="utf-8")
    lots = folder / "bots" / "random" / "random_bot.py"
    lots.parent.mkdir(parents=True, exist_ok=True)
    lots.write_text(in_the_box("bots/random_bot.py").read_text("utf-8"), encoding="utf-8")


def _templates(folder: Traversable, inside: str = "") -> Iterator[tuple[str, Traversable]]:
    """All files of the template with their paths in it."""
    for one in folder.iterdir():
        if one.is_dir():
            yield from _templates(one, f"{inside}{one.name}/")
        elif one.name.endswith(_SUFFIX):
            yield inside + one.name, one


def _make(folder: Path) -> None:
    """Runs its `make.py`, as its author will: what is made from the rules is there from the beginning."""
    command = [sys.executable, "-B", "make.py"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=_PATIENCE_S)
    except subprocess.TimeoutExpired:
        raise NewGameFailed(f"make.py of the new package has not ended after {_PATIENCE_S} s") from None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise NewGameFailed(f"make.py of the new package ended with {done.returncode}: {last}")
