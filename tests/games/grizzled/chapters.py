"""Chapters of the campaign to test with: just won, just lost, or ended where they stand."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from msgspec import to_builtins

from arena.games.grizzled import Options, Saved, State, imagine
from arena.games.grizzled.deck import HELPING_HANDS, ORDER_DECKS, ORDERS
from arena.games.grizzled.events import CampaignSaved
from arena.games.grizzled.moves import DONE
from tests.games.grizzled.table import deck_of, do, legal, of_kind, shown, table

Kind = Literal["whole", "chapter"]
ALL = tuple(sorted(HELPING_HANDS))
"""The 23 Helping Hands."""
NOTHING_SAVED = Saved()


def won(
    reserve: int,
    chapter: int = 1,
    kind: Kind = "whole",
    seats: int = 3,
    saved: Saved = NOTHING_SAVED,
    **more: Any,
) -> State:
    """A chapter that has just been won with so many cards in reserve, at the first decision after it."""
    options = Options(campaign=kind, chapter=chapter, saved=saved)
    left = deck_of(options, seats)[:reserve]
    return table(seats, reserve=left, success=True, options=options, step="judge", **more)


def lost(
    hands: list[list[str]],
    chapter: int = 1,
    kind: Kind = "whole",
    seats: int = 3,
    saved: Saved = NOTHING_SAVED,
    **more: Any,
) -> State:
    """A chapter that has just been lost, the last card of the reserve having gone to the Trials pile."""
    options = Options(campaign=kind, chapter=chapter, saved=saved)
    step = "drop_morale"
    return table(seats, hands=hands, reserve=["prideful"], success=True, options=options, step=step, **more)


def finish(state: State, as_won: bool) -> None:
    """The chapter ends here, won with twelve cards in reserve or lost."""
    state.choices, state.asked, state.moment, state.events = {}, {}, None, []
    state.success = True
    if as_won:
        state.trials, state.reserve, state.recruit = (), state.reserve[:12], None
        state.hands = [()] * len(state.hands)
        state.go_to("judge")
    else:
        state.reserve = ()
        state.go_to("drop_morale")
    state.advance()
    if state.stage == "help":  # a letter from home
        do(state, DONE)


def take_all(state: State) -> int:
    """Take the first that can be taken until nobody is asked for a reward any more; how many that were."""
    taken = 0
    while state.stage == "reward":
        do(state, legal(state)[0])
        taken += 1
    return taken


def saved_in(state: State) -> Saved:
    """What the last step has saved."""
    (event,) = of_kind(shown(state), CampaignSaved)
    saved = event.saved
    assert isinstance(saved, Saved)
    return saved


def same_world(state: State) -> None:
    """Every seat's imagined state gives it the same view, memory and legal moves; Orders that are not on the table of
    a test count as gone."""
    state = state.clone()
    if state.set_up.orders is not None:
        seen = {*state.order_deck, *state.orders}
        for difficulty, wanted in ORDER_DECKS[state.set_up.orders].items():
            names = [name for name, order in ORDERS.items() if order.difficulty == difficulty]
            gone = [name for name in names if name not in seen]
            state.orders_gone += tuple(gone[: wanted - len(names) + len(gone)])
    for seat in range(state.seats):
        for draw in range(3):
            twin = imagine(seat, state.view(seat), state.memory(seat), Random(draw), state.options)
            assert twin.to_act() == state.to_act()
            assert twin.legal(seat) == state.legal(seat)
            assert to_builtins(twin.view(seat)) == to_builtins(state.view(seat))
            assert to_builtins(twin.memory(seat)) == to_builtins(state.memory(seat))
