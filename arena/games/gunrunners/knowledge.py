"""Who knows which probationary agent.

Face-down cards may not be looked at again, but a player remembers. What a seat knows of the cards left of the locations
is a tuple of groups. A group of one location is a card known exactly. Larger groups come about when another seat's spy
mixes the cards of one owner, as backs show only the colour.

Undercover agents need no groups, as everybody sees how they move: each carries the set of seats that know it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from msgspec import Struct


class Group(Struct, frozen=True):
    """One piece of knowledge: the probationary agents at the locations `at`, all of one owner, include `cards` (names,
    sorted) in some order.

    If there are fewer cards than locations, the other agents are unknown.
    """

    at: tuple[int, ...]
    cards: tuple[str, ...]


Knowledge: TypeAlias = tuple[Group, ...]
"""What one seat knows: groups that share no location. A location in no group holds an unknown card."""


@cache
def exactly(at: int, card: str) -> Group:
    """The group of one location whose card is known."""
    return Group((at,), (card,))


def learned(knowledge: Knowledge, at: int, card: str) -> Knowledge:
    """What is known after the seat has seen which card went to a location that was in no group."""
    return (*knowledge, exactly(at, card))


def revealed(knowledge: Knowledge, at: int, card: str) -> Knowledge:
    """What is known after the card at a location has been turned up for all and has left it."""
    for i, group in enumerate(knowledge):
        if at in group.at:
            others = knowledge[:i] + knowledge[i + 1 :]
            if len(group.at) == 1:
                return others
            cards = list(group.cards)
            # Not among the known cards: then it was one of the unknown ones of the group.
            if card in cards:
                cards.remove(card)
            places = tuple([place for place in group.at if place != at])
            return (*others, Group(places, tuple(cards))) if cards else others
    return knowledge


def mixed(knowledge: Knowledge, before: Sequence[int], after: Sequence[int]) -> Knowledge:
    """What is known after another seat's spy has dealt the agents out again; `before[at]` and `after[at]` are the
    owners."""
    groups = []
    for owner in sorted(set(after)):
        cards = [card for group in knowledge if before[group.at[0]] == owner for card in group.cards]
        if cards:
            places = tuple([at for at, whose in enumerate(after) if whose == owner])
            groups.append(Group(places, tuple(sorted(cards))))
    return tuple(groups)
