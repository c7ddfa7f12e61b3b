"""What gangs gain and lose: recruiting (with the discounts), joining, dying. Rulings 5, 19, 29, 34, 39, 41."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from arena.games.gangsta import chapters, piles, resources
from arena.games.gangsta.deck import CARDS, HOSPITAL, Gangster
from arena.games.gangsta.events import Lost, Recruited
from arena.games.gangsta.moves import GiveUp, Recruit, give_up, recruit
from arena.games.gangsta.view import Member, member
from arena.games.interface import Event

if TYPE_CHECKING:
    from arena.games.gangsta.state import State


def symbols(gang: Sequence[Member]) -> str:
    """All skills of a gang, learned ones too."""
    return "".join([one.skills for one in gang])


def mortal(gang: Sequence[Member]) -> list[Member]:
    """All but the boss, who can never be lost (ruling 41)."""
    return [one for one in gang if one.card not in CARDS.bosses]


def asleep(gang: Sequence[Member]) -> list[Member]:
    """The Activated ones."""
    return [one for one in gang if not one.available]


def recruits(state: State, seat: int) -> tuple[Recruit, ...]:
    """The gangsters that the seat can pay, of the reserve and, informer network, of the top of the pile."""
    dollars = state.dollars[seat]
    found = [recruit(one.card) for one in state.reserve if price(state, seat, one) <= dollars]
    top = resources.top_gangster(state, seat)
    if top is not None and price(state, seat, top) <= dollars:
        found.append(recruit(top.card))
    return tuple(found)


def price(state: State, seat: int, gangster: Gangster) -> int:
    """The cost, 1 dollar off with the families variant for the family of the boss, and 1 for an informer network."""
    if gangster.family != state.gangs[seat][0].family:
        return gangster.cost
    informed = gangster is resources.top_gangster(state, seat)
    return gangster.cost - state.options.families - informed


def hire(state: State, seat: int, move: Recruit) -> None:
    """Pay, and the gangster joins the gang Available; this can end the chapter."""
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


def join(state: State, seat: int, newcomer: Member) -> None:
    """Any way of gaining a gangster counts for the end of the chapter (ruling 19)."""
    state.gangs[seat] += (newcomer,)
    resources.check(state, seat)
    chapters.check_size(state, seat)


def ways_to_give_up(gangsters: Sequence[Member]) -> tuple[GiveUp, ...]:
    """One move for each."""
    return tuple([give_up(one.card) for one in gangsters])


def lose(state: State, seat: int, gangster: str, cause: Literal["assassination", "gang war", "snitch"]) -> None:
    """A gangster dies with what it has learned, unless the hospital takes it in, which no snitch's victim reaches."""
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
