"""The moves: what a player can decide, one step at a time. On the wire `{"do": "play", "card": "night shell"}`.

Veterans are numbered in playing order; with three and four seats a veteran's number is that of its seat.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from msgspec import Struct


class Deal(Struct, frozen=True, tag="deal", tag_field="do"):
    """The leader: how many cards everybody gets in this mission."""

    intensity: int


class Play(Struct, frozen=True, tag="play", tag_field="do"):
    """A card from the hand: a Threat to No Man's Land, a Hard Knock to the veteran itself."""

    card: str


class Charm(Struct, frozen=True, tag="charm", tag_field="do"):
    """Use the Good Luck Charm: discard a Threat card from No Man's Land."""

    card: str


class Speech(Struct, frozen=True, tag="speech", tag_field="do"):
    """Spend a Speech token: every other veteran in the mission may discard one card that shows this threat."""

    threat: str


class Withdraw(Struct, frozen=True, tag="withdraw", tag_field="do"):
    """Leave the mission; `Place` follows if there is a Support tile to place."""


class Shed(Struct, frozen=True, tag="shed", tag_field="do"):
    """Discard this card from the hand, on another's Speech."""

    card: str


class Done(Struct, frozen=True, tag="done", tag_field="do"):
    """None, or no more: on a Speech, when Hard Knocks are removed, when the hand can be filled."""


class Remove(Struct, frozen=True, tag="remove", tag_field="do"):
    """Take a Hard Knock off a veteran: Merry Christmas, Support."""

    veteran: int
    card: str


class Drop(Struct, frozen=True, tag="drop", tag_field="do"):
    """Absent-minded: the Support tile that goes out of the game."""

    tile: str


class Place(Struct, frozen=True, tag="place", tag_field="do"):
    """Put a Support tile face down on the veteran that withdraws."""

    tile: str


class Fill(Struct, frozen=True, tag="fill", tag_field="do"):
    """One player: draw up to three cards. Not to do so once is not to do so any more in this mission."""


AnyMove: TypeAlias = Deal | Play | Charm | Speech | Withdraw | Shed | Done | Remove | Drop | Place | Fill

# Moves are made once and used again: positions ask for the same ones over and over.
DONE, WITHDRAW, FILL = Done(), Withdraw(), Fill()
deal = cache(Deal)
play = cache(Play)
charm = cache(Charm)
speech = cache(Speech)
shed = cache(Shed)
remove = cache(Remove)
drop = cache(Drop)
place = cache(Place)
