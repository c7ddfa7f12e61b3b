"""What a new game needs is public: a copy of a template, outside of the package, is a game that keeps the laws."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import arena.games
from arena.games import find_game, laws, registry, steps, toys

TEMPLATES = sorted(path for path in Path(toys.__file__).parent.glob("*.py") if path.name != "__init__.py")


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.stem))
def test_a_copy_of_a_template_is_a_game_of_its_own(
    template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With another name and its entry point, as CONTRIBUTING says, it is found, and keeps all laws."""
    source = template.read_text().replace(f'name="{template.stem}"', 'name="mygame"')
    source += f"\n\nGAME = {template.stem.upper()}\n"
    info = tmp_path / "mygame-1.dist-info"
    info.mkdir()
    (tmp_path / "a_copied_game.py").write_text(source)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mygame\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[arena.games]\nmygame = a_copied_game:GAME\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry._entries.cache_clear()
    try:
        assert laws.check_all(find_game("mygame"), 1, tell=lambda text: None) > 0
    finally:
        sys.modules.pop("a_copied_game", None)
        monkeypatch.undo()
        registry._entries.cache_clear()
        find_game.cache_clear()


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.stem))
def test_a_template_takes_nothing_but_what_is_public(template: Path) -> None:
    """All that it has of the project is in the face of `arena.games`."""
    taken = [node for node in ast.walk(ast.parse(template.read_text())) if isinstance(node, ast.ImportFrom)]
    ours = [node for node in taken if (node.module or "").startswith("arena")]
    assert [node.module for node in ours] == ["arena.games"]
    assert {name.name for node in ours for name in node.names} <= {*arena.games.__all__}


@pytest.mark.parametrize("face", [arena.games, laws, steps, toys], ids=lambda face: str(face.__name__))
def test_what_authors_of_games_import_is_named_in_order(face: object) -> None:
    """Each name of `__all__` is there, none twice, capitals first."""
    names: list[str] = face.__all__  # type: ignore[attr-defined]
    assert [name for name in names if not hasattr(face, name)] == []
    order = [name for name in names if name.isupper()], [name for name in names if not name.isupper()]
    assert names == [*sorted(order[0]), *sorted(order[1], key=lambda name: (name[0].islower(), name))]
    assert len({*names}) == len(names)
