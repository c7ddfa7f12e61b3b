"""The moves: what a player can decide. On the wire `{"do": "train", "card": "agent 3", "at": 1}`.

`at`, `from` and `to` are locations, numbered from 0 on the wire (location 1 of the rulebook is 0). `pos` is a place in
a location's row, 0 for the card next to the location.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import TypeAlias

from msgspec import Struct, field


class Deploy(Struct, frozen=True, tag="deploy", tag_field="do"):
    """Set-up: put out a plain agent of value 1 as the probationary agent of a free location."""

    at: int


class Train(Struct, frozen=True, tag="train", tag_field="do"):
    """Phase 2, option A: send the probationary agent of a location into the field and replace it by a hand card."""

    card: str
    at: int


class GoUndercover(Struct, frozen=True, tag="undercover", tag_field="do"):
    """Phase 2, option B: put a hand card face down at the end of a location's row."""

    card: str
    at: int


class Decline(Struct, frozen=True, tag="decline", tag_field="do"):
    """Phase 3: leave the special agent's power unused."""


class MoveAgent(Struct, frozen=True, tag="move", tag_field="do"):
    """Director: move a face-up card to the end of another location's row."""

    source: int = field(name="from")
    pos: int
    to: int


class Audit(Struct, frozen=True, tag="audit", tag_field="do"):
    """Auditor: roll against a face-up card's value to remove it."""

    at: int
    pos: int


class Look(Struct, frozen=True, tag="look", tag_field="do"):
    """Informant: pick up and look at an undercover agent; `Place` follows."""

    at: int
    pos: int


class Place(Struct, frozen=True, tag="place", tag_field="do"):
    """Informant: put the agent that was looked at, face down, at the end of any location's row."""

    to: int


class SpyOut(Struct, frozen=True, tag="spy_out", tag_field="do"):
    """Spy: look at all probationary agents; `Arrange` follows."""


class Arrange(Struct, frozen=True, tag="arrange", tag_field="do"):
    """Spy: deal them out again. `sources[i]` is the location whose agent now goes to location i."""

    sources: tuple[int, ...]


class Smuggle(Struct, frozen=True, tag="smuggle", tag_field="do"):
    """Smuggler: move two crates from one location to another."""

    source: int = field(name="from")
    to: int


class Raid(Struct, frozen=True, tag="raid", tag_field="do"):
    """Phase 4, with two busts due: the location whose bust is resolved next."""

    at: int


AnyMove: TypeAlias = (
    Deploy | Train | GoUndercover | Decline | MoveAgent | Audit | Look | Place | SpyOut | Arrange | Smuggle | Raid
)


# Moves are made once and used again: positions ask for the same ones over and over.

LOCATIONS = 4
"""The most that a table has."""


@cache
def _trained(card: str) -> tuple[Train, ...]:
    return tuple([Train(card, at) for at in range(LOCATIONS)])


@cache
def _hidden(card: str) -> tuple[GoUndercover, ...]:
    return tuple([GoUndercover(card, at) for at in range(LOCATIONS)])


@cache
def trainings(hand: tuple[str, ...], locations: tuple[int, ...]) -> tuple[Train, ...]:
    """The moves of option A with this hand at these locations; equal cards give one move."""
    return tuple([moves[at] for moves in map(_trained, dict.fromkeys(hand)) for at in locations])


@cache
def hidings(hand: tuple[str, ...], locations: tuple[int, ...]) -> tuple[GoUndercover, ...]:
    """The moves of option B with this hand at these locations; equal cards give one move."""
    return tuple([moves[at] for moves in map(_hidden, dict.fromkeys(hand)) for at in locations])


@cache
def moves_away(source: int, pos: int, locations: int) -> tuple[MoveAgent, ...]:
    """The ways to move the card at a place to another location."""
    return tuple(MoveAgent(source, pos, to) for to in range(locations) if to != source)


@cache
def arrangements(locations: int) -> tuple[Arrange, ...]:
    """All orders of the agents of the locations; the order in which they lie comes first."""
    return tuple(Arrange(sources) for sources in permutations(range(locations)))
