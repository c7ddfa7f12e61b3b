"""The variant of the twelve resources: how they are chosen, and what those do that act by themselves.

Those that change a price or an income do so where it is paid: `turns` (black market, headquarters), `gang` (hospital,
informer network), `heists` (bikers gang, high tech equipment), `chapters` (police station), `scoring` (media). Rulings
1 and 30 to 39.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from arena.games.gangsta import gang, moves, piles
from arena.games.gangsta.deck import (
    BANK,
    BIKERS_GANG,
    CARDS,
    COUNTERFEIT_PRINTING,
    GANG_WAR,
    INFORMER_NETWORK,
    LEADER,
    PRIVATE_JET,
    SECRET_SOCIETY,
)
from arena.games.gangsta.events import Discharged, Offered, Printed, Revealed, Woke
from arena.games.gangsta.moves import AnyMove, Discharge, Done, Keep, Wake
from arena.games.gangsta.position import Kept, Member, Position, asleep, member
from arena.games.interface import Event

OFFERED = 2
MOST_BANKED = 10
PRINTED = 1


def offer(state: Position) -> None:
    """Set-up: deal two resources to each seat; all choose at once which one they keep (ruling 1)."""
    if not state.options.resources:
        state.go_on()
        return
    cards = [CARDS.resources[card] for card in state.deal.stream("resources").shuffled(CARDS.resources)]
    state.offered = [tuple(cards[OFFERED * seat : OFFERED * (seat + 1)]) for seat in range(state.seats)]
    own = {seat: Offered(tuple([card.card for card in cards])) for seat, cards in enumerate(state.offered)}
    state.say(Event(Offered(), {**own}))
    ask_which_to_keep(state)


def ask_which_to_keep(state: Position) -> None:
    """Ask every seat at once which of its two resources it keeps."""
    state.ask(
        "resource", {seat: tuple([Keep(card.card) for card in cards]) for seat, cards in enumerate(state.offered)}
    )


def keep(state: Position, chosen: Mapping[int, Keep]) -> None:
    """Reveal the cards that are kept; the others leave the game unseen."""
    for seat, cards in enumerate(state.offered):
        for card in cards:
            if card.card == chosen[seat].resource:
                state.resources[seat] = Kept(card.card, card.need, card.influence, False)
            else:
                state.unkept[seat] = card.card
    kept = tuple([chosen[seat].resource for seat in range(state.seats)])
    state.say(Event(Revealed(kept), {seat: Revealed(kept, card) for seat, card in enumerate(state.unkept)}))
    state.offered = [()] * state.seats
    state.go_on()


def begin_turn(state: Position, seat: int) -> None:
    """Begin a turn: money comes from the bank, the press prints, and the seat looks at the piles that it may look
    at.
    """
    state.dollars[seat] += state.bank[seat]
    state.bank[seat] = 0
    resource = state.active_resource(seat)
    if resource == COUNTERFEIT_PRINTING and state.chapter <= GANG_WAR:
        state.dollars[seat] += PRINTED
        state.say(Event(Printed(seat)))
    elif resource == BIKERS_GANG:
        piles.peek_at_heist(state, seat)
    elif resource == INFORMER_NETWORK:
        piles.peek_at_gangster(state, seat)


def end_turn(state: Position, seat: int) -> None:
    """End a turn: the seat's money goes to the bank, since leaving it out would never help (ruling 30)."""
    if state.has_active(seat, BANK):
        state.bank[seat] = min(MOST_BANKED, state.dollars[seat])
        state.dollars[seat] -= state.bank[seat]


def hospital(state: Position) -> None:
    """Ask, on passing, who of those that lie in the hospital comes back, one by one, any number (ruling 34). All of the
    seat's own gangsters lie there that an assassin or the gang war took since the resource is active, as "during the
    game" is read.

    The one that makes the gang large enough ends the chapter at once (ruling 19). Those after it stay where they lie,
    so that the order matters.
    """
    seat = state.active
    if patients := state.hospitals[seat]:
        state.ask("hospital", {seat: (*[moves.discharge(one.card) for one in patients], moves.DONE)})
    else:
        state.go_on()


def discharged(state: Position, chosen: Mapping[int, Discharge | Done]) -> None:
    """Return the gangster to its gang with what it has learned; it counts for the end of the chapter."""
    ((seat, move),) = chosen.items()
    if isinstance(move, Done):
        state.go_on()
        return
    patients = state.hospitals[seat]
    back = next(one for one in patients if one.card == move.gangster)
    state.hospitals[seat] = tuple([one for one in patients if one is not back])
    state.say(Event(Discharged(seat, back.card)))
    gang.join(state, seat, member(back.card, True, back.learned))


def jet(state: Position) -> None:
    """Ask the owner of the private jet whether it wakes a gangster, if it took part in a heist of two or more gangs
    this turn (ruling 36).
    """
    gangs = state.job.gangs if state.job is not None else ()
    owners = [seat for seat in gangs if state.has_active(seat, PRIVATE_JET)] if len(gangs) > 1 else []
    if owners:
        _ask_whom_to_wake(state, "jet", {seat: asleep(state.gangs[seat]) for seat in owners})
    else:
        state.go_on()


def society(state: Position) -> None:
    """Ask the owner of the secret society whether it wakes a Leader, at the end of each of its own turns (ruling
    37).
    """
    seat = state.active
    if state.has_active(seat, SECRET_SOCIETY):
        leaders = [one for one in asleep(state.gangs[seat]) if LEADER in one.skills]
        _ask_whom_to_wake(state, "society", {seat: leaders})
    else:
        state.go_on()


def _ask_whom_to_wake(state: Position, stage: Literal["jet", "society"], sleeping: dict[int, list[Member]]) -> None:
    choices: dict[int, tuple[AnyMove, ...]] = {
        seat: (*[moves.wake(one.card) for one in found], moves.DONE) for seat, found in sleeping.items() if found
    }
    if choices:
        state.ask(stage, choices)
    else:
        state.go_on()


def woken(state: Position, chosen: Mapping[int, Wake | Done]) -> None:
    """Wake the gangsters that were chosen for the jet or the society, for free."""
    for seat, move in chosen.items():
        if isinstance(move, Wake):
            state.turn_to(seat, move.gangster, available=True)
            state.say(Event(Woke(seat, move.gangster)))
    state.go_on()
