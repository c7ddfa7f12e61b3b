"""No file imports one that imports it, by whatever way round: each can be read after the ones that it names."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

STRAIGHT = "from __future__ import annotations\n"
ROUND = "from circling import b\n"
IN_A_FUNCTION = "def later() -> None:\n    from circling.b import c\n"
FOR_TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from circling import b\n"


def circle(package: str) -> list[str]:
    """The modules of one circle of imports at run time, its first also as the last; none if there is no circle.

    Imports inside of functions count: they hide a circle and do not end it. Those for the type checker alone do not.
    """
    graph = grimp.build_graph(package, exclude_type_checking_imports=True, cache_dir=None)
    try:
        TopologicalSorter({one: graph.find_modules_directly_imported_by(one) for one in graph.modules}).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def test_arena_has_no_circle_of_imports() -> None:
    """In none of its rooms, nor between them."""
    assert circle("arena") == []


@pytest.mark.parametrize(("source", "found"), [(STRAIGHT, 0), (ROUND, 3), (IN_A_FUNCTION, 3), (FOR_TYPES, 0)])
def test_a_circle_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, found: int) -> None:
    """Of two files here, the first of which is asked for as the last, too."""
    folder = tmp_path / "circling"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "a.py").write_text(source)
    (folder / "b.py").write_text("from circling.a import later as c\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert len(circle("circling")) == found
