"""How a mission begins: its intensity, the deal, and what comes before the first turn (p.5). Rulings 4 to 6 and 39."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.grizzled import helping, moves, orders, piles
from arena.games.grizzled.deck import FRENZIED, LIGHT_PACK, LIKE_BROTHERS, ORDERS, OVERREACH
from arena.games.grizzled.events import MissionBegan
from arena.games.grizzled.moves import Deal, Done, Use
from arena.games.grizzled.options import FIRST_INTENSITY
from arena.games.grizzled.position import Position
from arena.games.interface import Event

SOLO_HAND = 3
"""The number of cards up to which one player fills the hand."""
FRENZY = 2
"""The number of cards that a frenzied veteran draws when a mission begins."""


def choose_intensity(state: Position) -> None:
    """Ask the leader how many cards everybody gets, at least what the Order says. The intensity of a chapter's first
    mission is in the chapter's instructions, whatever the Order says (p.5). A single game without Orders has the same
    (ruling 4), and one player always fills its hand (ruling 75).
    """
    veterans = len(state.veterans)
    fixed = state.set_up.first if state.mission == 1 and not state.refused else None
    least = fixed or (1 if state.order is None else ORDERS[state.order].least[veterans - 3])
    if state.solo or (fixed is not None and not state.options.free_intensity):
        state.intensity = fixed or FIRST_INTENSITY
        state.go_on()
    else:
        # There is no upper bound; but all above the cards that are left are the same choice.
        most = max(least, -(-len(state.trials) // veterans))
        state.ask("intensity", {state.leader: tuple([moves.deal(count) for count in range(least, most + 1)])})


def intensity_chosen(state: Position, chosen: Mapping[int, Deal]) -> None:
    """Set the intensity of this mission."""
    ((_, move),) = chosen.items()
    state.intensity = move.intensity
    state.go_on()


def deal_cards(state: Position) -> None:
    """Deal one card at a time from the leader clockwise, as far as the pile goes (ruling 5); then a frenzied veteran
    draws two more (ruling 39)."""
    veterans = len(state.veterans)
    state.withdrawn, state.has_played, state.advice = [False] * veterans, [False] * veterans, [None] * veterans
    state.success, state.turn = None, 0
    state.luck_used, state.filling, state.played, state.fresh = (), state.solo, False, ()
    takers = [0] if state.solo else list(state.clockwise(state.leader))
    each = state.intensity + (state.order == OVERREACH)
    wanted = max(0, SOLO_HAND - len(state.hands[0])) if state.solo else each * len(takers)
    known = piles.known_of_top(state, wanted)
    cards = piles.take_top(state, wanted)
    shares = {veteran: slice(first, None, len(takers)) for first, veteran in enumerate(takers)}
    dealt = tuple([len(cards[shares[veteran]]) if veteran in shares else 0 for veteran in state.veterans])
    state.say(Event(MissionBegan(state.mission, state.leader, state.intensity, dealt)))
    for veteran, share in shares.items():
        piles.hand_out(state, veteran, cards[share], {seat: of_seat[share] for seat, of_seat in known.items()})
    if (frenzied := state.bearer(FRENZIED)) is not None:
        piles.draw(state, frenzied, FRENZY)
    state.active = state.leader
    state.openings = (*orders.openings(state), *helping.openings(state))
    state.go_on()


def open_up(state: Position) -> None:
    """Do what comes after the deal and before the first turn, one after the other; then take the first look at the
    threats."""
    if not state.openings:
        state.go_to("check")
        return
    opening = state.openings[0]
    if opening == LIGHT_PACK and helping.ask_light_pack(state):
        return
    state.openings = state.openings[1:]
    if opening == LIKE_BROTHERS:
        helping.like_brothers(state)
    elif opening != LIGHT_PACK:
        orders.open_up(state, opening)
    state.go_to("ask_gift")


def opened_up(state: Position, chosen: Mapping[int, Use | Done]) -> None:
    """Put a card from a hand on top of the pile if the light pack was used."""
    if (used := helping.answer(state, chosen)) is not None:
        state.openings = state.openings[1:]
        helping.light_pack(state, *used)
        state.go_to("ask_gift")
