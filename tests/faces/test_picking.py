"""A person's legal moves are chosen by the pieces of a game's drawing: each of them, with the mouse or the keyboard."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import as_file, files
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from arena.faces import Edition, edition_for
from arena.games import Game
from arena.replays import replay_for
from tests.faces.conftest import Opened
from tests.faces.drawings import LONG
from tests.faces.games import BOX, recorded
from tests.faces.test_browser import axe
from tests.games.variants import VARIANTS

COUNT = count()
# The game's own drawing, in which every decision of the seat is offered as it would be to a person.
OWN = 'import { drawing } from "./table.js";\nexport const own = drawing;\n'
OFFERED = """import { own } from "./own.js";
export const drawing = {
  mount(place, table) {
    const drawn = own.mount(place, table);
    const offer = (frame) => {
      const legal = frame.seats[table.audience]?.legal;
      if (legal?.length) drawn.offer(legal, (choice) => {
        document.body.dataset.chosen = choice;
        offer(frame);
      });
    };
    const render = (frame, before) => { drawn.render(frame, before); offer(frame); };
    return { ...drawn, render };
  },
};
"""
# At each step, all that can be chosen by any row of picks; and how many picks that took at most.
EXPLORE = """() => {
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const options = () => [...document.querySelectorAll("#drawing .offered, #drawing .picks button")]
    .filter((one) => one.textContent !== "start again");
  const follow = (path) => path.forEach((at) => options()[at].click());
  const steps = [];
  press("Home");
  for (let step = 0; step <= Number(document.getElementById("slider").max); step++) {
    const chosen = [];
    const seek = (path) => {
      for (let at = 0; at < options().length; at++) {
        delete document.body.dataset.chosen;
        options()[at].click();
        if (document.body.dataset.chosen !== undefined) chosen.push(Number(document.body.dataset.chosen));
        else seek([...path, at]);
        const back = [...document.querySelectorAll(".picks button")].find((one) => one.textContent === "start again");
        back?.click();
        follow(path);
      }
    };
    seek([]);
    steps.push([...new Set(chosen)].sort((a, b) => a - b));
    press("ArrowRight");
  }
  return steps;
}"""

Offering: TypeAlias = Callable[[Game, Any, int], tuple[Edition, list[int]]]


@pytest.fixture
def offering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Offering:
    """A seat's edition whose drawing offers, and how many legal moves there are at each step."""

    def made(game: Game, options: Any, seats: int) -> tuple[Edition, list[int]]:
        assert game.drawing is not None
        name = f"offering_{next(COUNT)}"
        package, _, path = game.drawing.partition(":")
        with as_file(files(package).joinpath(path).parent) as folder:  # type: ignore[attr-defined]
            shutil.copytree(folder, tmp_path / name)
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / name / "own.js").write_text(OWN)
        (tmp_path / name / "offered.js").write_text(OFFERED)
        shutil.copy(tmp_path / name / "table.css", tmp_path / name / "offered.css")
        monkeypatch.syspath_prepend(tmp_path)
        record = recorded(game, seats, options=options)
        frames = replay_for(1, record, game).frames
        edition = edition_for(1, record, replace(game, drawing=f"{name}:offered.js"), None)
        return edition, [len(frame.seats[1].legal or ()) for frame in frames]

    return made


TABLES = [
    pytest.param(game, options, seats, id=f"{game.name}-{name}-{seats}")
    for game in BOX
    for name, options in VARIANTS[game.name].items()
    for seats in (2, 4)
    if LONG or (seats == 2 and name == "plain")
]


@pytest.mark.parametrize(("game", "options", "seats"), TABLES)
def test_each_legal_move_can_be_picked(
    game: Game, options: Any, seats: int, offering: Offering, opened: Opened
) -> None:
    """And nothing else, at every step of a game."""
    edition, legal = offering(game, options, seats)
    assert opened(edition).evaluate(EXPLORE) == [list(range(many)) for many in legal]
    assert max(legal) > 4


def test_pieces_are_buttons_for_the_keyboard_too(offering: Offering, opened: Opened) -> None:
    """The bar and the return key press them, another press takes the pick back, and so does escape."""
    game = next(game for game in BOX if game.name == "gunrunners")
    edition, legal = offering(game, None, 2)
    page = opened(edition, f"#d={next(at for at, many in enumerate(legal) if many > 8) - 1}")
    first = page.locator("#drawing .offered").first
    assert first.get_attribute("role") == "button"
    words = first.get_attribute("aria-label")
    first.focus()
    page.keyboard.press(" ")
    picked = page.locator("#drawing .picked")
    assert (picked.first.get_attribute("aria-label"), picked.first.get_attribute("aria-pressed")) == (words, "true")
    assert page.text_content("#drawing .picks span") == f"{words}, and then?"
    page.keyboard.press("Escape")
    assert picked.count() == 0
    page.keyboard.press("Enter")
    assert axe(page) == []
    page.locator("#drawing .offered").first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.body.dataset.chosen") is not None
