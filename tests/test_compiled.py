"""What a compiled wheel compiles: the sources as they are, and beside some of them the types of their attributes."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TYPED = sorted(path.relative_to(ROOT) for path in (ROOT / "arena").rglob("*.pxd"))
HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"][
    "custom"
]


def test_every_pattern_fits_and_every_typed_module_is_compiled() -> None:
    pytest.importorskip("hatchling")
    from hatch_build import modules

    compiled = list(modules(ROOT, HOOK))
    assert {str(path.with_suffix(".py")) for path in TYPED} <= set(compiled)
    assert "arena/referee/game_loop.py" in compiled
    assert not [path for path in compiled if path.endswith(("__init__.py", "words.py"))]
    with pytest.raises(ValueError, match=r"no module is called arena/referee/gone\.py"):
        list(modules(ROOT, HOOK | {"compiled": ["arena/referee/gone.py"]}))


def test_the_types_beside_a_module_fit_its_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An attribute that is not named there, or a method that is not here, and Cython would not translate it. To compile
    all takes minutes: `.ci/compiled` does, and runs the suite."""
    pytest.importorskip("Cython")
    from hatch_build import lay_out, translated

    paths = [str(path.with_suffix(".py")) for path in TYPED]
    lay_out(ROOT, paths, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert len(translated(paths, tmp_path / "c")) == len(paths)  # else it raises


def test_what_has_counted_is_compiled_by_its_counts(tmp_path: Path) -> None:
    """And what has not is to count. `.ci/wheels` does both."""
    pytest.importorskip("hatchling")
    from hatch_build import by_counts

    assert by_counts(tmp_path) == ("-fprofile-generate",)
    (tmp_path / "o").mkdir()
    (tmp_path / "o" / "state.gcda").touch()
    assert "-fprofile-use" in by_counts(tmp_path)


def test_rules_are_told_of_the_typed_classes_that_they_import() -> None:
    """So that an annotation with one of them counts, and with no other."""
    from hatch_build import told_of

    typed = {"a.position": {"Position", "Row"}, "b.state": {"State"}}
    source = "from a.position import Position, back\nfrom a.position import row\n"
    source += "from a.other import Row\nimport b.state\nfrom . import State\n"
    assert told_of(source, typed) == "from a.position cimport Position\n"


def test_no_set_is_written_in_the_way_that_cython_takes_for_another() -> None:
    """Of `{*[x] * n}` Cython 3.3 makes `{x}`, whatever `n` is: the Recruits of The Grizzled never left a mission."""
    pytest.importorskip("hatchling")
    from hatch_build import modules

    for path in modules(ROOT, HOOK):
        sets = [node for node in ast.walk(ast.parse((ROOT / path).read_text())) if isinstance(node, ast.Set)]
        for node in sets:
            repeated = [
                part for part in node.elts if isinstance(part, ast.Starred) and isinstance(part.value, ast.BinOp)
            ]
            assert not repeated, f"{path}:{node.lineno}: {ast.unparse(node)}"
