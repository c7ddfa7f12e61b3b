"""The chapter for authors of bots, and the game played through, are made of the rules alone."""

from __future__ import annotations

import dataclasses
from enum import Enum
from typing import Literal

import pytest
from msgspec import Struct

from arena.games import BySeat, Game, SeatNumber, find_game, game_names
from arena.games.toys import BIDS, LANTERNS, LanternsState
from arena.workshop import chapter, playthrough
from tests.planted import lanterns_of


class Suit(Enum):
    RED = "red"


class Part(Struct, frozen=True, tag="part"):
    """A part."""

    inner: int | None
    """May not be there | or may."""


class Shown(Struct, frozen=True):
    """All kinds of fields."""

    who: SeatNumber
    each: BySeat[int]
    stage: Literal["bid", "over"]
    """What is due."""
    suit: Suit
    parts: tuple[Part, ...]
    named: dict[str, bool]


ROWS = """\
| `who` | seat | |
| `each` | by seat, number | |
| `stage` | `"bid"` or `"over"` | What is due. |
| `suit` | `"red"` | |
| `parts` | list of Part | |
| `named` | true or false by name | |"""


def test_a_field_is_told_by_its_type_and_the_text_below_it() -> None:
    """A struct within has a heading of its own, with its tag; a bar in a text ends no cell."""
    page = chapter(dataclasses.replace(LANTERNS, memory_type=Shown))
    assert f"## Memory\n\nAll kinds of fields.\n\n| field | what it is | meaning |\n|---|---|---|\n{ROWS}\n" in page
    assert '### Part: `"type": "part"`\n\nA part.\n' in page
    assert "| `inner` | number or null | May not be there \\| or may. |" in page


def test_it_has_all_that_a_bot_meets() -> None:
    """Options with their defaults, every move and event by its tag, and a struct that was told before by a link."""
    page = chapter(LANTERNS)
    for tag in ("light", "cover", "placed", "uncovered"):
        assert f'`"type": "{tag}"`' in page
    assert (
        page.count("A lantern on the table") == page.count("and a lantern on the table:") - 1
        or "As in the [view](#view)." in page
    )
    assert '"legal":[' in page
    assert "by default 3" in chapter(BIDS)


@pytest.mark.parametrize("game", [BIDS, LANTERNS, *map(find_game, game_names())], ids=lambda game: str(game.name))
def test_every_game_has_one(game: Game) -> None:
    """Equal each time, in sentences and rows."""
    assert chapter(game) == chapter(game)
    assert chapter(game).startswith(f"# {game.title}\n")


def test_a_game_played_through_shows_what_changes() -> None:
    """Equal rules give equal texts; another hand another text."""

    class OtherFirst(LanternsState):
        def default(self, seat: int) -> object:  # type: ignore[override]
            return None

    class OpenBox(LanternsState):
        def public(self) -> object:  # type: ignore[override]
            return self.view(0)

    assert playthrough(LANTERNS) == playthrough(lanterns_of(OtherFirst))
    assert playthrough(LANTERNS) != playthrough(lanterns_of(OpenBox))
    text = playthrough(LANTERNS, seats=2)
    assert text.startswith("Lanterns, version 1, 2 seats, deal 'playthrough', options {}\n")
    assert text.count("\ndecision ") == 6
    assert '"kind": "team"' in text.splitlines()[-1]


def test_who_is_told_otherwise_has_a_line_of_its_own() -> None:
    """A covered lantern is told to its owner with its colour, and to all others without."""
    lines = playthrough(LANTERNS, seats=2).splitlines()
    covered = [at for at, line in enumerate(lines) if "puts down a covered lantern" in line]
    assert covered
    assert all(lines[at + 1].startswith("    for seat ") for at in covered)
