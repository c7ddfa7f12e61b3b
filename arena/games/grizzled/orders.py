"""Orders of the Day (p.10): how one is chosen, what it does, and when it leaves. Rulings 7, 22, 38, 58 to 61.

What an Order changes in a step of others, that step asks for here: `forbids_withdrawal`, `bounds_of_drop` and so on.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from arena.games.grizzled import effects, helping, moves, piles
from arena.games.grizzled.deck import (
    AID_POST,
    BARRAGE,
    BLIND_START,
    COSTLY_FAILURE,
    CREEPING_FIRE,
    DEEP_WINTER,
    EMPATHY,
    ENDLESS_ASSAULT,
    ENDLESS_NIGHT,
    EVERY_MAN_FORWARD,
    FLOODED_TRENCH,
    FRIEND_AT_HEADQUARTERS,
    FULL_INFIRMARY,
    GAS_CLOUD,
    HOLD_THE_LINE,
    HOT_SOUP,
    LEAD_FROM_THE_FRONT,
    MAIL_CALL,
    NO_REPRIEVE,
    ORDERS,
    PASS_IT_ALONG,
    QUIET_SECTOR,
    RELIEF,
    SLEEPLESS,
    STRAGGLERS,
)
from arena.games.grizzled.events import Ordered, OrderLeft, OrdersDrawn, OrdersRefused
from arena.games.grizzled.moves import AnyMove, Cancel, Done, Order, Refuse, Use
from arena.games.grizzled.pending import Gift, Landing
from arena.games.grizzled.position import DRAWN, Position
from arena.games.interface import Event

HELD_LINE = 3
"""The number of cards in hand with which nobody withdraws when the line is held."""
BARRAGE_PRICE, GAS_CLOUD_PRICE = 3, 2
"""The numbers of cards that are drawn to be rid of a barrage, and lost from the reserve to be rid of a gas cloud."""
LEAST_FOUR = 4
"""The cards by which morale drops at least when nobody sleeps, and in a certain chapter."""
NO_LIMIT = 68
"""The cards by which morale drops at most without reprieve: as many as there are Trial cards."""
QUIET_LEAST = 2
"""The cards by which morale drops at least in a quiet sector, where it drops by one card less."""
COSTLY = 2
"""The cards by which morale drops more after a costly failure."""


# -- how one is chosen


def draw_more_orders(state: Position) -> None:
    """Say how many Orders the leader draws, and offer a friend at headquarters, who lets the leader draw one more."""
    state.order, state.order_draw = None, DRAWN
    if state.set_up.special == "blind order" and state.mission == 1:
        state.order_draw = 1
    more = len(state.order_deck) > state.order_draw
    if not (more and helping.offer(state, FRIEND_AT_HEADQUARTERS)):
        state.go_on()


def more_orders_drawn(state: Position, chosen: Mapping[int, Use | Done]) -> None:
    """Let the leader draw one more Order if the friend at headquarters was used."""
    if (used := helping.answer(state, chosen)) is not None:
        helping.spend(state, *used)
        state.order_draw += 1
        state.go_on()


def draw_orders(state: Position) -> None:
    """Let the leader look at the top Orders and choose one; if there is only one, it is in force at once (ruling 7)."""
    drawn = state.order_deck[: state.order_draw]
    may_refuse = state.set_up.special == "refusal" and not state.refused
    if not drawn:
        state.go_on()
    elif len(drawn) == 1 and not may_refuse:
        state.known_orders = [known[1:] for known in state.known_orders]
        _put_in_force(state, drawn[0], (), None)
        state.go_on()
    else:
        seat = state.seat_of[state.leader]
        state.known_orders[seat] = drawn
        ways: list[AnyMove] = []
        for order in drawn:
            rest = [other for other in drawn if other != order]
            ways += [Order(order, back) for back in permutations(rest)]
        if may_refuse:
            ways.append(moves.REFUSE)
        count = len(drawn)
        own = {seat: OrdersDrawn(state.leader, count, drawn)}
        state.say(Event(OrdersDrawn(state.leader, count), own))
        state.ask("order", {state.leader: tuple(ways)})


def order_chosen(state: Position, chosen: Mapping[int, Order | Refuse]) -> None:
    """Put the chosen Order in force; the others go back on top, so that the next leader draws them (ruling 7)."""
    ((leader, move),) = chosen.items()
    if isinstance(move, Refuse):
        state.refused = True
        state.say(Event(OrdersRefused()))
    else:
        # Who knew the one that went back alone, knows the top still.
        alone = {*move.back} if len(move.back) == 1 else set()
        state.known_orders = [tuple([order for order in known if order in alone]) for known in state.known_orders]
        state.known_orders[state.seat_of[leader]] = move.back
        _put_in_force(state, move.order, move.back, leader)
    state.go_on()


def _put_in_force(state: Position, order: str, back: tuple[str, ...], leader: int | None) -> None:
    state.order_deck = back + state.order_deck[1 + len(back) :]
    state.order = order
    state.orders += (order,)
    own = {state.seat_of[leader]: Ordered(order, back)} if leader is not None and back else None
    state.say(Event(Ordered(order), own))


# -- what it does when the mission begins


def openings(state: Position) -> tuple[str, ...]:
    """The Order of this mission, if it does something between the deal and the first turn."""
    order = state.order
    return (order,) if order in (MAIL_CALL, EMPATHY, BLIND_START, CREEPING_FIRE) else ()


def open_up(state: Position, order: str) -> None:
    """Do what an Order has done before the first turn: the leader takes a Speech token, or all pass a card to the left,
    or one or two cards are played from the pile."""
    if order == MAIL_CALL:
        effects.take_token(state, state.leader)
    elif order == EMPATHY:
        givers = [veteran for veteran in state.clockwise(state.leader) if state.hands[veteran]]
        state.giving = tuple([Gift(veteran, state.left_of(veteran), optional=False) for veteran in givers])
    else:
        for _ in range(1 if order == BLIND_START else 2):
            if state.trials:
                state.landing += (Landing(state.leader, piles.turn_up(state), "order"),)


# -- what it does while it is in force


def forbids_withdrawal(state: Position, veteran: int) -> bool:
    """Whether the Order keeps a veteran that has cards from withdrawing."""
    cards = len(state.hands[veteran])
    return (
        (state.order == EVERY_MAN_FORWARD and not state.has_played[veteran])
        or (state.order == LEAD_FROM_THE_FRONT and veteran == state.leader and state.inside() != [veteran])
        or (state.order == HOLD_THE_LINE and cards >= HELD_LINE)
    )


def on_withdrawal(state: Position, veteran: int) -> None:
    """Do what the Order has in store for a veteran that has just withdrawn."""
    cards = state.hands[veteran]
    if state.order == HOT_SOUP and not cards:
        effects.ready_charm(state, veteran)
    elif state.order == RELIEF and sum(state.withdrawn) == 1:
        effects.let_remove(state, veteran, of=veteran, count=1, optional=True)
    elif state.order == PASS_IT_ALONG and cards:
        following = [other for other in state.clockwise(state.left_of(veteran)) if not state.withdrawn[other]]
        state.giving += tuple([Gift(veteran, other, optional=False) for other in following[:1]])
    elif state.order == STRAGGLERS and cards:
        piles.draw(state, veteran, 1)


def bounds_of_drop(state: Position, least: int, most: int) -> tuple[int, int]:
    """By how many cards morale drops at least and at most after this mission, instead of `least` and `most`; a Hard
    Knock comes on top (ruling 38)."""
    if state.order == SLEEPLESS or state.set_up.special == "least four":
        least = max(least, LEAST_FOUR)
    return least, NO_LIMIT if state.order == NO_REPRIEVE else most


def change_of_drop(state: Position, drop: int) -> int:
    """By how many cards morale drops instead of `drop`. The Order acts at the drop after its mission, though it has
    left by then (ruling 58)."""
    if state.order == QUIET_SECTOR:
        return max(QUIET_LEAST, drop - 1)
    if state.order == COSTLY_FAILURE and not state.success:
        return drop + COSTLY
    return drop


def removals(state: Position, most: int) -> int:
    """How many Hard Knocks the supported veteran may lose under the Order instead of `most`."""
    if state.order == AID_POST:
        return most + 1
    return min(most, 1) if state.order == FULL_INFIRMARY else most


# -- when it leaves


def cancels(state: Position, veteran: int) -> list[AnyMove]:
    """The actions by which a veteran can end an Order: giving away its charm, or a Speech token, unused."""
    ways: list[AnyMove] = []
    if ENDLESS_NIGHT in state.orders and state.ready[veteran]:
        ways.append(Cancel(ENDLESS_NIGHT))
    if DEEP_WINTER in state.orders and state.speeches[veteran]:
        ways.append(Cancel(DEEP_WINTER))
    return ways


def buy_off(state: Position) -> None:
    """Ask the veteran that has just withdrawn whether it pays in cards for the end of an Order; if there are fewer
    cards than the price, it pays what there is (ruling 59).
    """
    prices: list[AnyMove] = [Cancel(order) for order in (BARRAGE, GAS_CLOUD) if order in state.orders]
    if state.leaving is not None and prices:
        state.ask("cancel", {state.leaving: (*prices, moves.DONE)})
    else:
        state.leaving = None
        state.go_on()


def bought_off(state: Position, chosen: Mapping[int, Cancel | Done]) -> None:
    """End the chosen Order, and ask for another one. What the veteran draws for it can no longer be played in this
    mission (ruling 59)."""
    ((veteran, move),) = chosen.items()
    if isinstance(move, Cancel):
        cancel(state, veteran, move.order)
    else:
        state.leaving = None


def cancel(state: Position, veteran: int, order: str) -> None:
    """Let a veteran pay the price of an Order, which is then over."""
    _remove(state, order, veteran)
    if order == BARRAGE:
        piles.draw(state, veteran, BARRAGE_PRICE)
    elif order == GAS_CLOUD:
        piles.lose_morale(state, GAS_CLOUD_PRICE)
    elif order == ENDLESS_NIGHT:
        state.ready[veteran] = False
    else:
        effects.spend_token(state, veteran)


def leave(state: Position) -> None:
    """End the Orders when a mission is over, but for those with a condition that is not met (ruling 58)."""
    no_cards = not any(state.hands)
    for order in state.orders:
        stays = ORDERS[order].until is not None
        met = (order == FLOODED_TRENCH and state.success) or (order == ENDLESS_ASSAULT and no_cards)
        if met or not stays:
            _remove(state, order, None)


def _remove(state: Position, order: str, veteran: int | None) -> None:
    state.orders = piles.without(state.orders, order)
    state.orders_gone = tuple(sorted((*state.orders_gone, order)))
    state.say(Event(OrderLeft(order, veteran)))
