"""A game as one file: nothing in it can be run but the viewer, and it asks for nothing from anywhere."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from arena.faces import organisers_edition, watch_page
from arena.games.toys import BIDS
from tests.faces.games import recorded, unpacked
from tests.protocol.test_escape import steers

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"'><svg onload=alert(1)>",
    "\u202eevil\u202c \x1b[2J\x00\u200b",
    "{{ 7 * 7 }} ${alert(1)} `x`",
    "-->]]><!--",
    "javascript:alert(1)",
    "&lt;b&gt; &#x3c;",
    "x" * 10_000,
)


class Read(HTMLParser):
    """The elements of a page with their attributes, and the texts in scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._in = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._in = tag

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self._in, []).append(data)

    def handle_endtag(self, tag: str) -> None:
        self._in = ""


def page_of(*names: str) -> str:
    return watch_page(organisers_edition(recorded(BIDS, 2, names), BIDS, None))


def policy(read: Read) -> dict[str, str]:
    (content,) = [
        given["content"] for tag, given in read.elements if given.get("http-equiv") == "Content-Security-Policy"
    ]
    assert content is not None
    return dict(rule.split(" ", 1) for rule in content.split("; "))


def hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_the_policy_allows_the_viewers_script_and_style_and_nothing_else() -> None:
    """By their hashes; all else, also a request or a form, is forbidden."""
    read = Read(page_of("ann", "bob"))
    (script,) = [text for text in read.texts["script"] if not re.fullmatch(r"[A-Za-z0-9+/=]*|\s*", text)]
    (style,) = read.texts["style"]
    assert policy(read) == {
        "default-src": "'none'",
        "script-src": hashed(script),
        "style-src": hashed(style),
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }


def test_nothing_in_the_page_comes_from_elsewhere_or_is_run_by_an_attribute() -> None:
    read = Read(page_of("ann", "bob"))
    for _, given in read.elements:
        assert not {"src", "href", "action", "style", "srcdoc"} & given.keys()
        assert not any(name.startswith("on") for name in given)
    assert not re.search(
        r"https?:|//cdn|@import|url\(", page_of("ann", "bob").replace("http://www.w3.org/2000/svg", "")
    )


def test_the_viewer_makes_no_markup_of_a_text() -> None:
    """None of the ways to do that is in it."""
    script = page_of("ann", "bob")
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser"):
        assert way not in script


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name)[:20])
def test_a_hostile_name_changes_nothing_of_the_page_but_the_data(name: str) -> None:
    """Elements, script and policy are those of every other page, and the data has the name as it is."""
    elements = [Read(page).elements for page in (page_of(name, "bob"), page_of("ann", "bob"))]
    assert elements[0] == elements[1]
    page = page_of(name, "bob")
    assert not steers(page)
    assert unpacked(page)["public"]["replay"]["names"][0] == name


def test_a_games_title_is_text() -> None:
    """It comes from a plug-in; what a reader should not meet is written out."""
    game = replace(BIDS, title="<img src=x onerror=alert(1)>\u202e")
    page = watch_page(organisers_edition(recorded(BIDS, 2), game, None))
    assert "<img" not in page
    assert r"&lt;img src=x onerror=alert(1)&gt;\u202e, game 4</title>" in page
    assert not steers(page)


def test_the_same_edition_is_the_same_file() -> None:
    """There is no clock in it."""
    assert page_of("ann", "bob") == page_of("ann", "bob")
