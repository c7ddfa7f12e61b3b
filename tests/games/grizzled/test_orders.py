"""Orders of the Day (p.10 and p.14): their decks, who chooses and knows what, refusing them; rulings 7 and 35."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from arena.games import Deal, laws
from arena.games.grizzled import GAME, Options
from arena.games.grizzled.deck import ORDERS, Difficulty, OrderDeck
from arena.games.grizzled.events import (
    Ordered,
    OrdersDrawn,
    OrdersRefused,
)
from arena.games.grizzled.moves import DONE, REFUSE, Order, deal, use
from arena.games.grizzled.no_mans_land import threats
from tests.games.grizzled.orders_table import (
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    TOP,
    TRIALS,
    choosing,
    next_mission,
    ordered,
    remembered,
    same_world,
)
from tests.games.grizzled.table import do, legal, new_game, of_kind, shown, told

# The deck


def test_there_are_twelve_of_each_difficulty() -> None:
    """36 Orders, as are printed."""
    assert Counter(order.difficulty for order in ORDERS.values()) == {"easy": 12, "normal": 12, "hard": 12}


@pytest.mark.parametrize(
    ("deck", "counts"),
    [
        ("beginner", {"easy": 4, "normal": 8, "hard": 0}),
        ("experienced", {"easy": 4, "normal": 4, "hard": 4}),
        ("veteran", {"easy": 2, "normal": 4, "hard": 6}),
    ],
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deck_of_a_single_game(deck: OrderDeck, counts: dict[Difficulty, int], seats: int) -> None:
    """Twelve different ones as the table on p.14 has them, others in each deal and well mixed."""
    tops = set()
    for number in range(20):
        state = new_game(Options(orders=deck), seats, Deal(str(number)))
        assert len({*state.order_deck}) == 12
        assert Counter(ORDERS[order].difficulty for order in state.order_deck) == Counter(counts)
        assert (state.stage, len(state.view(0).orders), state.view(0).order_deck) == ("order", 0, 12)
        tops.add(ORDERS[state.order_deck[0]].difficulty)
    assert tops == {difficulty for difficulty, count in counts.items() if count}


def test_every_order_can_be_in_a_deck() -> None:
    """None is left out."""
    games = [new_game(Options(orders="experienced"), 3, Deal(str(number))) for number in range(60)]
    assert {order for state in games for order in state.order_deck} == {*ORDERS}


def test_without_the_option_there_are_none() -> None:
    """Nor with one seat, where they are refused (p.14)."""
    assert new_game(Options(), 3, Deal("a")).order_deck == ()
    with pytest.raises(ValueError, match="one seat plays the single game without Orders"):
        new_game(Options(orders="beginner"), 1, Deal("a"))


# Choosing one


def test_ruling_7_one_of_two() -> None:
    """The leader sees two, the chosen one stays, the other is back on top; nobody else sees which."""
    state = choosing(*TOP, leader=1, active=1)
    assert legal(state) == (Order(FIRST, (SECOND,)), Order(SECOND, (FIRST,)))
    assert told(state, 1) == [OrdersDrawn(1, 2, (FIRST, SECOND))]
    assert told(state, 0) == told(state, 2) == shown(state) == [OrdersDrawn(1, 2)]
    assert remembered(state) == [[], [FIRST, SECOND], []]
    do(state, Order(SECOND, (FIRST,)))
    assert (state.order, state.orders, state.order_deck) == (SECOND, (SECOND,), (FIRST, THIRD, FOURTH))
    assert told(state, 1) == [Ordered(SECOND, (FIRST,))]
    assert told(state, 0) == told(state, 2) == [Ordered(SECOND)]
    assert remembered(state) == [[], [FIRST], []]
    assert (state.stage, state.to_act()) == ("intensity", (1,))


def test_ruling_7_the_next_leader_draws_the_one_that_went_back() -> None:
    """And one more; the leader before knows the top as long as it is sure."""
    state = choosing(*TOP)
    do(state, Order(FIRST, (SECOND,)))
    next_mission(state)
    assert (state.stage, state.leader, state.order) == ("order", 1, None)
    assert told(state, 1)[-1] == OrdersDrawn(1, 2, (SECOND, THIRD))
    assert remembered(state) == [[SECOND], [SECOND, THIRD], []]
    again, other = state.clone(), state.clone()
    do(again, Order(THIRD, (SECOND,)))
    assert remembered(again) == [[SECOND], [SECOND], []]
    do(other, Order(SECOND, (THIRD,)))
    assert remembered(other) == [[], [THIRD], []]
    assert other.order_deck == (THIRD, FOURTH)


def test_ruling_7_the_last_one_is_drawn_without_a_choice() -> None:
    """It is in force at once, all know it, and nobody remembers an Order in the deck any more."""
    state = choosing(FIRST, SECOND)
    do(state, Order(FIRST, (SECOND,)))
    events = next_mission(state)
    assert (state.stage, state.order, state.order_deck) == ("intensity", SECOND, ())
    assert of_kind(events, Ordered) == [Ordered(SECOND)]
    assert of_kind(events, OrdersDrawn) == []
    assert remembered(state) == [[], [], []]
    assert told(state, 0)[-1] == Ordered(SECOND)


def test_ruling_7_none_is_left() -> None:
    """No new Order; the leader deals as it likes, at least one card, and lasting Orders go on."""
    state = choosing(lasting=["barrage"], trials=["night shell", "night mask", "snow mask", "rain mask"])
    assert (state.stage, state.order, state.orders) == ("intensity", None, ("barrage",))
    assert legal(state) == (deal(1), deal(2))
    do(state, deal(1))
    assert (state.stage, threats(state)["shell"]) == ("action", 1)


def test_ruling_7_with_two_seats_the_player_knows_for_both_veterans() -> None:
    """The leader's player sees the Orders, whichever of its veterans leads."""
    state = choosing(*TOP, seats=2, leader=3, active=3)
    assert state.to_act() == (1,)
    assert remembered(state) == [[], [FIRST, SECOND]]
    do(state, Order(FIRST, (SECOND,)))
    assert remembered(state) == [[], [SECOND]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_imagined_decks_fit_what_is_known(seats: int) -> None:
    """While the Order is chosen and afterwards, when the next leader looks at the one that went back."""
    state = ordered(seats, top=TOP, trials=TRIALS, step="draw_more_orders")
    same_world(state)
    do(state, Order(SECOND, (FIRST,)))
    same_world(state)
    next_mission(state)
    assert state.stage == "order"
    same_world(state)
    do(state, Order(FIRST, (THIRD,)))
    same_world(state)


# A friend at headquarters: three


FRIEND = "friend at headquarters"


def test_three_orders_to_choose_from() -> None:
    """Those not chosen go back in any order; only the leader knows it."""
    state = ordered(3, top=TOP, helping={2: [FRIEND]}, leader=1, step="draw_more_orders")
    assert (state.stage, state.moment, state.to_act()) == ("help", FRIEND, (2,))
    same_world(state)
    do(state, use(FRIEND))
    assert state.view(0).order_draw == 3
    assert {*legal(state)} == {
        Order(FIRST, (SECOND, THIRD)),
        Order(FIRST, (THIRD, SECOND)),
        Order(SECOND, (FIRST, THIRD)),
        Order(SECOND, (THIRD, FIRST)),
        Order(THIRD, (FIRST, SECOND)),
        Order(THIRD, (SECOND, FIRST)),
    }
    same_world(state)
    do(state, Order(SECOND, (THIRD, FIRST)))
    assert state.order_deck[:3] == (THIRD, FIRST, FOURTH)
    assert remembered(state) == [[], [THIRD, FIRST], []]
    same_world(state)


def test_who_saw_three_is_not_sure_of_two_that_went_back() -> None:
    """The leader before knew the top, which may lie second now."""
    state = choosing(*TOP, helping={2: [FRIEND]})
    do(state, DONE, Order(FIRST, (SECOND,)))
    next_mission(state)
    do(state, use(FRIEND), Order(FOURTH, (THIRD, SECOND)))
    assert remembered(state) == [[], [THIRD, SECOND], []]


def test_who_knows_two_and_one_of_them_is_chosen() -> None:
    """After three were drawn, the next leader draws the two that went back: the leader before knows all of it."""
    state = choosing(*TOP, helping={2: [FRIEND]})
    do(state, use(FRIEND), Order(FIRST, (THIRD, SECOND)))
    next_mission(state)
    do(state, Order(SECOND, (THIRD,)))
    assert remembered(state) == [[THIRD], [THIRD], []]
    assert state.order_deck == (THIRD, FOURTH)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_friend_is_not_asked_where_there_is_no_third_order(left: int) -> None:
    """There is nothing to draw more."""
    state = choosing(*TOP[:left], helping={2: [FRIEND]})
    assert state.stage != "help"
    assert FRIEND in state.helping[2]


# Chapters with their own way


def test_blind_order() -> None:
    """In the chapter of the Somme the first Order is one that nobody chooses; then as always."""
    first = Options(campaign="chapter", chapter=5)
    state = new_game(first, 3, Deal("a"))
    assert (state.intensity, len(state.orders), len(state.order_deck)) == (3, 1, 11)
    assert of_kind(shown(state), OrdersDrawn) == []
    later = choosing(*TOP, options=first, mission=2)
    assert len(legal(later)) == 2
    assert len(legal(choosing(*TOP, options=Options(campaign="chapter", chapter=6), mission=1))) == 2


def test_blind_order_is_helped_by_a_friend() -> None:
    """One card only, and one more: a Helping Hand beats the chapter's own rule (ruling 35)."""
    state = choosing(*TOP, options=Options(campaign="chapter", chapter=5), mission=1, helping={0: [FRIEND]})
    assert (state.stage, state.moment) == ("help", FRIEND)
    do(state, DONE)
    assert (state.intensity, state.order, state.helping[0]) == (3, FIRST, (FRIEND,))


REFUSALS = Options(campaign="chapter", chapter=7)


@pytest.mark.parametrize("mission", [1, 2])
def test_refusal(mission: int) -> None:
    """Once in that chapter no Order is taken and the intensity is free, also in the first mission."""
    state = choosing(*TOP, options=REFUSALS, mission=mission, trials=["night shell"] * 3)
    assert legal(state)[-1] == REFUSE
    assert do(state, REFUSE) == [OrdersRefused()]
    assert (state.order, state.orders, state.order_deck) == (None, (), TOP)
    assert (state.stage, legal(state)[0]) == ("intensity", deal(1))
    assert remembered(state) == [[FIRST, SECOND], [], []]
    next_mission(state)
    assert legal(state) == (Order(FIRST, (SECOND,)), Order(SECOND, (FIRST,)))
    assert remembered(state) == [[FIRST, SECOND], [FIRST, SECOND], []]


def test_refusal_of_the_only_one() -> None:
    """It can be refused, too; or taken without any going back."""
    state = choosing(FIRST, options=REFUSALS)
    assert legal(state) == (Order(FIRST, ()), REFUSE)
    other = state.clone()
    do(state, REFUSE)
    assert (state.order, state.order_deck) == (None, (FIRST,))
    do(other, Order(FIRST, ()))
    assert (other.order, other.order_deck, remembered(other)) == (FIRST, (), [[], [], []])


def test_refusal_leaves_lasting_orders() -> None:
    """They are not what is refused."""
    state = choosing(*TOP, options=REFUSALS, lasting=["barrage"])
    do(state, REFUSE)
    assert (state.orders, threats(state)["shell"]) == (("barrage",), 1)


def test_no_refusal_elsewhere() -> None:
    """In another chapter, and in a single game."""
    assert REFUSE not in legal(choosing(*TOP, options=Options(campaign="chapter", chapter=8)))
    assert REFUSE not in legal(choosing(*TOP))


# The laws


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("deck", ["beginner", "experienced", "veteran"])
def test_laws_with_orders(deck: OrderDeck, seats: int) -> None:
    """Random games keep them, those with blind hands and gifts among them."""
    for check in (laws.check_rules, laws.check_clone, laws.check_twins):
        assert check(GAME, seats, 2, options=Options(orders=deck)) > 0


@pytest.mark.parametrize("order", ORDERS)
def test_every_decision_under_an_order_can_be_imagined(order: str) -> None:
    """From its choice to the next Order, at random; at every decision by every seat."""
    for seats in (2, 3, 4):
        rng = Random(order)
        state = ordered(seats, top=[order], trials=TRIALS, step="draw_more_orders")
        do(state, next(move for move in legal(state) if isinstance(move, Order) and move.order == order))
        while state.to_act() and state.stage != "order":
            same_world(state)
            state.apply({seat: rng.choice(state.legal(seat)) for seat in state.to_act()})
        assert order in (*state.orders, *state.orders_gone)
