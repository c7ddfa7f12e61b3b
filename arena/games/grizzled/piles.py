"""Cards on their way between piles and hands, and what the seats know of those that they do not see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arena.games.grizzled.events import Arranged, Drew, Gave, MoraleDropped, PutUnder
from arena.games.interface import Event

if TYPE_CHECKING:
    from arena.games.grizzled.state import State


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards but one of that name."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


# -- the Trials pile


def take_top(state: State, count: int) -> tuple[str, ...]:
    """So many cards, or as many as there are, off the Trials pile."""
    taken, state.trials = state.trials[:count], state.trials[count:]
    if any(state.known_top):
        state.known_top = [known[count:] for known in state.known_top]
    return taken


def turn_up(state: State) -> str:
    """The top card, for all to see."""
    (card,) = take_top(state, 1)
    show(state, card)
    return card


def shuffle_in(state: State, cards: tuple[str, ...]) -> None:
    """Cards that all have seen are shuffled into the Trials pile; without any it is left as it lies (ruling 84)."""
    if not cards:
        return
    mixed = sorted(state.trials + cards)  # the new order must not depend on the old one
    state.trials = tuple(state.random("shuffle").shuffled(mixed))
    state.returned = tuple(sorted(state.returned + cards))
    state.known_top = [()] * state.seats


def put_under(state: State, count: int) -> None:
    """So many cards from the top of the Trials pile under the Morale Reserve, unseen."""
    moved = take_top(state, count)
    state.reserve += moved
    if moved:  # one of them may have been shuffled back before: it is not sure any more that it is not in the reserve
        state.returned = ()
    state.say(Event(PutUnder(len(moved))))


def lose_morale(state: State, count: int) -> None:
    """So many cards, or as many as there are, from the top of the reserve to the top of the Trials pile (ruling 8)."""
    moved, state.reserve = state.reserve[:count], state.reserve[count:]
    state.trials = moved + state.trials
    cover_top(state, len(moved))
    state.say(Event(MoraleDropped(len(moved))))


def cover_top(state: State, count: int) -> None:
    """What was known of the top now lies under so many unknown cards."""
    state.known_top = [(None,) * count + known if known else () for known in state.known_top]


# -- hands


def draw(state: State, veteran: int, count: int) -> None:
    """So many cards, or as many as there are, from the Trials pile to a hand."""
    known = [known[:count] for known in state.known_top]
    give(state, veteran, take_top(state, count), known)


def give(state: State, veteran: int, cards: tuple[str, ...], known: Iterable[tuple[str | None, ...]] = ()) -> None:
    """Cards of the Trials pile come to a hand; `known` are by seat those that it knew to lie there."""
    if not cards:
        return
    hand = state.hand_of(veteran)
    state.hands[hand] = tuple(sorted(state.hands[hand] + cards))
    for seat, of_seat in enumerate(known):
        learn(state, seat, hand, [card for card in of_seat if card is not None])
    # With two seats a hand is first seen on the veteran's turn.
    own = {} if state.duo else {state.seat_of(veteran): Drew(veteran, len(cards), tuple(sorted(cards)))}
    state.say(Event(Drew(veteran, len(cards)), own))


def take_from_hand(state: State, veteran: int, card: str) -> None:
    """The card leaves the hand and is seen by all."""
    hand = state.hand_of(veteran)
    state.hands[hand] = without(state.hands[hand], card)
    for seat in range(state.seats):
        forget(state, seat, hand, card)
    show(state, card)


def pass_cards(state: State, passed: Iterable[tuple[int, int, str]]) -> None:
    """From hand to hand (from whom, to whom, which), all at once; only the two players see which card."""
    passed = list(passed)
    for veteran, to, card in passed:
        state.hands[veteran] = without(state.hands[veteran], card)
        _left_unseen(state, veteran, card, {state.seat_of(veteran), state.seat_of(to)})
    for veteran, to, card in passed:
        state.hands[to] = tuple(sorted((*state.hands[to], card)))
        both = sorted({state.seat_of(veteran), state.seat_of(to)})
        for seat in both:
            learn(state, seat, to, [card])
        state.say(Event(Gave(veteran, to), dict.fromkeys(both, Gave(veteran, to, card))))


def put_on_top(state: State, veteran: int, card: str) -> None:
    """From a hand to the top of the Trials pile, unseen by the others."""
    seat = state.seat_of(veteran)
    state.hands[veteran] = without(state.hands[veteran], card)
    _left_unseen(state, veteran, card, {seat})
    state.trials = (card, *state.trials)
    own = (card, *state.known_top[seat])
    cover_top(state, 1)
    state.known_top[seat] = own
    state.say(Event(Arranged(veteran), {seat: Arranged(veteran, (card,))}))


def _left_unseen(state: State, veteran: int, card: str, seen_by: set[int]) -> None:
    """Those who did not see which card left a hand are no longer sure of any card in it."""
    for seat in range(state.seats):
        if seat in seen_by:
            forget(state, seat, veteran, card)
        elif state.known[seat][veteran]:
            _know(state, seat, veteran, ())


# -- what seats know


def look_at_hand(state: State, veteran: int) -> None:
    """With two seats: the player takes up this hand."""
    _know(state, state.seat_of(veteran), veteran, state.hands[veteran])


def learn(state: State, seat: int, hand: int, cards: list[str]) -> None:
    """The seat has seen these cards come to a hand that it does not always see."""
    if cards and not state.always_open(seat, hand):
        _know(state, seat, hand, tuple(sorted([*state.known[seat][hand], *cards])))


def forget(state: State, seat: int, hand: int, card: str) -> None:
    """Such a card has left the hand: if the seat knew of one it may have been that one."""
    known = state.known[seat][hand]
    if card in known:
        _know(state, seat, hand, without(known, card))


def _know(state: State, seat: int, hand: int, cards: tuple[str, ...]) -> None:
    known = state.known[seat]
    state.known[seat] = (*known[:hand], cards, *known[hand + 1 :])


def show(state: State, card: str) -> None:
    """A card that was hidden is seen by all."""
    if card in state.returned:
        state.returned = without(state.returned, card)


def discard(state: State, card: str) -> None:
    """Out of the chapter."""
    state.discarded = tuple(sorted((*state.discarded, card)))
