"""A person plays each game of the box to its end in a browser, by clicks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.games import game_names
from arena.referee import verify
from arena.store import Store
from tests.faces.test_browser import until

MS = 60_000
YOURS = ".ways button"
OVER = "table.outcome, p.outcome"


class AtTable:
    """`arena play GAME --browser`, and its address."""

    def __init__(self, game: str, db: Path) -> None:
        command = [sys.executable, "-m", "arena", "play", game, "--browser", "--seed", "1", "--db", str(db)]
        # In place of the browser of whoever runs the tests one that shows nothing.
        environment = {**os.environ, "BROWSER": "true"}
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        assert self.process.stderr is not None
        found = re.search(r"http://\S+", self.process.stderr.readline())
        assert found is not None
        self.address = found[0]

    def end(self) -> int:
        assert self.process.stderr is not None
        said = self.process.stderr.read()
        self.process.stderr.close()
        assert "Traceback" not in said, said
        return self.process.wait(60)


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """Whatever its console says fails the test."""
    said: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(MS)
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda problem: said.append(str(problem)))
    yield page
    context.close()
    assert said == []


def clicked(page: Any, number: int) -> bool:
    """A legal move, chosen by its sentence; False where the game is over."""
    page.wait_for_selector(f"{YOURS}, {OVER}")
    if page.locator(OVER).count():
        return False
    ways = page.locator(YOURS)
    before = page.text_content("#moment")
    ways.nth(number % ways.count()).click()
    until(page, f"document.querySelector('{OVER}') || document.getElementById('moment').textContent !== '{before}'")
    return True


@pytest.mark.parametrize("game", game_names() if "ARENA_BROWSER" in os.environ else ["gunrunners"])
def test_a_person_plays_to_the_end(game: str, page: Any, tmp_path: Path) -> None:
    """Every choice is a click; at the end the page shows how it came out, and what the others held."""
    table = AtTable(game, tmp_path / "game.db")
    page.goto(table.address)
    clicks = 0
    while clicked(page, 7 * clicks):
        clicks += 1
    assert page.locator("[data-audience]").count() > 2
    assert table.end() == 0
    with Store.open(tmp_path / "game.db") as store:
        record = store.record(0)
    assert record is not None
    verify(record)
    assert record.faults == ()
    assert sum(seat == 0 for seat, _ in record.decisions) == clicks


def test_the_tables_pieces_can_be_chosen_and_a_page_be_loaded_again(page: Any, tmp_path: Path) -> None:
    """Where the game's drawing offers them. A page that was closed goes on where the game is."""
    table = AtTable("gunrunners", tmp_path / "game.db")
    page.goto(table.address)
    page.wait_for_selector(YOURS)
    page.locator("#drawing .offered").first.click()
    until(page, "Number(document.getElementById('jump').value) > 0")
    page.goto("about:blank")
    page.goto(table.address)
    page.wait_for_selector(YOURS)
    page.goto("about:blank")  # which would say that it was cut off
    table.process.terminate()
    assert table.end() == 130
    with Store.open(tmp_path / "game.db") as store:
        record = store.record(0)
    assert record is not None
    assert record.forfeited == (0,)
