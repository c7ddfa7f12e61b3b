"""Tables with Orders of the Day, and what is known of their deck."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

from arena.games.grizzled import Options, State, imagine
from arena.games.grizzled.deck import ORDER_DECKS, ORDERS, OrderDeck
from tests.games.grizzled.table import do, leave, legal, table

OPTIONS = Options(orders="experienced")
FIRST, SECOND, THIRD, FOURTH = TOP = ("cut off", "hot soup", "sleepless", "empathy")


TRIALS = (
    "night shell", "snow mask", "rain whistle", "mute", "night mask", "snow shell", "clumsy", "rain mask",
    "snow whistle", "night whistle", "rain shell", "night rain", "wounded", "night shell trap", "phobia mask",
    "snow rain", "selfish",
)  # fmt: skip


def rest_of_deck(known: Sequence[str], orders: OrderDeck = "experienced") -> list[str]:
    """A deck of that difficulty less the Orders that are known of."""
    deck: list[str] = []
    for difficulty, count in ORDER_DECKS[orders].items():
        names = [name for name, order in ORDERS.items() if order.difficulty == difficulty]
        more = count - sum(name in names for name in known)
        deck += [name for name in names if name not in known][:more]
    return deck


def ordered(
    seats: int = 3, order: str | None = None, *, lasting: Sequence[str] = (), top: Sequence[str] = (), **more: Any
) -> State:
    """A table of a game with Orders, whose deck of twelve has these on top."""
    in_force = (*lasting, *([order] if order is not None else []))
    deck = [*top, *rest_of_deck([*in_force, *top])]
    return table(seats, order=order, lasting=lasting, order_deck=deck, **{"options": OPTIONS, **more})


def choosing(*deck: str, seats: int = 3, **more: Any) -> State:
    """A mission is about to begin with these Orders left in the deck."""
    usual = {"options": OPTIONS, "trials": TRIALS, "step": "draw_more_orders"}
    return table(seats, order_deck=deck, **{**usual, **more})


def next_mission(state: State) -> list[Struct]:
    """The least is dealt and all withdraw at once; the last events."""
    events = do(state, legal(state)[0])
    while state.stage == "action":
        events = leave(state)
    return events


def same_world(state: State) -> None:
    """What a seat imagines from all it knows looks the same to it as what it is in; for every seat."""
    for seat in range(state.seats):
        for number in range(4):
            world = imagine(seat, state.view(seat), state.memory(seat), Random(number), state.options)
            assert world.to_act() == state.to_act()
            assert world.legal(seat) == state.legal(seat)
            assert world.view(seat) == state.view(seat)
            assert world.memory(seat) == state.memory(seat)


def remembered(state: State) -> list[list[str]]:
    """By seat, what it knows of the top of the Order deck."""
    return [[order.order for order in state.memory(seat).orders] for seat in range(state.seats)]
