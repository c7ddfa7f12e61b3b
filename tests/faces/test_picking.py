"""A person's legal moves are chosen by the pieces of a game's drawing: each of them, with the mouse or the keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games import Game
from tests.faces.conftest import Offering, Opened
from tests.faces.drawings import EXPLORE, LONG
from tests.faces.games import BOX
from tests.faces.test_browser import axe
from tests.games.variants import VARIANTS

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
