"""What actions and cards set off: cards are passed on, arranged or discarded, Hard Knocks come and go, charms and
Speech tokens come back.

Where players decide about it there is a step. It works off a list of the position that others have filled (`giving`,
`looking`, `removing`, `shedding`), and is left out if that list is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations

from arena.games.grizzled import moves, piles
from arena.games.grizzled.deck import TYRANNICAL
from arena.games.grizzled.events import Arranged, CharmReady, Cleared, Removed, ShedCard, SpeechToken
from arena.games.grizzled.moves import AnyMove, Arrange, Done, Give, Remove, Shed
from arena.games.grizzled.pending import Gift, Removal, Shedding
from arena.games.grizzled.position import Position
from arena.games.interface import Event

# -- cards from hand to hand


def ask_gift(state: Position) -> None:
    """Ask those who pass a card on which one it is, unseen by each other, and a seat for one veteran after the other.
    When all have chosen, the cards change hands at once.
    """
    waiting = {gift.veteran: gift for gift in state.giving if state.picks[gift.veteran] is None}
    if waiting:
        now = state.one_of_each_seat(waiting)
        state.ask("give", {veteran: _cards_of(state, waiting[veteran], moves.give) for veteran in now})
        return
    passed = [(gift.veteran, gift.to, card) for gift in state.giving if (card := state.picks[gift.veteran]) is not None]
    piles.pass_cards(state, passed)
    state.picks = [None for _ in state.veterans]
    state.giving = ()
    state.go_on()


def take_gift(state: Position, chosen: Mapping[int, Give | Done]) -> None:
    """Keep each chosen card back until all have chosen; whoever gives none is asked no longer."""
    for veteran, move in chosen.items():
        if isinstance(move, Give):
            state.picks[veteran] = move.card
        else:
            state.giving = tuple([gift for gift in state.giving if gift.veteran != veteran])


def _cards_of(state: Position, of: Gift | Shedding, move: Callable[[str], AnyMove]) -> tuple[AnyMove, ...]:
    """The move for each card in the veteran's hand, and to do without where that is allowed."""
    cards = map(move, dict.fromkeys(state.hands[of.veteran]))
    return (*cards, moves.DONE) if of.optional else tuple(cards)


# -- the top of the Trials pile


def arrange(state: Position) -> None:
    """Ask the active veteran in which order the cards that it has looked at go back."""
    if state.looking:
        orders = dict.fromkeys(permutations(state.trials[: state.looking]))
        state.ask("arrange", {state.active: tuple(map(Arrange, orders))})
    else:
        state.go_on()


def arranged(state: Position, chosen: Mapping[int, Arrange]) -> None:
    """Put the cards back; nobody else knows in which order."""
    ((veteran, move),) = chosen.items()
    seat, count = state.seat_of[veteran], state.looking
    state.trials = move.cards + state.trials[count:]
    if count > 1:  # what others knew of these cards is not sure any more
        state.known_top = [(None,) * count + known[count:] if known[count:] else () for known in state.known_top]
    state.known_top[seat] = move.cards + state.known_top[seat][count:]
    state.looking = 0
    state.say(Event(Arranged(veteran), {seat: Arranged(veteran, move.cards)}))
    state.go_on()


# -- Hard Knocks come to a veteran


def attach(state: Position, veteran: int, card: str) -> None:
    """Attach a Hard Knock that was played to a veteran (ruling 23)."""
    state.knocks[veteran] += (card,)
    state.attached += (card,)
    take_effect(state, veteran, card)


def take_effect(state: Position, veteran: int, card: str) -> None:
    """Do what a Hard Knock does that has come to a veteran in this action; a tyrannical one takes the leader's token at
    once (ruling 37).
    """
    state.fresh += (card,)
    if card == TYRANNICAL:
        state.leader = veteran


def move_knock(state: Position, veteran: int, to: int, card: str) -> None:
    """Move a Hard Knock to another veteran. There it is sorted by the order in which the cards were played, of which
    the earlier one wins (p.13, ruling 35).
    """
    state.knocks[veteran] = piles.without(state.knocks[veteran], card)
    state.knocks[to] = tuple(sorted((*state.knocks[to], card), key=state.attached.index))
    take_effect(state, to, card)


# -- Hard Knocks are taken off


def let_remove(state: Position, veteran: int, of: int | None, count: int, optional: bool) -> None:
    """Let a veteran take `count` Hard Knocks off the veteran `of`, or off any (None); `optional`: or fewer."""
    state.removing += (Removal(veteran, of, count, optional),)


def relieve(state: Position) -> None:
    """Ask those who may take Hard Knocks off which ones, one by one, as far as there are any (ruling 26)."""
    while state.removing:
        first = state.removing[0]
        among = state.veterans if first.of is None else [first.of]
        ways: list[AnyMove] = [moves.remove(one, knock) for one in among for knock in state.knocks[one]]
        if ways and first.count:
            state.ask("remove", {first.veteran: tuple(ways + [moves.DONE] * first.optional)})
            return
        state.removing = state.removing[1:]
    state.go_on()


def relieved(state: Position, chosen: Mapping[int, Remove | Done]) -> None:
    """Take off the chosen Hard Knock; another may follow, but not after `Done`."""
    ((_, move),) = chosen.items()
    first, *later = state.removing
    count = 0
    if isinstance(move, Remove):
        remove_knock(state, move)
        count = first.count - 1
    state.removing = (Removal(first.veteran, first.of, count, first.optional), *later)


def remove_knock(state: Position, move: Remove) -> None:
    """Take a Hard Knock off a veteran and out of the chapter (ruling 50)."""
    detach(state, move.veteran, move.card)
    _no_longer_fresh(state, move.card)
    piles.discard(state, move.card)
    state.say(Event(Removed(move.veteran, move.card)))


def detach(state: Position, veteran: int, card: str) -> None:
    """Take a Hard Knock off a veteran; the caller says where it goes."""
    state.knocks[veteran] = piles.without(state.knocks[veteran], card)
    state.attached = piles.without(state.attached, card)


def _no_longer_fresh(state: Position, card: str) -> None:
    if card in state.fresh:
        state.fresh = piles.without(state.fresh, card)


# -- cards of No Man's Land are taken away


def take_from_land(state: Position, card: str) -> None:
    """Take a Threat card out of No Man's Land; its Luck symbol goes with it, used up or not (ruling 44). The caller
    says where the card goes.
    """
    state.land = piles.without(state.land, card)
    _no_longer_fresh(state, card)


def clear(state: Position, card: str) -> None:
    """Discard a Threat card from No Man's Land."""
    take_from_land(state, card)
    piles.discard(state, card)
    state.say(Event(Cleared(card)))


# -- cards of a hand are discarded


def ask_shed(state: Position) -> None:
    """Ask those whom a Recruit has helped which card they discard, a seat for one veteran after the other."""
    if state.shedding:
        waiting = {one.veteran: one for one in state.shedding}
        now = state.one_of_each_seat(waiting)
        state.ask("shed", {veteran: _cards_of(state, waiting[veteran], moves.shed) for veteran in now})
    else:
        state.go_on()


def take_shed(state: Position, chosen: Mapping[int, Shed | Done]) -> None:
    """Discard the chosen cards for all to see."""
    state.shedding = tuple([one for one in state.shedding if one.veteran not in chosen])
    for veteran, move in chosen.items():
        if isinstance(move, Shed):
            drop_card(state, veteran, move.card)
            piles.discard(state, move.card)


def drop_card(state: Position, veteran: int, card: str) -> None:
    """Take a card out of a hand for good; the caller says where it goes."""
    piles.take_from_hand(state, veteran, card)
    state.say(Event(ShedCard(veteran, card)))


# -- charms and Speech tokens


def ready_charm(state: Position, veteran: int) -> None:
    """Turn a veteran's charm face up, if it is not yet."""
    if not state.ready[veteran]:
        state.ready[veteran] = True
        state.say(Event(CharmReady(veteran)))


def take_token(state: Position, veteran: int) -> None:
    """Give a veteran a Speech token from the supply, if one is left."""
    if state.supply:
        state.supply -= 1
        state.speeches[veteran] += 1
        state.say(Event(SpeechToken(veteran)))


def spend_token(state: Position, veteran: int) -> None:
    """Take a Speech token from a veteran: it is gone for the rest of the chapter, or goes back to the supply (ruling
    14).
    """
    state.speeches[veteran] -= 1
    if state.options.speech_tokens == "returned":
        state.supply += 1
