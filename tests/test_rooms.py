"""The rooms of the project: what each shows to others, and that nobody goes past it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from arena.store import Store
from benchmarks.scale import contest, fill

ARENA = Path(__file__).parents[1] / "arena"
ROOMS = sorted(path.parent.name for path in ARENA.glob("*/__init__.py") if path.parent.name != "cli")


def files() -> Iterator[tuple[str, Path]]:
    """Every module with its room; those of the package itself have none."""
    for path in sorted(ARENA.rglob("*.py")):
        inside = path.relative_to(ARENA).parts
        yield (inside[0] if len(inside) > 1 else ""), path


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """What a file imports from the project: the module, and the name."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("arena."):
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.startswith("arena."))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_shows_what_it_says(room: str) -> None:
    """Every name of its face is there, once, and none is that of a module, which would stand in its way."""
    face = import_module(f"arena.{room}")
    assert face.__doc__
    assert len(set(face.__all__)) == len(face.__all__)
    modules = {path.stem for path in (ARENA / room).iterdir()}
    for name in face.__all__:
        assert getattr(face, name) is not None
        assert name not in modules, f"arena.{room}.{name} would be the module once anybody has imported that"


def test_nobody_goes_past_the_face_of_a_room() -> None:
    """What a room does not show may change without anybody's asking."""
    past = [
        f"{path.relative_to(ARENA.parent)}: from {module} import {name}"
        for own, path in files()
        for module, name in imported(path)
        if module.count(".") > 1 and module.split(".")[1] not in (own, "cli")
    ]
    assert not past, "\n".join(past)


LIGHT = [
    ("arena.referee.worker", {"click", "numpy", "rich", "yaml"}),
    ("arena.standings.of_store", {"trio", "click", "rich", "yaml", "numpy.ma"}),
    ("arena.cli", {"numpy", "trio", "rich", "yaml", "sqlite3"}),
]
"""Modules, and what they must not load: every game starts a worker, a table is made without what plays, and a command
line that only helps waits for nothing."""


@pytest.mark.parametrize(("module", "heavy"), LIGHT, ids=[module for module, _ in LIGHT])
def test_what_is_light_stays_light(module: str, heavy: set[str]) -> None:
    """Seen from outside: what is loaded once the module is."""
    code = f"import sys, {module}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not heavy & set(loaded)


NOT_FOR_A_TABLE = {"asyncio", "jinja2", "numpy.ma", "numpy.random", "rich", "trio", "yaml"}


def test_a_table_loads_nothing_that_it_does_not_use(tmp_path: Path) -> None:
    """Half a second is what loading all of it would take; no record is read, and no configuration. Of four bots, since
    there is more to be said of them than of two. At its end nothing is looked for that goes anyway."""
    _, path, schedule = contest(tmp_path, "small", bots=4, count=48)
    with Store.open(path, write=True) as store:
        fill(store, schedule, 48)
    shown = (
        "import atexit, gc, sys; atexit.register(lambda: print(gc.get_freeze_count(), *sys.modules, file=sys.stderr))"
    )
    code = f"{shown}; sys.argv[1:] = ['table', {str(path)!r}]; from arena.__main__ import main; main()"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    frozen, *loaded = ran.stderr.split()
    assert "above next" in ran.stdout
    assert not NOT_FOR_A_TABLE & set(loaded)
    assert int(frozen) > 0
