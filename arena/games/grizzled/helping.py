"""Helping Hands (p.9). Whatever else says no, they help (ruling 35).

Actions replace the action of their holder; events are offered at their moment by the step that it comes in, with
`offer`; friendships last and link their holder with the neighbour on the left. Rulings 69 and 70.

Those that are drawn in a single game are for their player's eyes only until they are used, but for friendships, which
are played at once (p.9, p.14). Who is asked must not tell who has which: at the moment of one that could lie face down
somewhere all with a face-down card are asked. In a campaign the group shares them out, so all know them and they lie
open, as they do in a single game with the option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from arena.games.deal import Deal
from arena.games.grizzled import effects, moves, piles
from arena.games.grizzled.deck import (
    COVERING_FIRE,
    FAIR_SWAP,
    FIELD_DRESSING,
    HELPING_HANDS,
    HOT_COFFEE,
    LIGHT_PACK,
    LIKE_BROTHERS,
    LOOKOUT,
    MARCHING_SONG,
    OLD_COMRADES,
    SECOND_WIND,
    SHARED_BURDEN,
    SMUGGLED_RATIONS,
    SWORN_WORD,
    THREATS,
    UNBREAKABLE,
)
from arena.games.grizzled.events import HandUsed, Kept, LookedAtPile
from arena.games.grizzled.moves import AnyMove, Done, Keep, Use
from arena.games.grizzled.pending import Gift
from arena.games.grizzled.position import Position
from arena.games.interface import Event

LOOKED_AT = 3
"""The number of cards that a lookout sees."""
RATIONS = 2
"""The number of cards of the Trials pile that go under the reserve with smuggled rations."""
WIND = 2
"""The number of cards that are played on a second wind."""
LETTER = 2
"""The number of cards by which a letter from home makes the drop of morale smaller."""


# -- who has which


def two_each(deal: Deal, veterans: int) -> tuple[tuple[str, ...], ...]:
    """The two Helping Hands that each veteran draws in a single game, to keep one of them (p.14)."""
    drawn = deal.stream("helping hands").shuffled(HELPING_HANDS)
    return tuple([tuple(sorted(drawn[2 * veteran : 2 * veteran + 2])) for veteran in range(veterans)])


def keep(state: Position) -> None:
    """Ask everybody which of two Helping Hands they keep, all at once and a seat for one veteran after the other."""
    now = state.one_of_each_seat(veteran for veteran, hands in enumerate(state.offered) if hands)
    if now:
        state.ask("keep", {veteran: tuple(map(Keep, state.offered[veteran])) for veteran in now})
    else:
        state.offered = ()
        state.go_on()


def kept(state: Position, chosen: Mapping[int, Keep]) -> None:
    """Give each veteran the chosen one; the other is out of the game."""
    for veteran, move in chosen.items():
        others = [hand for hand in state.offered[veteran] if hand != move.hand]
        state.helping[veteran] += (move.hand,)
        state.offered = tuple([() if one == veteran else hands for one, hands in enumerate(state.offered)])
        seat, told = state.seat_of[veteran], Kept(veteran, move.hand)
        if state.concealed:
            state.set_aside[seat] = tuple(sorted([*state.set_aside[seat], *others]))
        else:
            state.helped = tuple(sorted([*state.helped, *others]))
        hidden = state.face_down(move.hand)
        state.say(Event(Kept(veteran), {seat: told}) if hidden else Event(told))


def offer(
    state: Position,
    hand: str,
    ways: tuple[Use, ...] | Callable[[int], tuple[Use, ...]] | None = None,
    among: Iterable[int] | None = None,
) -> bool:
    """Ask whether the event `hand` is used now, and how.

    `ways` are the moves of whoever holds it, the same for all or by veteran; by default there is one. `among` are the
    veterans that may use it, by default any. False if none of them could have it, or if all have been asked and nobody
    used it: then the step that offers it goes on without it.
    """
    if state.declined:
        state.declined = False
        return False
    if not state.helpers:
        state.helpers = tuple([veteran for veteran in could_use(state, hand) if among is None or veteran in among])
        if not state.helpers:
            return False
    state.moment = hand
    choices: dict[int, tuple[AnyMove, ...]] = {}
    for veteran in state.one_of_each_seat(state.helpers):
        own = ways(veteran) if callable(ways) else ways or (moves.use(hand),)
        choices[veteran] = (*(own if hand in state.helping[veteran] else ()), moves.DONE)
    state.ask("help", choices)
    return True


def answer(state: Position, chosen: Mapping[int, Use | Done]) -> tuple[int, Use] | None:
    """Who uses the Helping Hand that was offered, and how. None if nobody has so far: then the step that offers it is
    taken again, which asks those who are left or goes on without it.
    """
    for veteran, move in chosen.items():
        if isinstance(move, Use):
            state.helpers = ()
            return veteran, move
    state.helpers = tuple([veteran for veteran in state.helpers if veteran not in chosen])
    state.declined = not state.helpers
    return None


def could_use(state: Position, hand: str) -> list[int]:
    """The veterans that may hold an event, as far as everybody can know. Where Helping Hands lie face down, these are
    all veterans with one that does.
    """
    if not state.concealed:
        veteran = state.holder(hand)
        return [] if veteran is None else [veteran]
    if hand in state.helped:
        return []
    return [veteran for veteran in state.veterans if any(state.face_down(one) for one in state.helping[veteran])]


def spend(state: Position, veteran: int, move: Use, card: str | None = None) -> None:
    """Use up a Helping Hand for all to see; `card` is what it is used on, if that is shown."""
    _used_up(state, veteran, move.hand)
    state.say(Event(HandUsed(veteran, move.hand, card, move.veteran, move.to)))


def _used_up(state: Position, veteran: int, hand: str) -> None:
    state.helping[veteran] = piles.without(state.helping[veteran], hand)
    state.helped = tuple(sorted((*state.helped, hand)))


# -- actions


def ways(state: Position, veteran: int) -> list[AnyMove]:
    """The actions that a veteran can take with its Helping Hands, without those that would do nothing."""
    found: list[AnyMove] = []
    for hand in state.helping[veteran]:
        found += _ways(state, veteran, hand)
    return found


def _ways(state: Position, veteran: int, hand: str) -> list[AnyMove]:
    if hand == COVERING_FIRE:
        return [moves.use(hand, card) for card in dict.fromkeys(state.land)]
    if hand == MARCHING_SONG:
        return [moves.speech(threat, hand) for threat in THREATS]
    if hand == FAIR_SWAP:
        own = state.seat_of[veteran]
        partners = [other for other in state.inside() if state.seat_of[other] != own and state.hands[other]]
        return [moves.use(hand, None, partner) for partner in partners if state.hands[veteran]]
    if hand == SHARED_BURDEN:
        return [
            moves.use(hand, knock, one, to)
            for one in state.veterans
            for knock in state.knocks[one]
            for to in state.veterans
            if to != one
        ]
    possible = {
        HOT_COFFEE: not state.ready[veteran],
        FIELD_DRESSING: any(state.knocks),
        LOOKOUT: bool(state.trials),
        SMUGGLED_RATIONS: bool(state.trials),
        SECOND_WIND: len(state.hands[veteran]) >= WIND,
    }
    return [moves.use(hand)] if possible.get(hand) else []


def use(state: Position, veteran: int, move: Use) -> None:
    """Use a Helping Hand as an action; what is still to be chosen is asked for in the steps that follow."""
    spend(state, veteran, move, move.card)
    match move:
        case Use(hand="covering fire", card=str(card)):
            effects.clear(state, card)
        case Use(hand="fair swap", veteran=int(other)):
            state.giving = (Gift(veteran, other, optional=False), Gift(other, veteran, optional=False))
        case Use(hand="shared burden", card=str(card), veteran=int(other), to=int(to)):
            effects.move_knock(state, other, to, card)
        case Use(hand="hot coffee"):
            effects.ready_charm(state, veteran)
        case Use(hand="field dressing"):
            effects.let_remove(state, veteran, of=None, count=1, optional=False)
        case Use(hand="lookout"):
            seat = state.seat_of[veteran]
            cards = state.trials[:LOOKED_AT]
            state.looking = len(cards)
            state.known_top[seat] = cards + state.known_top[seat][len(cards) :]
            state.say(Event(LookedAtPile(veteran), {seat: LookedAtPile(veteran, cards)}))
        case Use(hand="smuggled rations"):
            piles.put_under(state, RATIONS)
        case Use(hand="second wind"):
            state.plays = WIND


# -- at the start of a mission


def openings(state: Position) -> tuple[str, ...]:
    """The Helping Hands that come between the deal and the first turn, in this order."""
    friends = (LIKE_BROTHERS,) if state.holder(LIKE_BROTHERS) is not None else ()
    return (*friends, LIGHT_PACK) if could_use(state, LIGHT_PACK) else friends


def like_brothers(state: Position) -> None:
    """Let the holder of like brothers pass a card to the neighbour on the left."""
    veteran = state.holder(LIKE_BROTHERS)
    if veteran is not None and state.hands[veteran]:
        state.giving = (Gift(veteran, state.left_of(veteran), optional=True),)


def ask_light_pack(state: Position) -> bool:
    """Ask whether the holder of the light pack puts a card on top of the Trials pile; False if nobody can or nobody did
    (see `offer`)."""

    def ways(veteran: int) -> tuple[Use, ...]:
        return tuple([moves.use(LIGHT_PACK, card) for card in dict.fromkeys(state.hands[veteran])])

    return offer(state, LIGHT_PACK, ways, [veteran for veteran in state.veterans if state.hands[veteran]])


def light_pack(state: Position, veteran: int, move: Use) -> None:
    """Put the chosen card on top of the Trials pile; only its player knows which it is."""
    assert move.card is not None
    spend(state, veteran, move)
    piles.put_on_top(state, veteran, move.card)


# -- friendships


def unbreakable(state: Position) -> tuple[int, ...]:
    """The veterans that can bear one bolt more than others: the two whom an unbreakable friendship links."""
    return state.linked(UNBREAKABLE) or ()


def gladden_comrade(state: Position, winner: int) -> None:
    """Turn up the charm of the holder of old comrades if the neighbour wins the Support."""
    pair = state.linked(OLD_COMRADES)
    if pair is not None and pair[1] == winner:
        effects.ready_charm(state, pair[0])


def hears_twice(state: Position, speaker: int) -> int | None:
    """The neighbour that may discard two cards on this veteran's Speech, by a sworn word; None if there is none."""
    pair = state.linked(SWORN_WORD)
    return pair[1] if pair is not None and pair[0] == speaker else None
