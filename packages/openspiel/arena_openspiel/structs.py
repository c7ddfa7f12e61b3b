"""What travels on the wire: one set of structs for all games of OpenSpiel, whose own words are in them as text."""

from __future__ import annotations

from typing import Literal

from arena.games import SeatNumber
from msgspec import Struct

CHANCE = -1
"""Stands for the seat of an act that was chance's."""


class SpielMove(Struct, frozen=True):
    """The move: `action` is OpenSpiel's number for it, `text` what it is called there, both as in the legal list."""

    action: int
    text: str


class Act(Struct, frozen=True, array_like=True):
    """`[seat, action]`: who acted, and OpenSpiel's number of what was done; null where that was not shown. Where
    nothing is hidden, chance acts too, as seat -1."""

    seat: SeatNumber
    action: int | None


class SpielView(Struct, frozen=True):
    """What a seat may look at: how many `seats` there are, which of them are `to_act`, and OpenSpiel's `text` for this
    seat.

    The text is the observation where nothing is hidden, else the information state; where a game has only one of them,
    that one. The option `sees` changes it in games that have several.
    """

    seats: int
    to_act: tuple[SeatNumber, ...]
    text: str


class SpielMemory(Struct, frozen=True):
    """`acts`: all that was done so far, in order. Where something is hidden, the actions of others are null in it, and
    chance is left out."""

    acts: tuple[Act, ...]


class SpielPublic(Struct, frozen=True):
    """What anybody at the table may look at: who is `to_act`, the `acts` so far as far as they are open to all, and
    OpenSpiel's public observation as `text`: empty where the game has none."""

    seats: int
    to_act: tuple[SeatNumber, ...]
    text: str
    acts: tuple[Act, ...]


class SpielActed(Struct, frozen=True):
    """The event: this seat acted, or as seat -1 chance, where nothing is hidden. `action` and `text` say what it did;
    null for whom that is hidden from."""

    seat: SeatNumber
    action: int | None
    text: str | None


Sees = Literal["information state", "observation", "struct"]
"""Which of OpenSpiel's answers a view's text is."""
