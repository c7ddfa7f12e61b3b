"""A browser for the tests that look at pages as a person does; where there is none they are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from arena.faces import Edition, edition_for, watch_page
from arena.games import Game
from arena.replays import replay_for
from tests.faces.games import recorded

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-quic", "--no-first-run"]  # fmt: skip


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, started once."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright, which drives a browser, is not here")
    if CHROMIUM is None:
        pytest.skip("chromium is not here")
    with driver.sync_playwright() as playwright:
        # Without its own sandbox: root cannot have one, and the pages are ours.
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, chromium_sandbox=False)
        yield started
        started.close()


Opened = Callable[..., Any]


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Opened]:
    """`opened(edition, "#d=3", width=390)`: the page, from a file. Whatever its console says fails the test, unless it
    is not to be `heard`; so does each dialog, and each request."""
    said: list[str] = []
    contexts = []

    def open_page(
        edition: Edition, hash: str = "", width: int = 1280, scheme: str = "light", heard: bool = True
    ) -> Any:
        path = tmp_path / "game.html"
        path.write_text(watch_page(edition), "utf-8")
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        contexts.append(context)
        context.set_default_timeout(60_000)
        page = context.new_page()
        if heard:
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda problem: said.append(str(problem)))
        page.on("dialog", lambda dialog: said.append(f"a dialog: {dialog.message}"))
        page.on("request", lambda request: None if request.url.startswith("file:") else said.append(request.url))
        page.goto(f"{path.as_uri()}{hash}")
        page.wait_for_selector("#log [aria-current], #problem:not([hidden])")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert said == []


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

Offering: TypeAlias = Callable[..., tuple[Edition, list[int]]]


@pytest.fixture
def offering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Offering:
    """A seat's edition whose drawing offers, and how many legal moves there are at each step."""

    def made(game: Game, options: Any, seats: int, drawing: str | None = None) -> tuple[Edition, list[int]]:
        name = f"offering_{next(COUNT)}"
        package, _, path = (drawing or game.drawing or "").partition(":")
        shutil.copytree((Path(str(files(package))) / path).parent, tmp_path / name)
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
