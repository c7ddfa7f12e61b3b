"""Rulings 1 to 13: the set-up, the delivery, and sending an agent."""

from __future__ import annotations

import pytest

from arena.games import Deal, Event
from arena.games.gunrunners import Options, new
from arena.games.gunrunners.events import Dealt, Delivered, SpecialDelivery, SpiedOut, Trained, WentUndercover
from arena.games.gunrunners.moves import Audit, Deploy, GoUndercover, SpyOut, Train
from tests.games.gunrunners.table import (
    down,
    hidings,
    moves,
    new_game,
    play,
    row,
    set_up,
    table,
    told,
    trainings,
    up,
)


def test_ruling_01_agents_are_put_out_clockwise_from_the_first_player() -> None:
    """Each at a free location of choice, asked even when one is left; hands are drawn after the last."""
    state = new_game(3, first=2)
    assert (state.to_act(), moves(state)) == ((2,), (Deploy(0), Deploy(1), Deploy(2)))
    play(state, Deploy(1))
    assert (state.to_act(), moves(state)) == ((0,), (Deploy(0), Deploy(2)))
    play(state, Deploy(2))
    assert (state.to_act(), moves(state)) == ((1,), (Deploy(0),))
    assert [state.view(seat).hand for seat in range(3)] == [(), (), ()]
    play(state, Deploy(0))
    assert [where.probationary for where in state.view(0).locations] == [1, 2, 0]
    assert [trainee.card for trainee in state.trainees if trainee] == ["agent 1"] * 3
    assert told(state, Dealt, 1) == [Dealt(state.hands[1])]
    assert told(state, Dealt) == [Dealt()]


def test_ruling_02_first_player_is_given_or_drawn() -> None:
    """A seat in the options begins; with null every seat does, under some deal."""
    assert new(Options(first=1), 3, Deal("a")).to_act() == (1,)
    begun = {new(Options(first=None), 4, Deal(str(i))).to_act() for i in range(60)}
    assert begun == {(0,), (1,), (2,), (3,)}


def test_ruling_03_backs_show_the_owner_only() -> None:
    """Everybody sees whose a face-down card is, nobody what it is."""
    state = table(left=[(2, "spy"), (1, "agent 4"), (2, "agent 1")], rows=[[down(1, "agent 3")]])
    for seat in range(3):
        view = state.view(seat)
        assert [where.probationary for where in view.locations] == [2, 1, 2]
        assert [(agent.owner, agent.card) for agent in view.locations[0].row] == [(1, None)]


def test_ruling_04_two_players() -> None:
    """3 locations, one left empty; the marker starts on 3, so that 4 busts end the game; for more players on 0."""
    view = set_up(2).view(0)
    assert [where.probationary for where in view.locations] == [0, 1, None]
    assert view.marker == 3
    assert [set_up(seats).view(0).marker for seats in (3, 4)] == [0, 0]


def test_ruling_05_first_turn_of_two_players() -> None:
    """After a delivery as usual the empty place is filled from the hand, a card is drawn, and that is all."""
    state = set_up(2)
    assert state.warehouse == 1
    assert trainings(state) == {2}
    assert hidings(state) == set()
    drawn = state.luck.piles[0][5]
    card = state.hands[0][0]
    play(state, Train(card, 2))
    assert told(state, Trained, 0) == [Trained(0, 2, None, None, card, drawn)]
    assert told(state, Trained) == [Trained(0, 2)]
    assert [(player.hand, player.pile) for player in state.view(0).players] == [(5, 7), (5, 8)]
    assert [where.row for where in state.view(0).locations] == [(), (), ()]
    assert (state.stage, state.to_act()) == ("turn", (1,))
    assert trainings(state) == {0, 2}


def test_ruling_06_warehouse_is_checked_before_the_roll() -> None:
    """With 4 in it nothing happens though the roll makes them 5; a special delivery leaves it alone."""
    state = play(table(warehouse=4), GoUndercover("agent 1", 2))
    assert (state.warehouse, state.crates) == (5, [4, 4, 4])
    play(state, GoUndercover("agent 1", 2))
    assert (state.warehouse, state.crates) == (3, [5, 5, 5])

    ones = [up(0, "agent 1")] * 3
    state = play(table(left=[(1, "agent 1")] * 3, rows=[ones], warehouse=2), Train("agent 1", 0))
    assert told(state, SpecialDelivery) == [SpecialDelivery((2, 1, 1))]
    assert state.warehouse == 3


def test_ruling_07_empty_stock() -> None:
    """The roll brings nothing new but still moves what is in the Warehouse."""
    state = play(table(stock=0, warehouse=3, dice=[2]), GoUndercover("agent 1", 0))
    assert told(state, Delivered) == [Delivered(1, 2, 1, 0, 3)]
    assert (state.stock, state.warehouse, state.crates) == (0, 0, [4, 7, 4])
    state = play(table(stock=0, warehouse=3), GoUndercover("agent 1", 0))
    assert (state.stock, state.warehouse) == (0, 3)


@pytest.mark.parametrize(
    ("stock", "delivered"), [(4, (1, 2, 1)), (3, (1, 2, 0)), (2, (0, 2, 0)), (1, (0, 1, 0)), (0, (0, 0, 0))]
)
def test_ruling_07_special_delivery_in_printed_order(stock: int, delivered: tuple[int, ...]) -> None:
    """The bust location first, then the others from the top, as far as the stock lasts."""
    rows = [[], [up(0, "agent 1")] * 3]
    state = play(table(left=[(1, "agent 1")] * 3, rows=rows, stock=stock), Train("agent 1", 1))
    assert told(state, SpecialDelivery) == [SpecialDelivery(delivered)]


def test_ruling_08_option_a_without_room_for_another_undercover_agent() -> None:
    """A player whose undercover agent is out, anywhere, must train."""
    state = table(rows=[[], [], [down(0, "agent 4")]])
    assert hidings(state) == set()
    assert trainings(state) == {1, 2}


def test_ruling_09_own_agents_stay_unless_it_is_the_last_card_or_all_are_own() -> None:
    """Else an opponent's must be sent."""
    mixed = [(0, "agent 1"), (1, "agent 1"), (0, "agent 2")]
    assert trainings(table(left=mixed)) == {1}
    assert trainings(table(left=[(0, "agent 1")] * 3)) == {0, 1, 2}
    last = [["agent 3"], ["agent 1"], ["agent 1"]]
    assert trainings(table(left=mixed, hands=last)) == {0, 1, 2}
    assert trainings(table(left=mixed, hands=last, piles=[["agent 4"], [], []])) == {1}


def test_ruling_10_a_spy_sees_the_card_just_put_in() -> None:
    """Flip, move, put, draw, and only then phase 3."""
    state = table(
        left=[(1, "spy"), (1, "agent 1"), (2, "agent 2")],
        hands=[["agent 4", "agent 3"], ["agent 1"], ["agent 1"]],
        piles=[["director"], [], []],
    )
    play(state, Train("agent 4", 0))
    assert (state.stage, state.to_act()) == ("power", (1,))
    assert state.hands[0] == ("agent 3", "director")
    play(state, SpyOut())
    assert told(state, SpiedOut, 1) == [SpiedOut(1, ("agent 4", "agent 1", "agent 2"))]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_11_everybody_has_a_card_on_each_of_thirteen_turns(seats: int) -> None:
    """All run out together."""
    state = set_up(seats)
    while state.turn < 13 * seats:
        assert state.stage != "turn" or state.hands[state.active]
        state.marker = 0  # so that no busts end it before
        play(state, state.default(state.to_act()[0]))
    while state.to_act():
        play(state, state.default(state.to_act()[0]))
    assert state.hands == [()] * seats
    assert state.turn == 13 * seats


def test_ruling_12_one_undercover_agent_or_two_with_an_active_quartermaster() -> None:
    """Own, face up and active at the moment of choosing."""
    out = down(0, "agent 1")
    assert hidings(table(rows=[[out, up(0, "quartermaster", active=True)]])) == {0, 1, 2}
    assert hidings(table(rows=[[out, down(0, "agent 2")], [up(0, "quartermaster", active=True)]])) == set()
    assert hidings(table(rows=[[out, up(1, "quartermaster", active=True)]])) == set()
    assert hidings(table(rows=[[out, down(0, "quartermaster")]])) == set()
    assert hidings(table(left=[(0, "quartermaster"), (1, "agent 1"), (2, "agent 1")], rows=[[out]])) == set()


def test_ruling_12_two_stay_when_the_quartermaster_goes() -> None:
    """With two, or one, left after the loss there is no room for another; with none there is."""
    two = [down(0, "agent 1"), down(0, "agent 2")]
    left = [(2, "auditor"), (1, "agent 1"), (2, "agent 1")]
    state = table(active=1, left=left, rows=[[*two, up(0, "quartermaster", active=True)]], audit=6)
    play(state, Train("agent 1", 0))
    play(state, Audit(0, 2))
    assert row(state, 0) == [(0, None), (0, None), (2, "auditor")]
    play(state, GoUndercover("agent 1", 2))
    assert state.to_act() == (0,)
    assert hidings(state) == set()
    assert hidings(table(rows=[two[:1]])) == set()
    assert hidings(table(rows=[])) == {0, 1, 2}


def test_ruling_13_nobody_looks_again() -> None:
    """The views of all, the owner included, hide a face-down card; the event at placing told it to the one who knew."""
    state = play(table(hands=[["agent 4"], ["agent 1"], ["agent 1"]]), GoUndercover("agent 4", 1))
    assert state.events[0] == Event(WentUndercover(0, 1), {0: WentUndercover(0, 1, "agent 4")})
    for seat in range(3):
        assert [agent.card for agent in state.view(seat).locations[1].row] == [None]
