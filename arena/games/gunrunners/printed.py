"""What is printed on the pieces, for whoever draws the table."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from arena.games.gunrunners.busts import EXPOSED, LAST_SPACE
from arena.games.gunrunners.deck import CARDS, Options
from arena.games.gunrunners.position import WAREHOUSE_FULL

REGIONS: Final = ("Middle East", "North Africa", "Central America", "Southeast Asia")
"""The names of the four location cards. They are numbered by where they lie; which is which makes no difference."""


class Printed(Struct, frozen=True):
    """`values` of the cards by name, and how many `cards` an agency has; the `spaces` of the bust card; how many
    `exposed` agents bring about a bust, and how many crates fill the `warehouse`; the `regions` of the locations."""

    values: dict[str, int]
    cards: int
    spaces: int
    exposed: int
    warehouse: int
    regions: tuple[str, ...]


def printed(options: Options) -> Printed:
    """The pieces of a table with these options."""
    return Printed(options.deck.values(), CARDS, LAST_SPACE, EXPOSED, WAREHOUSE_FULL, REGIONS)
