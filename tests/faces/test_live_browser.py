"""Running games in a real browser: their list, and the page of one until it is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faces.served import ALL, Served
from tests.faces.test_browser import axe
from tests.faces.test_site_browser import Visited, visited

__all__ = ["visited"]
EVIL = "</td><script>alert(1)</script>"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path, ["ann", EVIL]) as served:
        yield served


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_list_of_running_games_goes_on_with_them(served: Served, visited: Visited, width: int, scheme: str) -> None:
    """Rows come, count and go while somebody looks, in the order of their numbers; for all people."""
    page = visited(f"{served.address}/live.html", width, scheme)
    page.get_by_text("No game is being played").wait_for()
    assert axe(page) == []
    served.begin(2)
    page.get_by_role("link", name="2", exact=True).wait_for()
    assert not page.get_by_text("No game is being played").is_visible()
    served.begin(0)
    page.get_by_role("link", name="0", exact=True).wait_for()
    assert page.locator("table.live tbody tr").evaluate_all("rows => rows.map(row => row.id)") == ["g0", "g2"]
    served.go_on(2, 3)
    page.locator("#g2 td:last-child", has_text="3").wait_for()
    assert page.locator("#g0 td:last-child").text_content() == "0"
    assert EVIL in (page.locator("#g2").text_content() or "")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # The same from the server, to one without scripts, and on the front page how many there are.
    plain = visited(f"{served.address}/live.html", width, scheme, scripts=False)
    shown = "rows => rows.map(row => row.textContent.replace(/\\s+/g, ' ').trim())"
    rows = page.locator("table.live tbody tr").evaluate_all(shown)
    assert plain.locator("table.live tbody tr").evaluate_all(shown) == rows
    plain.goto(served.address)
    plain.get_by_role("link", name="2 games are being played").click()
    assert plain.url == f"{served.address}/live.html"
    served.go_on(2, ALL)
    page.locator("#g2").wait_for(state="detached")
    assert page.locator("#g0").is_visible()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_a_running_game_is_followed_to_its_end(served: Served, visited: Visited, width: int, scheme: str) -> None:
    """From the list to its page, which goes along, and says how it ended; for all people at each moment."""
    served.begin(1)
    served.go_on(1, 4)
    page = visited(f"{served.address}/live.html", width, scheme)
    page.get_by_role("link", name="1", exact=True).click()
    page.wait_for_selector("#log [aria-current]")
    assert axe(page) == []
    before = page.locator("#log li").count()
    served.go_on(1, 3)
    page.locator("#log li").nth(before + 2).wait_for(state="attached")
    assert axe(page) == []
    served.go_on(1, ALL)
    page.get_by_text("the game is over").first.wait_for()
    page.wait_for_url(f"{served.address}/games/1.html*")
    page.wait_for_selector("#log [aria-current]")
    page.keyboard.press("End")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []
