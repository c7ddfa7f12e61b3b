"""The cards of one agency, the same fourteen in every colour, and the options of a game."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
import yaml
from msgspec import Struct, field

CARDS = 14
"""The cards in one deck: one is put out in the set-up, the other 13 are played one a turn."""

QUARTERMASTER = "quartermaster"
"""The special agent (the Intendente) whose power matters outside of phase 3. The others, named like the fields of
`Specials`, act in `powers` alone; `smuggler` is the Atravessador."""

PLAIN_ONE = "agent 1"
"""The card that each player puts out in the set-up. Plain agents are named by their value."""


class Specials(Struct, frozen=True, forbid_unknown_fields=True):
    """The value of each special agent; every deck has one of each."""

    director: int
    informant: int
    auditor: int
    spy: int
    quartermaster: int
    smuggler: int


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """One agency's cards: `plain[value]` copies of the plain agent of that value, and the special agents.

    `source` says where the values come from. Raises ValueError for a deck that the rules cannot be played with. In the
    set-up each player puts out an agent of value 1 "other than the Director". So the Director must be a 1, and no other
    special agent may be, or the rulebook would except that one too; thus the card that lies there face down is always a
    plain 1.
    """

    plain: dict[int, int]
    specials: Specials
    source: str

    def __post_init__(self) -> None:
        for value in (*self.plain, *msgspec.structs.astuple(self.specials)):
            if not 1 <= value <= 9:
                raise ValueError(f"deck: an agent's value is 1 to 9, not {value}")
        for value, copies in self.plain.items():
            if copies < 1:
                raise ValueError(f"deck: plain[{value}] is {copies} copies; leave the value out or give at least 1")
        for name, value in msgspec.structs.asdict(self.specials).items():
            if (value == 1) is not (name == "director"):
                raise ValueError(f"deck: the director, and no other special agent, is a 1 (set-up); {name} is {value}")
        if 1 not in self.plain:
            raise ValueError("deck: no plain agent of value 1, which each player puts out in the set-up")
        if (count := len(self.cards())) != CARDS:
            raise ValueError(f"deck: {count} cards; the plain agents and the six special ones must be {CARDS}")

    def values(self) -> dict[str, int]:
        """The value of each card by its name."""
        plain = {f"agent {value}": value for value in sorted(self.plain)}
        return plain | msgspec.structs.asdict(self.specials)

    def cards(self) -> list[str]:
        """The names of all cards, each as often as it is in the deck, sorted."""
        plain = [f"agent {value}" for value, copies in self.plain.items() for _ in range(copies)]
        return sorted(plain + list(self.specials.__struct_fields__))


@cache
def reconstruction() -> Deck:
    """The deck in `deck.yaml`: our reconstruction, not the printed values."""
    text = files(__package__).joinpath("deck.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.safe_load(text), Deck)


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table can agree on. `first` is the seat that begins; null: the deal draws it."""

    deck: Deck = field(default_factory=reconstruction)
    first: int | None = 0

    def __post_init__(self) -> None:
        if self.first is not None and self.first < 0:
            raise ValueError(f"first: a seat is numbered from 0, not {self.first}; null draws it")
