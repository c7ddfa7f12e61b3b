"""The site in a real browser: for all people, at a desk and on a phone, from files and from a server."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from arena.faces import write_site
from arena.referee import encode_record
from arena.store import Store
from tests.faces.sites import TEAM_GAME, facts_of, played
from tests.faces.test_browser import axe
from tests.faces.test_site import ODD

Visited = Callable[..., Any]
KINDS = ("index", "cross", "deals", "deals/0", "games", "course", "sure", "resources", "downloads", "how", "bots/0",
         "bots/0-games-0")  # fmt: skip


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing of what it was asked."""

    def log_message(self, *words: Any) -> None:
        pass


def written(folder: Path, names: list[str], games: int, **more: Any) -> Path:
    """The site of a contest with so many games, in that folder."""
    facts = facts_of(names, **more)
    game = {} if "game" not in more else {"game": TEAM_GAME}
    with Store.create(folder / "c.db", facts) as store:
        store.add(map(encode_record, played(facts, range(games), **game)))
        write_site(store, folder / "site", 2, False, False, lambda text: None)
    return folder / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of three bots, two of which have names that would run or hide something, for long enough to have a course."""
    return written(tmp_path_factory.mktemp("site"), ["ann", ODD[0], ODD[1]], 360)


@pytest.fixture
def visited(browser: Any) -> Iterator[Visited]:
    """`visited(address, width=390)`: the page. Whatever its console says fails the test, and so does each dialog."""
    said: list[str] = []
    contexts = []

    def visit(address: str, width: int = 1280, scheme: str = "light", scripts: bool = True) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=scripts
        )
        contexts.append(context)
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda problem: said.append(str(problem)))
        page.on("dialog", lambda dialog: said.append(f"a dialog: {dialog.message}"))
        page.goto(address)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert said == []


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_every_page_is_for_all_people(visited: Visited, site: Path, width: int, scheme: str) -> None:
    """And none is broader than the window: what is broad in it moves by itself."""
    page = visited((site / "index.html").as_uri(), width, scheme)
    for kind in KINDS:
        page.goto((site / f"{kind}.html").as_uri())
        assert axe(page) == [], kind
        assert page.evaluate("document.documentElement.scrollWidth") <= width, kind
        assert page.locator("img, iframe, [onerror], [onload]").count() == 0


def test_teams_are_for_all_people(visited: Visited, tmp_path: Path) -> None:
    """The pages of a cooperative game, on a phone."""
    folder = written(tmp_path, ["ann", "bob", "cy"], 24, game=TEAM_GAME.name, format="cross-play")
    page = visited((folder / "index.html").as_uri(), 390)
    for kind in ("index", "cross", "deals/0", "bots/0"):
        page.goto((folder / f"{kind}.html").as_uri())
        assert axe(page) == [], kind
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, kind


def test_games_of_a_bot_are_filtered(visited: Visited, site: Path) -> None:
    """By whom it met, by its place, by faults; without scripts there is the whole table and nothing to press."""
    address = (site / "bots" / "0.html").as_uri()
    page = visited(address)
    rows = page.locator("table.games tbody tr:visible")
    every = rows.count()
    page.get_by_label("with", exact=True).select_option("1")
    met = rows.count()
    assert 0 < met < every
    assert all("script" in text for text in rows.all_text_contents())
    page.get_by_label("place", exact=True).select_option("1")
    assert 0 < rows.count() < met
    assert f"{rows.count()} of {every} games" in page.locator("output").text_content()
    page.get_by_label("with", exact=True).select_option("")
    page.get_by_label("place", exact=True).select_option("")
    page.get_by_label("with a fault").check()
    assert 0 < rows.count() < every
    assert all("time" in text for text in rows.all_text_contents())
    plain = visited(address, scripts=False)
    assert plain.locator("table.games tbody tr").count() == every
    assert not plain.locator(".filter").is_visible()


def test_over_a_stream_the_tables_stand_alone(visited: Visited, site: Path) -> None:
    """Nothing to press, nothing to read beside them, and no paper below."""
    page = visited((site / "index.html").as_uri() + "?bare=1")
    assert page.locator("table").first.is_visible()
    assert not page.locator("nav").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_a_page_that_is_looked_at_hears_of_news(visited: Visited, tmp_path: Path) -> None:
    """It is loaded again when the site says something else; where somebody has chosen something, it asks first."""
    folder = written(tmp_path, ["ann", "bob"], 2)
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = visited(f"http://127.0.0.1:{server.server_port}/bots/0.html")
        page.wait_for_load_state("networkidle")
        page.evaluate("window.stays = true")
        page.get_by_label("with", exact=True).focus()
        (folder / "status.json").write_text('{"games": 3, "over": false}')
        page.get_by_role("button", name="New results").wait_for()
        assert page.evaluate("window.stays")
        page.get_by_role("button", name="New results").click()
        page.wait_for_function("window.stays === undefined")
        server.shutdown()
