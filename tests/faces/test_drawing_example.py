"""The drawing that docs/new-game.md shows whoever makes one draws, and offers what is legal."""

from __future__ import annotations

import re
from typing import Any

from arena.games import EVERYTHING
from arena.games.toys import LANTERNS
from arena.replays import replay_for
from tests.contest.contests import ROOT
from tests.faces.conftest import Offering, Opened
from tests.faces.drawings import EXPLORE
from tests.faces.games import recorded


def test_the_example_in_the_docs_draws_and_offers(
    offering: Offering, opened: Opened, tmp_path: Any, monkeypatch: Any
) -> None:
    """At every step of a game, as a seat sees it."""
    ((code),) = re.findall(r"```js\n(.*?)```", (ROOT / "docs" / "new-game.md").read_text("utf-8"), re.DOTALL)
    folder = tmp_path / "example_of_a_drawing"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "table.js").write_text(code)
    (folder / "table.css").write_text(".lantern { font-weight: 700; }")
    monkeypatch.syspath_prepend(tmp_path)
    edition, legal = offering(LANTERNS, None, 2, "example_of_a_drawing:table.js")
    page = opened(edition)
    assert page.evaluate(EXPLORE) == [list(range(many)) for many in legal]
    frames = replay_for(EVERYTHING, recorded(LANTERNS, 2), LANTERNS).frames
    assert page.text_content("#described") == f"6 lanterns on the table, {frames[-1].public.box} in the box"
    assert page.locator("#drawing .row .lantern").count() == 6
    assert page.locator("#drawing .row .news").count() == 1
