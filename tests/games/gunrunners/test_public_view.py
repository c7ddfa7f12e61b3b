"""What anybody sees who stands at the table of Gunrunners: all that lies open, and of the rest how much there is."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import json, to_builtins

from arena.games import Deal
from arena.games.gunrunners import GAME, Options, PublicView, View, imagine, new
from arena.games.gunrunners.moves import GoUndercover, Look, Train
from arena.games.gunrunners.view import Player, Spot
from tests.games.gunrunners.table import down, play, set_up, table, up


@pytest.mark.parametrize("seats", GAME.seats)
def test_whoever_stands_at_the_table_sees_what_every_seat_knows(seats: int) -> None:
    """At every decision and at the end, whatever is hidden from a seat could be otherwise and look the same."""
    options = Options()
    for number in range(3):
        rng = Random(number)
        state = new(options, seats, Deal(f"public {number}"))
        while True:
            seen = json.encode(state.public())
            for seat in range(seats):
                view = json.decode(json.encode(state.view(seat)), type=View)
                twin = imagine(seat, view, state.memory(seat), rng, options)
                assert json.encode(twin.public()) == seen
                assert to_builtins(state.view(seat)) | {"hand": None} == to_builtins(state.public()) | {"hand": None}
            if not (acting := state.to_act()):
                break
            state.apply({seat: rng.choice(state.legal(seat)) for seat in acting})


def test_a_view_is_the_public_view_and_the_hand() -> None:
    """In the order in which they travel."""
    assert View.__struct_fields__ == (*PublicView.__struct_fields__, "hand")


def test_the_public_counts_hands_and_piles() -> None:
    """Five of thirteen cards in each hand after the set-up, and none by name but what everybody knows."""
    public = set_up(3).public()
    assert public.players == (Player(0, 5, 8),) * 3
    assert b"agent" not in json.encode(public)


def test_the_public_sees_whose_a_face_down_card_is_and_no_more() -> None:
    """Backs have the colour of the agency: on the left of a location as in its row."""
    state = table(left=[(0, "spy"), (1, "auditor"), (2, "director")], rows=[[up(1, "agent 3"), down(2, "smuggler")]])
    place, *_ = state.public().locations
    assert (place.probationary, [(agent.owner, agent.card) for agent in place.row]) == (0, [(1, "agent 3"), (2, None)])
    assert not any(card in json.encode(state.public()) for card in (b"spy", b"auditor", b"director", b"smuggler"))
    play(state, GoUndercover("agent 2", 1))
    assert b"agent 2" not in json.encode(state.public())


def test_the_public_sees_which_agent_the_informant_has_looked_at_but_not_its_card() -> None:
    """It is picked up before everybody's eyes; only the informant's owner sees its face (ruling 17)."""
    state = table(left=[(1, "informant"), (0, "agent 1"), (2, "agent 1")], rows=[[down(2, "smuggler")]])
    play(state, Train("agent 1", 0))
    play(state, Look(0, 0))
    public = state.public()
    assert (public.special, public.held, public.to_act) == ("informant", Spot(0, 0), (1,))
    assert b"smuggler" not in json.encode(public)


def test_the_public_does_not_look_through_the_discards() -> None:
    """Nor may anybody else (ruling 26); what everybody saw go, the seats have in their memory."""
    state = table(rows=[[up(0, "spy"), up(1, "agent 3"), up(2, "agent 4"), up(2, "agent 2")]])
    play(state, GoUndercover("agent 2", 1))
    assert state.memory(0).discarded == (("spy",), ("agent 3",), ("agent 2", "agent 4"))
    assert not any(card in json.encode(state.public()) for card in (b"spy", b"agent 3", b"agent 4"))
