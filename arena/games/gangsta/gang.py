"""What gangs gain and lose: recruiting (with the discounts), joining and what that sets off, dying.

Rulings 5, 19, 29, 34, 35, 39 and 41.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from arena.games.gangsta import piles
from arena.games.gangsta.deck import CARDS, COUNTERFEIT_PRINTING, GANG_WAR, HOSPITAL, Gangster, covers
from arena.games.gangsta.events import ChapterEnded, Lost, Recruited, ResourceActivated
from arena.games.gangsta.moves import GiveUp, Recruit, give_up, recruit
from arena.games.gangsta.position import Kept, Member, Position, member, symbols
from arena.games.interface import Event

SIZE = {1: 4, 2: 7, 3: 9}
"""The size of a gang, boss included, that ends a chapter, by the chapter's number."""


def recruits(state: Position, seat: int) -> tuple[Recruit, ...]:
    """The gangsters that the seat can pay: of the reserve and, with an informer network, the top one of the pile."""
    dollars, on_offer = state.dollars[seat], state.reserve
    top = piles.top_gangster(state, seat)
    if top is not None:
        on_offer += (top,)
    # Nobody costs more than is printed.
    return tuple([recruit(one.card) for one in on_offer if one.cost <= dollars or price(state, seat, one) <= dollars])


def price(state: Position, seat: int, gangster: Gangster) -> int:
    """The dollars that a gangster costs a seat: 1 less for the family of its boss with the families variant, and 1 less
    with an informer network.
    """
    if gangster.family != state.gangs[seat][0].family:
        return gangster.cost
    informed = gangster is piles.top_gangster(state, seat)
    return gangster.cost - state.options.families - informed


def hire(state: Position, seat: int, move: Recruit) -> None:
    """The seat pays, and the gangster joins its gang Available; this can end the chapter."""
    gangster = CARDS.gangsters[move.gangster]
    paid = price(state, seat, gangster)
    from_pile = gangster not in state.reserve
    if from_pile:
        piles.draw_gangster(state)
    else:
        state.reserve = tuple([one for one in state.reserve if one is not gangster])
    state.dollars[seat] -= paid
    state.say(Event(Recruited(seat, gangster.card, paid, from_pile)))
    join(state, seat, member(gangster.card))


def join(state: Position, seat: int, newcomer: Member) -> None:
    """Add a gangster to a gang. Any way of gaining one counts for the end of the chapter (ruling 19)."""
    state.gangs[seat] += (newcomer,)
    activate_resource(state, seat)
    check_size(state, seat)


def activate_resource(state: Position, seat: int) -> None:
    """Activate the seat's resource as soon as its gang shows all the skills; it stays active. The printing press
    becomes active only as long as it would still print (ruling 35).
    """
    kept = state.resources[seat]
    if kept is None or kept.active or not covers(symbols(state.gangs[seat]), kept.need):
        return
    if kept.card == COUNTERFEIT_PRINTING and state.chapter > GANG_WAR:
        return
    state.resources[seat] = Kept(kept.card, kept.need, kept.influence, True)
    state.say(Event(ResourceActivated(seat, kept.card)))


def check_size(state: Position, seat: int) -> None:
    """End the chapter at once if the gang has grown large enough (ruling 19)."""
    if len(state.gangs[seat]) >= SIZE[state.chapter]:
        state.say(Event(ChapterEnded(state.chapter, seat)))
        state.go_to("end_chapter")


def ways_to_give_up(gangsters: Sequence[Member]) -> tuple[GiveUp, ...]:
    """A move for each gangster that can be given up."""
    return tuple([give_up(one.card) for one in gangsters])


def lose(state: Position, seat: int, gangster: str, cause: Literal["assassination", "gang war", "snitch"]) -> None:
    """Take a gangster from its gang. It dies with what it has learned, unless the hospital takes it in, which never
    takes the victim of a snitch.
    """
    gone = next(one for one in state.gangs[seat] if one.card == gangster)
    state.gangs[seat] = tuple([one for one in state.gangs[seat] if one is not gone])
    saved = cause != "snitch" and state.has_active(seat, HOSPITAL)
    if saved:
        state.hospitals[seat] += (member(gone.card, False, gone.learned),)
    else:
        state.dead += (gone.card,)
        if gone.learned is not None:
            state.lost += (LESSONS[gone.learned],)
    state.say(Event(Lost(seat, gangster, cause, saved)))


LESSONS = {heist.learn: heist.card for heist in CARDS.heists.values() if heist.learn is not None}
"""The heist that teaches a skill: there is one for each."""
