"""The lists of rulings and of cases, held against those who name them: nothing is named that is not there, and nothing
is there that no rule or test names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = [path.stem for path in sorted((ROOT / "docs" / "rulings").glob("*.md"))]
NAMED = re.compile(r"\b[Rr]ulings?\s+(\d+(?:(?:,\s*and|,|\s+and|\s+to)\s+\d+)*)")


def numbers_named(text: str) -> set[int]:
    """Those of "ruling 4", "rulings 4, 6 and 20" and "rulings 12 to 18", also where a line ends between."""
    named: set[int] = set()
    for found in NAMED.findall(re.sub(r"\n\s*#?\s*", " ", text)):
        named |= {int(number) for number in re.findall(r"\d+", found)}
        for first, last in re.findall(r"(\d+)\s+to\s+(\d+)", found):
            named |= set(range(int(first), int(last) + 1))
    return named


def sources(*folders: str) -> Iterator[str]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.read_text()


def listed(pattern: str, page: str) -> list[str]:
    return re.findall(pattern, (ROOT / page).read_text(), re.MULTILINE)


def rulings_of(game: str) -> list[int]:
    text = (ROOT / "docs" / "rulings" / f"{game}.md").read_text()
    return [int(number) for number in re.findall(r"^(\d+)\. ", text[text.index("\n## Rulings\n") :], re.MULTILINE)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ruling 7, and more", {7}),
        ("rulings 4, 6, 20, 60 and 61", {4, 6, 20, 60, 61}),
        ("Rulings 12 to 14, 33", {12, 13, 14, 33}),
        ("see ruling\n    # 12", {12}),
        ("a ruling of 12", set()),
    ],
)
def test_numbers_are_found_as_people_write_them(text: str, expected: set[int]) -> None:
    """One, several, and from one to another."""
    assert numbers_named(text) == expected


@pytest.mark.parametrize("game", GAMES)
def test_rulings_are_numbered_in_order(game: str) -> None:
    """From 1 without a gap, so that a number never comes to mean another ruling."""
    assert rulings_of(game) == list(range(1, len(rulings_of(game)) + 1))


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_named_by_a_rule_or_a_test_and_the_other_way_round(game: str) -> None:
    """A ruling that nothing names may be followed by nothing; a name without a ruling cannot be looked up."""
    named = numbers_named("\n".join(sources(f"arena/games/{game}", f"tests/games/{game}")))
    assert named == set(rulings_of(game))


def test_every_game_of_the_box_that_has_a_rulebook_has_a_list_of_rulings() -> None:
    """One page for each."""
    boxed = {path.parent.name for path in (ROOT / "arena" / "games").glob("*/state.py")}
    assert set(GAMES) == boxed


def test_every_case_is_named_by_a_test_and_the_other_way_round() -> None:
    """What is not built yet says so in the list."""
    text = "\n".join(sources("tests"))
    open_still = set(listed(r"^- \*\*(D\d\d)\*\* .*\*Not yet built\.\*$", "docs/cases.md"))
    cases = listed(r"^- \*\*(D\d\d)\*\*", "docs/cases.md")
    assert cases == [f"D{number:02}" for number in range(1, len(cases) + 1)]
    assert set(re.findall(r"\bD\d\d\b", text)) == set(cases) - open_still
