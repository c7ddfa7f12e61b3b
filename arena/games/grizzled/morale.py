"""What comes when a mission is over: defeat or peace, the drop of morale, the next leader (p.7, p.8). Rulings 38, 52 to
57."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.grizzled import helping, orders, piles, results
from arena.games.grizzled.deck import DEMORALIZED, LETTER_FROM_HOME, TYRANNICAL
from arena.games.grizzled.events import LeaderChanged
from arena.games.grizzled.moves import Done, Use
from arena.games.grizzled.position import Position
from arena.games.interface import Event

LEAST_DROP, MOST_DROP, MOST_DROP_DUO = 3, 6, 7
"""The fewest and the most cards by which morale drops, whatever the number of cards in hands; the third is for two
seats."""


def judge(state: Position) -> None:
    """Test first for four bolts and then for peace; the drop of morale and its defeats come after them (ruling 52)."""
    state.spoken, state.supported, state.removals = None, None, 0
    orders.leave(state)
    if results.broken(state):
        results.lose(state, "four hard knocks")
    elif results.peace(state):
        results.win(state)
    else:
        state.go_on()


def drop_morale(state: Position) -> None:
    """Drop the morale, by less if a letter from home is read."""
    if not helping.offer(state, LETTER_FROM_HOME):
        _drop(state, 0)


def softened(state: Position, chosen: Mapping[int, Use | Done]) -> None:
    """Make the drop two cards smaller if the letter was used, but at least one card."""
    if (used := helping.answer(state, chosen)) is not None:
        helping.spend(state, *used)
        _drop(state, helping.LETTER)


def _drop(state: Position, softer: int) -> None:
    drop = _size(state)
    piles.lose_morale(state, max(1, drop - softer) if softer else drop)
    if not state.reserve:
        results.lose(state, "monument")
    elif results.too_many_cards(state):
        results.lose(state, "thirteen cards")
    else:
        state.go_on()


def _size(state: Position) -> int:
    """The cards in hands and the Recruit's tokens, but within bounds (ruling 54); then the Hard Knock (ruling 38) and
    what the Order says."""
    least, most = orders.bounds_of_drop(state, LEAST_DROP, MOST_DROP_DUO if state.duo else MOST_DROP)
    drop = min(most, max(least, results.cards_in_hands(state) + state.tokens))
    drop += DEMORALIZED in state.attached
    return orders.change_of_drop(state, drop)


def hand_over(state: Position) -> None:
    """Pass the leader's token to the left, with a Speech token for the one who had it, but not under a tyrant (rulings
    37 and 57). Then the next mission begins.
    """
    state.mission += 1
    if state.solo:
        state.leader = (state.active + 1) % len(state.veterans)
        state.say(Event(LeaderChanged(state.leader)))
    elif TYRANNICAL not in state.attached:
        previous, state.leader = state.leader, state.left_of(state.leader)
        gets = previous if state.supply else None
        if gets is not None:
            state.supply -= 1
            state.speeches[gets] += 1
        state.say(Event(LeaderChanged(state.leader, gets)))
    state.go_to("draw_more_orders")
