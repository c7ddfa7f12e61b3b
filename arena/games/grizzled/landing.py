"""Cards that are played: where they go, and the Traps that they spring. Rulings 20, 23, 26, 41 to 45."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.grizzled import effects, helping, moves, piles, recruits
from arena.games.grizzled.deck import (
    AGGRESSIVE,
    BROKEN_SPIRITS,
    CLOSE_SHAVE,
    MERRY_CHRISTMAS,
    OCTAVE,
    QUENTIN,
    SHARP_EYES,
    TRIALS,
)
from arena.games.grizzled.events import Played, TrapStopped
from arena.games.grizzled.moves import Done, Play, Use
from arena.games.grizzled.no_mans_land import luck
from arena.games.grizzled.pending import RECRUIT, Landing
from arena.games.grizzled.position import Position
from arena.games.interface import Event


def play_from_hand(state: Position, veteran: int, card: str) -> None:
    """Take a card from a veteran's hand and put it on its way down."""
    state.played = state.has_played[veteran] = True
    piles.take_from_hand(state, veteran, card)
    state.landing = (Landing(veteran, card),)


# -- where it goes


def land(state: Position) -> None:
    """Put the cards on their way down one after the other, but offer a close shave to whom a Hard Knock would come."""
    while state.landing:
        first = state.landing[0]
        if _attaches(first.card) and helping.offer(state, CLOSE_SHAVE, among=[_knocked(state, first)]):
            return
        _put_down(state)
        if first.card == MERRY_CHRISTMAS:
            break  # it acts before the next card is played
    state.go_on()


def landed(state: Position, chosen: Mapping[int, Use | Done]) -> None:
    """Discard the Hard Knock if a close shave was used."""
    if (used := helping.answer(state, chosen)) is not None:
        first, state.landing = state.landing[0], state.landing[1:]
        state.say(Event(_played(state, first)))
        helping.spend(state, *used)
        piles.discard(state, first.card)


def _attaches(card: str) -> bool:
    return TRIALS[card].hard_knock and card != MERRY_CHRISTMAS


def _knocked(state: Position, card: Landing) -> int:
    """Which veteran gets the card if it is a Hard Knock."""
    return recruits.knocked(state) if card.veteran == RECRUIT else card.veteran


def _played(state: Position, card: Landing) -> Played:
    to = _knocked(state, card) if _attaches(card.card) else card.veteran
    return Played(card.veteran, card.card, card.drawn, to if to != card.veteran else None)


def _put_down(state: Position) -> None:
    """A Threat goes to No Man's Land; a Hard Knock to a veteran, and takes effect."""
    first, state.landing = state.landing[0], state.landing[1:]
    card = first.card
    state.say(Event(_played(state, first)))
    if not TRIALS[card].hard_knock:
        state.land += (card,)
        state.fresh += (card,)
        if first.drawn is None and _springs_trap(state, first):
            state.trap = first.veteran
    elif card == MERRY_CHRISTMAS:
        piles.discard(state, card)
        two = state.set_up.special == "two at christmas"
        # For a Recruit its leader decides, whoever its Hard Knocks go to (ruling 64).
        chooses = state.leader if first.veteran == RECRUIT else first.veteran
        effects.let_remove(state, chooses, of=None, count=2 if two else 1, optional=False)
    else:
        effects.attach(state, _knocked(state, first), card)
        if state.order == BROKEN_SPIRITS and state.reserve:
            piles.lose_morale(state, 1)
        if state.recruit == OCTAVE:  # its effect acts as long as it is in play (p.11)
            recruits.add_tokens(state, 1)


# -- Traps


def _springs_trap(state: Position, played: Landing) -> bool:
    """Whether a Threat from a hand makes another card come from the pile; a Luck symbol is used up if it stops it."""
    aggressive = played.veteran != RECRUIT and state.has(played.veteran, AGGRESSIVE)
    if not (state.set_up.traps and state.trials and (TRIALS[played.card].trap or aggressive)):
        return False
    unlucky = played.veteran == RECRUIT and state.recruit == QUENTIN
    if not unlucky and (lucky := luck(state)):
        first = lucky[0]
        state.luck_used += (first,)
        state.say(Event(TrapStopped(played.veteran, first)))
        return False
    return True


def spring(state: Position) -> None:
    """Draw a card for the Trap that was sprung; it is played at once, and its own Trap is ignored (ruling 41). But
    first offer Sharp Eyes.
    """
    if state.trap is None:
        state.go_on()
    elif not helping.offer(state, SHARP_EYES):
        veteran, state.trap = state.trap, None
        state.landing = (Landing(veteran, piles.turn_up(state), "trap"),)
        state.go_to("land")


def sprung(state: Position, chosen: Mapping[int, Use | Done]) -> None:
    """Cancel the Trap with Sharp Eyes, or draw its card when nobody is left who could have them."""
    if (used := helping.answer(state, chosen)) is not None:
        state.trap = None
        helping.spend(state, *used)


# -- a second wind


def play_on(state: Position) -> None:
    """Ask the active veteran, on a second wind, for the next card; the two cards that it plays are one action."""
    if state.landing:
        state.go_to("land")
    elif state.plays:
        hand = state.hands[state.active]
        state.ask("second", {state.active: tuple(map(moves.play, dict.fromkeys(hand)))})
    else:
        state.go_on()


def played_on(state: Position, chosen: Mapping[int, Play]) -> None:
    """Play the chosen card."""
    ((veteran, move),) = chosen.items()
    state.plays -= 1
    play_from_hand(state, veteran, move.card)
    state.go_to("land")
