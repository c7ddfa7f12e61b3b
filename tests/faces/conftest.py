"""A browser for the tests that look at pages as a person does; where there is none they are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.faces import Edition, watch_page

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
