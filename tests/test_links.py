"""No link of the documentation leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / name for name in ("README.md", "protocol.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES += [page for folder in ("docs", "bots", "benchmarks") for page in sorted((ROOT / folder).rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def prose(page: Path) -> str:
    """Without what is shown as code."""
    return re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL)


def places(page: Path) -> set[str]:
    """What a link into this page can name: its headings, as they are named on the web, and its anchors."""
    titles = re.findall(r"^#+ (.*)", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles} | set(
        re.findall(r'<a id="(.*?)">', page.read_text())
    )


def broken(page: Path) -> Iterator[str]:
    for link in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, place = link.partition("#")
        target = (page.parent / name) if name else page
        if not target.exists():
            yield f"{link}: there is no {name}"
        elif place and place not in places(target):
            yield f"{link}: there is no {place!r} in {target.name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    """To a file of the repository, and to a heading or an anchor in it."""
    assert not list(broken(page))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_page_is_linked_from_another(page: Path) -> None:
    """Whoever begins at the README gets there."""
    if page == ROOT / "README.md":
        return
    links = {
        (other.parent / link.partition("#")[0]).resolve()
        for other in PAGES
        if other != page
        for link in LINK.findall(prose(other))
    }
    assert page.resolve() in links


def test_the_referees_own_words_point_to_a_place_that_is_there() -> None:
    """A time loss names `protocol.md#flush`."""
    named = set()
    for path in (ROOT / "arena").rglob("*.py"):
        named |= set(re.findall(r"\b([\w/]+\.md)#([\w-]+)", path.read_text()))
    assert ("protocol.md", "flush") in named
    assert [(page, place) for page, place in named if place not in places(ROOT / page)] == []
