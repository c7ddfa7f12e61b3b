"""What anybody sees who stands at the table of Gangsta!: almost everything, but no pile and no offer."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import json, to_builtins

from arena.games import Deal
from arena.games.gangsta import GAME, Options, PublicView, View, imagine, new
from arena.games.gangsta.view import Pile
from tests.games.gangsta.table import table
from tests.games.variants import VARIANTS


@pytest.mark.parametrize("options", VARIANTS["gangsta"].values(), ids=VARIANTS["gangsta"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_whoever_stands_at_the_table_sees_what_every_seat_knows(seats: int, options: Options) -> None:
    """At every decision and at the end, whatever is hidden from a seat could be otherwise and look the same."""
    rng = Random(seats)
    state = new(options, seats, Deal("public"))
    for _ in range(300):
        seen = json.encode(state.public())
        for seat in range(seats):
            twin = imagine(seat, state.view(seat), state.memory(seat), rng, options)
            assert json.encode(twin.public()) == seen
            assert to_builtins(state.view(seat)) | {"offered": 0} == to_builtins(state.public()) | {"offered": 0}
        if not (acting := state.to_act()):
            break
        state.apply({seat: rng.choice(state.legal(seat)) for seat in acting})


def test_a_view_is_the_public_view_and_the_offer() -> None:
    """In the order in which they travel."""
    assert View.__struct_fields__ == (*PublicView.__struct_fields__, "offered")


def test_the_public_sees_no_resource_before_all_are_revealed_together() -> None:
    """Ruling 1: each seat is offered two; then those that were kept lie open, and the others leave the game unseen."""
    state = new(Options(resources=True), 3, Deal("offer"))
    offers = state.offered
    assert state.public().to_act == (0, 1, 2)
    assert [player.resource for player in state.public().players] == [None] * 3
    state.apply({seat: state.legal(seat)[1] for seat in range(3)})
    kept = [player.resource.card for player in state.public().players if player.resource is not None]
    assert kept == [cards[1].card for cards in offers]
    assert not any(f'"card":"{cards[0].card}"' in json.encode(state.public()).decode() for cards in offers)


def test_the_public_sees_who_has_looked_at_the_top_heist_but_not_the_card() -> None:
    """A bikers gang looks when its owner's turn begins (ruling 33)."""
    state = table(["mafia boss"], ["cartel boss"], active_resources={0: "bikers gang"}, heist_pile=["hack attack 1a"])
    assert state.public().heist_pile == Pile(1, 0)
    assert b"hack attack 1a" in json.encode(state.memory(0))
    assert b"hack attack 1a" not in json.encode(state.public())


def test_the_public_sees_who_has_looked_at_the_top_gangster_but_not_the_card() -> None:
    """An informer network looks when its owner's turn begins (ruling 39)."""
    state = table(["mafia boss"], ["cartel boss"], active_resources={0: "informer network"}, gangster_pile=["mafia 2"])
    assert state.public().gangster_pile == Pile(1, 0)
    assert b"mafia 2" in json.encode(state.memory(0))
    assert b"mafia 2" not in json.encode(state.public())


def test_money_gangs_and_performed_heists_lie_open() -> None:
    """Ruling 11: everybody saw them come, so that anybody may count them."""
    state = table("mafia boss", "cartel boss", dollars=[7, 3], bank=[0, 2])
    state.performed[1], state.influence[1] = ("casino 2a",), 2
    first, second = state.public().players
    assert (first.dollars, first.bank, [one.card for one in first.gang]) == (7, 0, ["mafia boss"])
    assert (second.dollars, second.bank, second.heists, second.influence) == (3, 2, ("casino 2a",), 2)
