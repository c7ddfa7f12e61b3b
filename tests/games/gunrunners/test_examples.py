"""The worked examples of the rulebook and the numbers printed in it; red is seat 0, blue 1, yellow 2."""

from __future__ import annotations

import pytest

from arena.games.gunrunners.events import Busted, Delivered, SpecialDelivery, Trained, WarehouseOpened
from arena.games.gunrunners.moves import Audit, Decline, GoUndercover, Train
from tests.games.gunrunners.table import down, moves, new_game, play, row, set_up, table, told, up


@pytest.mark.parametrize(("seats", "locations", "stock"), [(2, 3, 87), (3, 3, 87), (4, 4, 83)])
def test_set_up_numbers(seats: int, locations: int, stock: int) -> None:
    """4 crates on each location, the rest of the 100 but the marker in the stock."""
    view = new_game(seats).view(0)
    assert [where.crates for where in view.locations] == [4] * locations
    assert view.stock == stock


def test_set_up_for_three_players() -> None:
    """One agent left of each location, five cards in hand, eight in the pile, empty rows."""
    view = set_up(3).view(1)
    assert [where.probationary for where in view.locations] == [0, 1, 2]
    assert [(player.hand, player.pile) for player in view.players] == [(5, 8)] * 3
    assert all(where.row == () for where in view.locations)
    assert len(view.hand) == 5


def test_delivery_to_a_location() -> None:
    """The Warehouse is empty and a 3 is rolled: one crate from the stock to location 3."""
    state = play(table(active=2, dice=[3]), GoUndercover("agent 1", 0))
    assert state.crates == [4, 4, 5]
    assert state.stock == 49
    assert told(state, Delivered) == [Delivered(0, 3, 2, 1)]


def test_delivery_to_the_warehouse() -> None:
    """Four players and a 5: one crate from the stock to the Warehouse."""
    state = play(table(4, active=3, dice=[5]), GoUndercover("agent 1", 0))
    assert (state.warehouse, state.stock, state.crates) == (1, 49, [4, 4, 4, 4])


def test_warehouse_goes_along() -> None:
    """2 crates in the Warehouse and a 3: location 3 gets 1 from the stock and these 2."""
    state = play(table(active=2, warehouse=2, dice=[3]), GoUndercover("agent 1", 0))
    assert (state.warehouse, state.stock, state.crates) == (0, 49, [4, 4, 7])


def test_full_warehouse() -> None:
    """5 in the Warehouse: 1 to each of three locations, 2 are left, and the 2 rolled then takes them to location 2."""
    state = play(table(active=0, warehouse=5, dice=[2]), GoUndercover("agent 1", 0))
    assert told(state, WarehouseOpened) == [WarehouseOpened(left=2)]
    assert told(state, Delivered) == [Delivered(1, 2, 1, 1, 2)]
    assert (state.warehouse, state.stock, state.crates) == (0, 49, [5, 8, 5])


def test_option_a() -> None:
    """Blue sends red's agent at location 2 into the field and puts a card of its own in the empty place."""
    state = table(active=1, left=[(1, "agent 1"), (0, "agent 3"), (2, "agent 1")], rows=[[], [up(2, "agent 2")]])
    play(state, Train("agent 2", 1))
    assert row(state, 1) == [(2, "agent 2"), (0, "agent 3")]
    assert state.view(0).locations[1].probationary == 1


def test_option_b() -> None:
    """Red, with no undercover agent out, puts a 4 face down at the end of the row of location 1."""
    state = table(active=0, rows=[[up(1, "agent 2")]], hands=[["agent 4", "agent 1"], ["agent 1"], ["agent 1"]])
    play(state, GoUndercover("agent 4", 0))
    assert row(state, 0) == [(1, "agent 2"), (0, None)]
    assert state.hands[0] == ("agent 1",)


def test_auditor_flipped_by_yellow() -> None:
    """Yellow flips red's auditor at location 1: red gets the chance to use its power."""
    state = table(active=2, left=[(0, "auditor"), (1, "agent 1"), (2, "agent 1")])
    play(state, Train("agent 1", 0))
    assert told(state, Trained) == [Trained(2, 0, 0, "auditor")]
    assert state.to_act() == (0,)
    assert moves(state) == (Decline(), Audit(0, 0))


def test_bust_of_twelve_crates() -> None:
    """5, 4, 4 over 12 crates: red 6, blue 3 for its card nearer to the location, yellow 2; one stays.

    The special delivery then brings 2 there and 1 to each other location.
    """
    state = table(
        active=2,
        left=[(0, "agent 1"), (0, "agent 2"), (1, "agent 1")],
        rows=[[], [up(0, "agent 3"), up(1, "agent 3"), down(1, "agent 1"), up(2, "agent 4")]],
        crates=[4, 12, 4],
        marker=1,
    )
    play(state, Train("agent 1", 1))
    (bust,) = told(state, Busted)
    assert (bust.at, bust.totals, bust.taken, bust.left, bust.marker) == (1, (5, 4, 4), (6, 3, 2), 1, 2)
    assert bust.revealed == (2,)
    assert [agent.card for agent in bust.row] == ["agent 3", "agent 3", "agent 1", "agent 4", "agent 2"]
    assert told(state, SpecialDelivery) == [SpecialDelivery((1, 2, 1))]
    assert state.crates == [5, 3, 5]
    assert state.taken == [6, 3, 2]
    assert row(state, 1) == []
