"""What an action sets off and the players decide about: cards passed on, arranged or discarded, Hard Knocks taken off.

Each of these steps works off a list of the state that others have filled, and is left out if that is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import TYPE_CHECKING

from arena.games.grizzled import moves, piles
from arena.games.grizzled.events import Arranged, CharmReady, Cleared, Removed, ShedCard
from arena.games.grizzled.moves import AnyMove, Arrange, Done, Give, Remove, Shed
from arena.games.grizzled.pending import Gift, Removal, Shedding
from arena.games.interface import Event

if TYPE_CHECKING:
    from arena.games.grizzled.state import State


# -- cards from hand to hand


def give(state: State) -> None:
    """All choose unseen by each other, and then the cards change hands at once; a seat chooses for one veteran after
    the other."""
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


def _cards_of(state: State, of: Gift | Shedding, move: Callable[[str], AnyMove]) -> tuple[AnyMove, ...]:
    """What the veteran may do with each card in its hand, or do without."""
    cards = map(move, dict.fromkeys(state.hands[of.veteran]))
    return (*cards, moves.DONE) if of.optional else tuple(cards)


def given(state: State, chosen: Mapping[int, Give | Done]) -> None:
    """It is kept back until all have chosen."""
    for veteran, move in chosen.items():
        if isinstance(move, Give):
            state.picks[veteran] = move.card
        else:
            state.giving = tuple([gift for gift in state.giving if gift.veteran != veteran])


# -- the top of the Trials pile


def arrange(state: State) -> None:
    """The active veteran puts the cards that it has looked at back in any order."""
    if state.looking:
        orders = dict.fromkeys(permutations(state.trials[: state.looking]))
        state.ask("arrange", {state.active: tuple(map(Arrange, orders))})
    else:
        state.go_on()


def arranged(state: State, chosen: Mapping[int, Arrange]) -> None:
    """Nobody else knows in which."""
    ((veteran, move),) = chosen.items()
    seat, count = state.seat_of(veteran), state.looking
    state.trials = move.cards + state.trials[count:]
    if count > 1:  # what others knew of these cards is not sure any more
        state.known_top = [(None,) * count + known[count:] if known[count:] else () for known in state.known_top]
    state.known_top[seat] = move.cards + state.known_top[seat][count:]
    state.looking = 0
    state.say(Event(Arranged(veteran), {seat: Arranged(veteran, move.cards)}))
    state.go_on()


# -- Hard Knocks taken off


def let_remove(state: State, veteran: int, of: int | None, count: int, optional: bool) -> None:
    """From now on this veteran takes that many off one veteran, or off any."""
    state.removing += (Removal(veteran, of, count, optional),)


def relieve(state: State) -> None:
    """One by one, as far as there are any (ruling 26)."""
    while state.removing:
        first = state.removing[0]
        among = state.veterans if first.of is None else [first.of]
        ways: list[AnyMove] = [moves.remove(one, knock) for one in among for knock in state.knocks[one]]
        if ways and first.count:
            state.ask("remove", {first.veteran: tuple(ways + [moves.DONE] * first.optional)})
            return
        state.removing = state.removing[1:]
    state.go_on()


def relieved(state: State, chosen: Mapping[int, Remove | Done]) -> None:
    """Another may follow."""
    ((_, move),) = chosen.items()
    first, *later = state.removing
    count = 0
    if isinstance(move, Remove):
        remove_knock(state, move)
        count = first.count - 1
    state.removing = (Removal(first.veteran, first.of, count, first.optional), *later)


def detach(state: State, veteran: int, card: str) -> None:
    """A Hard Knock is no longer on a veteran; where it goes is the caller's."""
    state.knocks[veteran] = piles.without(state.knocks[veteran], card)
    state.attached = piles.without(state.attached, card)


def move_knock(state: State, veteran: int, to: int, card: str) -> None:
    """From one veteran to another: there it lies where it belongs by the order in which the cards were played, by which
    the earlier one wins (p.13, ruling 35)."""
    state.knocks[veteran] = piles.without(state.knocks[veteran], card)
    state.knocks[to] = tuple(sorted((*state.knocks[to], card), key=state.attached.index))


def remove_knock(state: State, move: Remove) -> None:
    """Take a Hard Knock off a veteran, for the rest of the chapter (ruling 50)."""
    detach(state, move.veteran, move.card)
    _no_longer_fresh(state, move.card)
    piles.discard(state, move.card)
    state.say(Event(Removed(move.veteran, move.card)))


# -- cards discarded


def shed(state: State) -> None:
    """Those whom a Recruit has helped discard a card; a seat decides for one veteran after the other."""
    if state.shedding:
        waiting = {one.veteran: one for one in state.shedding}
        now = state.one_of_each_seat(waiting)
        state.ask("shed", {veteran: _cards_of(state, waiting[veteran], moves.shed) for veteran in now})
    else:
        state.go_on()


def was_shed(state: State, chosen: Mapping[int, Shed | Done]) -> None:
    """All see which."""
    state.shedding = tuple([one for one in state.shedding if one.veteran not in chosen])
    for veteran, move in chosen.items():
        if isinstance(move, Shed):
            drop_card(state, veteran, move.card)
            piles.discard(state, move.card)


def drop_card(state: State, veteran: int, card: str) -> None:
    """It leaves the hand for good; where it goes is the caller's."""
    piles.take_from_hand(state, veteran, card)
    state.say(Event(ShedCard(veteran, card)))


def take_from_land(state: State, card: str) -> None:
    """A Threat card takes its Luck symbol with it, used up or not (ruling 44)."""
    state.land = piles.without(state.land, card)
    _no_longer_fresh(state, card)


def _no_longer_fresh(state: State, card: str) -> None:
    if card in state.fresh:
        state.fresh = piles.without(state.fresh, card)


def clear(state: State, card: str) -> None:
    """Discard a Threat card from No Man's Land."""
    take_from_land(state, card)
    piles.discard(state, card)
    state.say(Event(Cleared(card)))


def ready_charm(state: State, veteran: int) -> None:
    """Turn a charm face up, if it is not."""
    if not state.ready[veteran]:
        state.ready[veteran] = True
        state.say(Event(CharmReady(veteran)))
