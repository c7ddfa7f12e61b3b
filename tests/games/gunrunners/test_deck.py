"""Decks and options: what the rules need of them."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from arena.games import Deal
from arena.games.gunrunners import GAME, Deck, Options, Specials, new
from arena.games.gunrunners.deck import reconstruction

SPECIALS = Specials(director=1, informant=2, auditor=2, spy=2, quartermaster=3, smuggler=3)


def test_the_deck_in_the_box_keeps_what_the_rulebook_says() -> None:
    """14 cards, a director of value 1, a plain 1 beside it; it says that it is a reconstruction."""
    deck = reconstruction()
    values = deck.values()
    assert len(deck.cards()) == 14
    assert values["director"] == 1
    assert "agent 1" in deck.cards()
    assert "reconstruction" in deck.source
    assert "reconstruction" in GAME.notes


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        ({1: 7}, "13 cards"),
        ({1: 9}, "15 cards"),
        ({2: 8}, "no plain agent of value 1"),
        ({1: 8, 2: 0}, r"plain\[2\] is 0 copies"),
        ({1: 7, 10: 1}, "1 to 9, not 10"),
        ({1: 7, 0: 1}, "1 to 9, not 0"),
    ],
)
def test_wrong_decks(plain: dict[int, int], message: str) -> None:
    """Raise ValueError and say what is wrong."""
    with pytest.raises(ValueError, match=message):
        Deck(plain=plain, specials=SPECIALS, source="")


@pytest.mark.parametrize(
    ("specials", "message"),
    [
        ({"director": 9}, "director is 9"),
        ({"informant": 1}, "informant is 1"),
        ({"director": 2, "smuggler": 1}, "director is 2"),
    ],
)
def test_of_the_special_agents_the_director_alone_is_a_1(specials: dict[str, int], message: str) -> None:
    """Set-up: "one of your agents of value 1, other than the Director": there is no other to be excepted."""
    with pytest.raises(ValueError, match=f"the director, and no other special agent, is a 1 .*{message}"):
        Deck(plain={1: 8}, specials=replace(SPECIALS, **specials), source="")


def test_a_special_agent_needs_a_value() -> None:
    """From 1 to 9; one that is missing or unknown is an error in the file."""
    with pytest.raises(ValueError, match="not 0"):
        Deck(plain={1: 8}, specials=Specials(0, 1, 1, 1, 1, 1), source="")
    with pytest.raises(msgspec.ValidationError, match="smuggler"):
        msgspec.convert({"director": 1, "informant": 1, "auditor": 1, "spy": 1, "quartermaster": 1}, Specials)
    with pytest.raises(msgspec.ValidationError, match="driver"):
        msgspec.convert(msgspec.structs.asdict(SPECIALS) | {"driver": 1}, Specials)


def test_options_survive_the_wire() -> None:
    """The deck's values are keys, which JSON writes as strings."""
    options = Options(first=None)
    assert msgspec.json.decode(msgspec.json.encode(options), type=Options) == options


def test_wrong_first_seats_and_numbers_of_seats() -> None:
    """Raise ValueError."""
    with pytest.raises(ValueError, match="numbered from 0, not -1"):
        Options(first=-1)
    with pytest.raises(ValueError, match="no seat 3 at a table of 3"):
        new(Options(first=3), 3, Deal("a"))
    with pytest.raises(ValueError, match="2, 3 or 4 seats, not 5"):
        new(Options(), 5, Deal("a"))
