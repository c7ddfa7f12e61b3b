"""Orders of the Day (p.10): how one is chosen, what it does, and when it leaves. Rulings 7, 22, 38, 58 to 61.

What an Order forbids is asked here by the step that it concerns: `forbids_withdrawal`, `bounds_of_drop` and so on.
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
"""Cards in hand with which nobody withdraws when the line is held."""
BARRAGE_PRICE, GAS_CLOUD_PRICE = 3, 2
"""Cards that are drawn, or lost from the reserve, to be rid of them."""
LEAST_FOUR = 4
"""Cards of a drop when nobody sleeps, or in a certain chapter."""
NO_LIMIT = 68
"""As many as there are Trial cards."""
QUIET_LEAST = 2
COSTLY = 2


# -- how one is chosen


def draw_more_orders(state: Position) -> None:
    """A friend at headquarters lets the leader draw one more."""
    state.order, state.order_draw = None, DRAWN
    if state.set_up.special == "blind order" and state.mission == 1:
        state.order_draw = 1
    more = len(state.order_deck) > state.order_draw
    if not (more and helping.offer(state, FRIEND_AT_HEADQUARTERS)):
        state.go_on()


def more_orders_drawn(state: Position, chosen: Mapping[int, Use | Done]) -> None:
    """If it is used."""
    if (used := helping.answer(state, chosen)) is not None:
        helping.spend(state, *used)
        state.order_draw += 1
        state.go_on()


def draw_orders(state: Position) -> None:
    """The leader looks at the top Orders and chooses; if it is only one there is no choice (ruling 7)."""
    drawn = state.order_deck[: state.order_draw]
    may_refuse = state.set_up.special == "refusal" and not state.refused
    if not drawn:
        state.go_on()
    elif len(drawn) == 1 and not may_refuse:
        state.known_orders = [known[1:] for known in state.known_orders]
        _give(state, drawn[0], (), None)
        state.go_on()
    else:
        seat = state.seat_of(state.leader)
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
    """The others go back on top, so that the next leader draws them (ruling 7)."""
    ((leader, move),) = chosen.items()
    if isinstance(move, Refuse):
        state.refused = True
        state.say(Event(OrdersRefused()))
    else:
        # Who knew the one that went back alone, knows the top still.
        alone = {*move.back} if len(move.back) == 1 else set()
        state.known_orders = [tuple([order for order in known if order in alone]) for known in state.known_orders]
        state.known_orders[state.seat_of(leader)] = move.back
        _give(state, move.order, move.back, leader)
    state.go_on()


def _give(state: Position, order: str, back: tuple[str, ...], leader: int | None) -> None:
    state.order_deck = back + state.order_deck[1 + len(back) :]
    state.order = order
    state.orders += (order,)
    own = {state.seat_of(leader): Ordered(order, back)} if leader is not None and back else None
    state.say(Event(Ordered(order), own))


# -- what it does when the mission begins


def openings(state: Position) -> tuple[str, ...]:
    """What the Order of this mission has done before the first turn."""
    order = state.order
    return (order,) if order in (MAIL_CALL, EMPATHY, BLIND_START, CREEPING_FIRE) else ()


def open_up(state: Position, order: str) -> None:
    """A Speech token for the leader; a card to the left; one or two cards from the pile."""
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
    """Whether an Order keeps in the mission a veteran that has cards."""
    cards = len(state.hands[veteran])
    return (
        (state.order == EVERY_MAN_FORWARD and not state.has_played[veteran])
        or (state.order == LEAD_FROM_THE_FRONT and veteran == state.leader and state.inside() != [veteran])
        or (state.order == HOLD_THE_LINE and cards >= HELD_LINE)
    )


def on_withdrawal(state: Position, veteran: int) -> None:
    """What the Order has in store for a veteran that has just withdrawn."""
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
    """Of the drop of morale after this mission; a Hard Knock comes on top of them (ruling 38)."""
    if state.order == SLEEPLESS or state.set_up.special == "least four":
        least = max(least, LEAST_FOUR)
    return least, NO_LIMIT if state.order == NO_REPRIEVE else most


def change_of_drop(state: Position, drop: int) -> int:
    """A mission-long Order that touches the next drop acts at that drop, though it has left (ruling 58)."""
    if state.order == QUIET_SECTOR:
        return max(QUIET_LEAST, drop - 1)
    if state.order == COSTLY_FAILURE and not state.success:
        return drop + COSTLY
    return drop


def removals(state: Position, most: int) -> int:
    """How many Hard Knocks the supported veteran may lose instead of `most`."""
    if state.order == AID_POST:
        return most + 1
    return min(most, 1) if state.order == FULL_INFIRMARY else most


# -- when it leaves


def cancels(state: Position, veteran: int) -> list[AnyMove]:
    """The actions that meet the condition of an Order: the charm or a Speech token, given away unused."""
    ways: list[AnyMove] = []
    if ENDLESS_NIGHT in state.orders and state.ready[veteran]:
        ways.append(Cancel(ENDLESS_NIGHT))
    if DEEP_WINTER in state.orders and state.speeches[veteran]:
        ways.append(Cancel(DEEP_WINTER))
    return ways


def buy_off(state: Position) -> None:
    """Who has withdrawn may pay for the end of an Order; if there are fewer cards than that it leaves nevertheless."""
    prices: list[AnyMove] = [Cancel(order) for order in (BARRAGE, GAS_CLOUD) if order in state.orders]
    if state.leaving is not None and prices:
        state.ask("cancel", {state.leaving: (*prices, moves.DONE)})
    else:
        state.leaving = None
        state.go_on()


def bought_off(state: Position, chosen: Mapping[int, Cancel | Done]) -> None:
    """The drawn cards cannot be played any more in this mission (ruling 59)."""
    ((veteran, move),) = chosen.items()
    if isinstance(move, Cancel):
        cancel(state, veteran, move.order)
    else:
        state.leaving = None


def cancel(state: Position, veteran: int, order: str) -> None:
    """The price is paid and the Order leaves."""
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
    """After Support: all but those whose condition is not met (ruling 58)."""
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
