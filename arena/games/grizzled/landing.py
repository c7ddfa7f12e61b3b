"""Cards that are played: where they go, and the Traps they spring. Rulings 20, 23, 26, 41 to 45."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from arena.games.grizzled import effects, helping, missions, moves, orders, piles, recruits
from arena.games.grizzled.deck import AGGRESSIVE, MERRY_CHRISTMAS, TRIALS, TYRANNICAL
from arena.games.grizzled.events import Played, TrapStopped
from arena.games.grizzled.moves import Done, Play, Use
from arena.games.grizzled.pending import RECRUIT, Landing
from arena.games.interface import Event

if TYPE_CHECKING:
    from arena.games.grizzled.state import State


def land(state: State) -> None:
    """The cards on their way go down one after the other, but a close shave may turn a Hard Knock away."""
    while state.landing:
        first = state.landing[0]
        attached = TRIALS[first.card].hard_knock and first.card != MERRY_CHRISTMAS
        if attached and helping.offer(state, helping.CLOSE_SHAVE, among=[knocked(state, first)]):
            return
        _put_down(state)
        if first.card == MERRY_CHRISTMAS:
            break  # it acts before the next card is played
    state.go_on()


def landed(state: State, chosen: Mapping[int, Use | Done]) -> None:
    """The Hard Knock is discarded instead."""
    if (used := helping.answer(state, chosen)) is not None:
        first, *later = state.landing
        state.landing = tuple(later)
        state.say(Event(_played(state, first)))
        helping.spend(state, *used)
        piles.discard(state, first.card)


def knocked(state: State, card: Landing) -> int:
    """Which veteran gets it if it is a Hard Knock."""
    return recruits.knocked(state) if card.veteran == RECRUIT else card.veteran


def _played(state: State, card: Landing) -> Played:
    to = knocked(state, card)
    attached = TRIALS[card.card].hard_knock and card.card != MERRY_CHRISTMAS
    other = to if attached and to != card.veteran else None
    return Played(card.veteran, card.card, card.drawn, other)


def _put_down(state: State) -> None:
    """A Threat goes to No Man's Land; a Hard Knock to a veteran, and takes effect."""
    first, *later = state.landing
    state.landing = tuple(later)
    card, to = first.card, knocked(state, first)
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
        attach(state, to, card)
        if state.order == orders.BROKEN_SPIRITS and state.reserve:
            piles.lose_morale(state, 1)
        if state.recruit == recruits.OCTAVE:  # its effect acts as long as it is in play (p.11)
            recruits.add_tokens(state, 1)


def attach(state: State, veteran: int, card: str) -> None:
    """A Hard Knock that is played comes to a veteran."""
    state.knocks[veteran] += (card,)
    state.attached += (card,)
    take_effect(state, veteran, card)


def take_effect(state: State, veteran: int, card: str) -> None:
    """A Hard Knock has come to a veteran in this action; the tyrannical one leads at once (ruling 37)."""
    state.fresh += (card,)
    if card == TYRANNICAL:
        state.leader = veteran


# -- Traps


def _springs_trap(state: State, played: Landing) -> bool:
    """Whether a Threat from a hand makes another card come from the pile; a Luck symbol is used up if it stops it."""
    aggressive = played.veteran != RECRUIT and state.has(played.veteran, AGGRESSIVE)
    if not (state.set_up.traps and state.trials and (TRIALS[played.card].trap or aggressive)):
        return False
    unlucky = played.veteran == RECRUIT and state.recruit == recruits.QUENTIN
    if state.luck() and not unlucky:
        lucky = state.luck()[0]
        state.luck_used += (lucky,)
        state.say(Event(TrapStopped(played.veteran, lucky)))
        return False
    return True


def spring(state: State) -> None:
    """The drawn card is played at once, its own Trap ignored (ruling 41), unless sharp eyes have seen it."""
    if state.trap is None:
        state.go_on()
    elif not helping.offer(state, helping.SHARP_EYES):
        _draw(state, state.trap)


def sprung(state: State, chosen: Mapping[int, Use | Done]) -> None:
    """It springs, or not."""
    if (used := helping.answer(state, chosen)) is not None:
        state.trap = None
        helping.spend(state, *used)


def _draw(state: State, veteran: int) -> None:
    state.trap = None
    state.landing = (Landing(veteran, piles.turn_up(state), "trap"),)
    state.go_to(land)


# -- a second wind


def play_on(state: State) -> None:
    """Both cards of a second wind are one action."""
    if state.landing:
        state.go_to(land)
    elif state.plays:
        hand = state.hands[state.active]
        state.ask("second", {state.active: tuple(map(moves.play, dict.fromkeys(hand)))})
    else:
        state.go_on()


def played_on(state: State, chosen: Mapping[int, Play]) -> None:
    """One of them."""
    ((veteran, move),) = chosen.items()
    state.plays -= 1
    play_from_hand(state, veteran, move.card)
    state.go_to(land)


def play_from_hand(state: State, veteran: int, card: str) -> None:
    """The card leaves the hand and is on its way."""
    state.played = state.has_played[veteran] = True
    piles.take_from_hand(state, veteran, card)
    state.landing = (Landing(veteran, card),)


# -- a narrow escape


def ways_out(state: State) -> list[str]:
    """The cards that went down in this action without one of which the mission would not fail."""
    found = []
    for card in dict.fromkeys(state.fresh):
        trial = state.clone()
        trial.events = []
        discard_fresh(trial, card)
        if not missions.alike(trial):
            found.append(card)
    return found


def discard_fresh(state: State, card: str) -> None:
    """A card that has just gone down is discarded."""
    if TRIALS[card].hard_knock:
        holder = next(veteran for veteran in state.veterans if state.has(veteran, card))
        effects.remove_knock(state, moves.remove(holder, card))
    else:
        effects.clear(state, card)
