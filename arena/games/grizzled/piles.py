"""Cards on their way between piles and hands, and what the seats know of those that they do not see. Rulings 8 and
84."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arena.games.grizzled.events import Arranged, Drew, Gave, MoraleDropped, PutUnder
from arena.games.grizzled.position import Position
from arena.games.interface import Event


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without one card of that name."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


# -- the Trials pile


def take_top(state: Position, count: int) -> tuple[str, ...]:
    """Take `count` cards, or as many as there are, off the Trials pile."""
    taken, state.trials = state.trials[:count], state.trials[count:]
    if any(state.known_top):
        state.known_top = [known[count:] for known in state.known_top]
    return taken


def known_of_top(state: Position, count: int) -> dict[int, tuple[str | None, ...]]:
    """What seats know of the top `count` cards of the Trials pile, by seat, without those that know none of it."""
    return {seat: known[:count] for seat, known in enumerate(state.known_top) if known}


def turn_up(state: Position) -> str:
    """Take the top card of the Trials pile for all to see."""
    (card,) = take_top(state, 1)
    show(state, card)
    return card


def shuffle_in(state: Position, cards: tuple[str, ...]) -> None:
    """Shuffle cards that all have seen into the Trials pile; if there are none it is left as it lies (ruling 84)."""
    if not cards:
        return
    mixed = sorted(state.trials + cards)  # the new order must not depend on the old one
    state.trials = tuple(state.random("shuffle").shuffled(mixed))
    state.returned = tuple(sorted(state.returned + cards))
    state.known_top = [()] * state.seats


def put_under(state: Position, count: int) -> None:
    """Move `count` cards, or as many as there are, from the top of the Trials pile under the Morale Reserve, unseen."""
    moved = take_top(state, count)
    state.reserve += moved
    if moved:  # one of them may have been shuffled back before: it is not sure any more that it is not in the reserve
        state.returned = ()
    state.say(Event(PutUnder(len(moved))))


def lose_morale(state: Position, count: int) -> None:
    """Move `count` cards, or as many as there are, from the top of the Morale Reserve to the top of the Trials pile
    (ruling 8)."""
    moved, state.reserve = state.reserve[:count], state.reserve[count:]
    state.trials = moved + state.trials
    cover_top(state, len(moved))
    state.say(Event(MoraleDropped(len(moved))))


def cover_top(state: Position, count: int) -> None:
    """Note that what seats knew of the top of the Trials pile now lies under `count` cards that they do not know."""
    state.known_top = [(None,) * count + known if known else () for known in state.known_top]


# -- hands


def draw(state: Position, veteran: int, count: int) -> None:
    """A veteran draws `count` cards, or as many as there are, from the Trials pile."""
    known = known_of_top(state, count)
    hand_out(state, veteran, take_top(state, count), known)


def hand_out(
    state: Position, veteran: int, cards: tuple[str, ...], known: Mapping[int, tuple[str | None, ...]]
) -> None:
    """Put cards that were taken off the Trials pile into a hand; `known` are, by seat, those of them that it knew."""
    if not cards:
        return
    hand = state.hand_of[veteran]
    state.hands[hand] = tuple(sorted(state.hands[hand] + cards))
    for seat, of_seat in known.items():
        learn(state, seat, hand, [card for card in of_seat if card is not None])
    # With two seats a hand is first seen on the veteran's turn.
    own = {} if state.duo else {state.seat_of[veteran]: Drew(veteran, len(cards), tuple(sorted(cards)))}
    state.say(Event(Drew(veteran, len(cards)), own))


def take_from_hand(state: Position, veteran: int, card: str) -> None:
    """Take a card out of a hand for all to see."""
    hand = state.hand_of[veteran]
    state.hands[hand] = without(state.hands[hand], card)
    forget(state, range(state.seats), hand, card)
    show(state, card)


def pass_cards(state: Position, passed: Iterable[tuple[int, int, str]]) -> None:
    """Pass cards from hand to hand (from whom, to whom, which), all at once; only the two players see which card."""
    passed = list(passed)
    for veteran, to, card in passed:
        state.hands[veteran] = without(state.hands[veteran], card)
        _left_unseen(state, veteran, card, {state.seat_of[veteran], state.seat_of[to]})
    for veteran, to, card in passed:
        state.hands[to] = tuple(sorted((*state.hands[to], card)))
        both = sorted({state.seat_of[veteran], state.seat_of[to]})
        for seat in both:
            learn(state, seat, to, [card])
        state.say(Event(Gave(veteran, to), dict.fromkeys(both, Gave(veteran, to, card))))


def put_on_top(state: Position, veteran: int, card: str) -> None:
    """Put a card of a hand on top of the Trials pile, unseen by the others."""
    seat = state.seat_of[veteran]
    state.hands[veteran] = without(state.hands[veteran], card)
    _left_unseen(state, veteran, card, {seat})
    state.trials = (card, *state.trials)
    own = (card, *state.known_top[seat])
    cover_top(state, 1)
    state.known_top[seat] = own
    state.say(Event(Arranged(veteran), {seat: Arranged(veteran, (card,))}))


def _left_unseen(state: Position, veteran: int, card: str, seen_by: set[int]) -> None:
    """Those who did not see which card left a hand are no longer sure of any card in it."""
    forget(state, seen_by, veteran, card)
    for seat in range(state.seats):
        if seat not in seen_by and state.known[seat][veteran]:
            state.know(seat, veteran, ())


# -- what seats know


def learn(state: Position, seat: int, hand: int, cards: list[str]) -> None:
    """Note that a seat has seen these cards come to a hand; it keeps them in mind unless it can look at that hand at
    any time.
    """
    if cards and (state.one_at_a_time or seat != state.seat_of[hand]):
        state.know(seat, hand, tuple(sorted([*state.known[seat][hand], *cards])))


def forget(state: Position, seats: Iterable[int], hand: int, card: str) -> None:
    """Note that a card has left a hand: if a seat knew of one of that name there, it may have been that one."""
    for seat in seats:
        if card in (known := state.known[seat][hand]):
            state.know(seat, hand, without(known, card))


def show(state: Position, card: str) -> None:
    """Note that all have seen a card that was hidden: it is no longer one of those that went back unseen."""
    if card in state.returned:
        state.returned = without(state.returned, card)


def discard(state: Position, card: str) -> None:
    """Put a card out of the game for the rest of the chapter (ruling 16)."""
    state.discarded = tuple(sorted((*state.discarded, card)))
