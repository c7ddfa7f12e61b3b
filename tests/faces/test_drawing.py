"""A game's own drawing: found through the game, joined into the page, and given way to data where it fails."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from arena.faces import Edition, edition_for, watch_page
from arena.faces.modules import Unbundled
from arena.games import EVERYTHING
from arena.games.toys import LANTERNS
from tests.faces.conftest import Opened
from tests.faces.games import recorded

TABLE = """
import { el, fill } from "arena/dom.js";
import { title } from "./words.js";
export const drawing = {
  mount(place, table) {
    return {
      render: (frame) => fill(place, el("p", { class: "drawn" }, title(table.printed, frame.acting))),
      describe: () => "described by the game's own",
    };
  },
};
"""
WORDS = "export function title(printed, acting) {\n  return `${printed.queen} of ${acting.length}`;\n}\n"
COUNT = count()
BROKEN = (
    'export const drawing = { mount: () => ({ render() { throw new Error("no such card"); }, describe: () => "" }) };\n'
)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a folder for a drawing, as a game of somebody else's has it."""
    # A name of its own for each test: a package is imported once, and what a page is made of is read once.
    folder = tmp_path / f"somebodys_game_{next(COUNT)}" / "drawing"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    (folder / "words.js").write_text(WORDS)
    return folder


def edition(folder: Path, text: str, style: str = "") -> Edition:
    (folder / "table.js").write_text(text)
    (folder / "table.css").write_text(style)
    return drawn(f"{folder.parent.name}:drawing/table.js")


def drawn(drawing: str) -> Edition:
    own = replace(LANTERNS, drawing=drawing, printed=lambda options: {"queen": 10})
    return edition_for(EVERYTHING, recorded(own, 2), own, None)


def test_it_is_joined_with_its_modules_and_its_style(package: Path) -> None:
    page = watch_page(edition(package, TABLE, ".drawn { font-weight: 700; }"))
    assert ".drawn { font-weight: 700; }" in page
    assert page.index("// game/words.js") < page.index("// draw/chosen.js") < page.index("// main.js")


def test_it_may_lie_in_the_package_itself(package: Path) -> None:
    """With its style beside it, no folder between."""
    (package.parent / "table.js").write_text(BROKEN)
    (package.parent / "table.css").write_text(".beside {}")
    page = watch_page(drawn(f"{package.parent.name}:table.js"))
    assert "// game/table.js" in page
    assert ".beside {}" in page


def test_a_style_that_would_end_the_pages_is_refused(package: Path) -> None:
    with pytest.raises(Unbundled, match="style sheet"):
        watch_page(edition(package, TABLE, "</STYLE><script>"))


@pytest.mark.parametrize("drawing", ["no_such_package:table.js", "arena.games.toys:no_such_table.js"])
def test_one_that_is_not_there_is_named(drawing: str) -> None:
    with pytest.raises(Unbundled, match=drawing):
        watch_page(drawn(drawing))


def test_it_draws_and_is_told_what_is_printed(package: Path, opened: Opened) -> None:
    page = opened(edition(package, TABLE))
    assert page.inner_text("#drawing .drawn") == "10 of 1"
    assert page.inner_text("#described") == "described by the game's own"


def test_its_data_is_a_key_away(package: Path, opened: Opened) -> None:
    page = opened(edition(package, TABLE))
    page.keyboard.press("d")
    assert page.locator("#drawing .part").count()
    assert not page.locator("#drawing .drawn").count()
    assert page.get_attribute("#plain", "aria-pressed") == "true"
    page.keyboard.press("d")
    assert page.locator("#drawing .drawn").count()


def test_one_that_fails_gives_way_to_the_data(package: Path, opened: Opened) -> None:
    page = opened(edition(package, BROKEN), heard=False)
    assert page.locator("#drawing .part").count()
    assert "the game's drawing failed with Error: no such card" in page.inner_text("#described")
