"""A game says with the types of its structs which numbers are seats."""

from __future__ import annotations

import pytest
from msgspec import Struct

from arena.games import BySeat, SeatNumber, find_game, seat_fields


class Card(Struct, tag="card"):
    name: str
    owner: SeatNumber | None


class Back(Struct, tag="back"):
    owner: SeatNumber


class Node(Struct):
    seat: SeatNumber
    below: tuple[Node, ...]


class Table(Struct, rename="camel"):
    to_act: tuple[SeatNumber, ...]
    cards: tuple[Card | Back, ...]
    all_hands: BySeat[tuple[Card, ...]]
    tree: Node
    pair: tuple[int, SeatNumber]
    count: int


def test_seats_are_found_wherever_they_are_in_a_struct() -> None:
    """In lists, in alternatives, in a struct that holds others of its kind; under the names that travel."""
    fields = seat_fields(Table)
    assert fields.seat == ("allHands.owner", "cards.owner", "pair", "toAct", "tree.seat")
    assert fields.by_seat == ("allHands",)


@pytest.mark.parametrize(
    ("game", "seats", "by_seat"),
    [
        ("gunrunners", {"active", "to_act", "locations.probationary", "locations.row.owner"}, {"players"}),
        ("gangsta", {"active", "to_act", "heist_pile.seen_by", "gangster_pile.seen_by", "job.gangs"}, {"players"}),
        ("grizzled", {"to_act", "veterans.seat"}, set[str]()),
    ],
)
def test_the_games_of_the_box_say_theirs(game: str, seats: set[str], by_seat: set[str]) -> None:
    """As protocol.md has them; a veteran of The Grizzled is no seat."""
    fields = seat_fields(find_game(game).view_type)
    assert (set(fields.seat), set(fields.by_seat)) == (seats, by_seat)
