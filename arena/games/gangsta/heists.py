"""Performing a heist, gangster by gangster, and its rewards from left to right. Rulings 8 to 18 and 32."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from arena.games.gangsta import gang, moves, piles
from arena.games.gangsta.deck import CARDS, HIGH_TECH_EQUIPMENT, LEADER, Heist, covers, still_missing
from arena.games.gangsta.events import (
    Activated,
    Announced,
    Diverted,
    Performed,
    Robbed,
    Targeted,
    Taught,
    WokeAll,
)
from arena.games.gangsta.moves import Activate, Assassinate, Divert, Done, GiveUp, Perform, Recruit, Rob, Teach
from arena.games.gangsta.position import Job, Member, Position, member, mortal, symbols_available
from arena.games.interface import Event

HIGH_TECH_KINDS = ("art theft", "hack attack")
PILE_FEE = 1
"""The dollars to pay for the heist that the bikers gang saw on top of the pile."""
TWO_SKILLS = 2
"""The number of symbols, learned ones included, that a gangster must have for an assassin to hit it."""


# -- the action


def ways_to_perform(state: Position, seat: int) -> list[Perform]:
    """The heists that the seat can complete with the gangsters that are Available now."""
    own = symbols_available(state.gangs[seat])
    everybody = symbols_available(chain.from_iterable(state.gangs))
    on_offer = state.heists
    top = piles.top_heist(state, seat)
    if top is not None and state.dollars[seat] >= PILE_FEE:
        on_offer += (top,)
    high_tech = state.has_active(seat, HIGH_TECH_EQUIPMENT)
    found = []
    for heist in on_offer:
        if _possible(heist, heist.need, own, everybody):
            found.append(moves.perform(heist.card))
        if high_tech and heist.kind in HIGH_TECH_KINDS:
            for skill in dict.fromkeys(heist.need):
                if _possible(heist, still_missing(heist.need, skill), own, everybody):
                    found.append(moves.perform(heist.card, skill))
    return found


def _possible(heist: Heist, need: str, own: str, everybody: str) -> bool:
    """Whether Available gangsters with these symbols can supply all of `need`.

    It takes no search: a gangster that supplies anything never stands in the way, as what it uses is missing no more
    and all the rest of the others is still there. So some order works if there are enough symbols in all; a shared
    heist also needs somebody of the own gang to go first.
    """
    if not heist.cooperation:
        return covers(own, need)
    return covers(everybody, need) and not set(need).isdisjoint(own)


def announce(state: Position, seat: int, move: Perform) -> None:
    """Take the heist from the display, or from the top of the pile; its gangsters can now be sent."""
    heist = CARDS.heists[move.heist]
    from_pile = heist not in state.heists
    if from_pile:
        piles.draw_heist(state)
        state.dollars[seat] -= PILE_FEE
    else:
        state.heists = tuple([one for one in state.heists if one is not heist])
    state.job = Job(heist, still_missing(heist.need, move.drop or ""), (), ())
    state.say(Event(Announced(seat, heist.card, move.drop, from_pile)))


def activate(state: Position) -> None:
    """Ask for the next gangster, one that supplies a missing skill. When nothing is missing, the heist is done."""
    seat, job = state.active, _job(state)
    if not job.missing:
        _done(state, seat, job)
        state.go_on()
        return
    willing = state.gangs[seat]
    if job.heist.cooperation and job.crew:
        willing += tuple(chain.from_iterable(_others(state, seat)))
    missing = frozenset(job.missing)
    useful = [one for one in willing if one.available and not missing.isdisjoint(one.skills)]
    state.ask("activate", {seat: tuple([moves.activate(one.card) for one in useful])})


def activated(state: Position, chosen: Mapping[int, Activate]) -> None:
    """Send the gangster: all of its skills that were missing are used, surplus ones are lost."""
    ((seat, move),) = chosen.items()
    job, owner = _job(state), state.owner(move.gangster)
    (skills,) = [one.skills for one in state.gangs[owner] if one.card == move.gangster]
    missing = still_missing(job.missing, skills)
    used = still_missing(job.missing, missing)
    gangs = job.gangs if owner in job.gangs else tuple(sorted((*job.gangs, owner)))
    state.job = Job(job.heist, missing, (*job.crew, move.gangster), gangs)
    state.turn_to(owner, move.gangster, available=False)
    state.say(Event(Activated(seat, owner, move.gangster, used)))


def _done(state: Position, seat: int, job: Job) -> None:
    """The left column to the performer; the right one to every gang that took part, if there are two or more."""
    heist = job.heist
    state.dollars[seat] += heist.dollars
    state.influence[seat] += heist.influence
    state.performed[seat] += (heist.card,)
    state.left = heist.diversion
    sharing = job.gangs if len(job.gangs) > 1 else ()
    for other in sharing:
        state.dollars[other] += heist.cooperation
    shared = heist.cooperation if sharing else 0
    state.say(Event(Performed(seat, heist.card, heist.dollars, shared, sharing)))


# -- the rewards


def learn(state: Position) -> None:
    """Apprenticeship: ask which of the crew learns; it must have learned nothing yet, and nobody becomes a second
    Leader (ruling 12).
    """
    seat, job = state.active, _job(state)
    skill = job.heist.learn
    if skill is not None and (able := [one for one in _crew(state, job) if _can_learn(one, skill)]):
        state.ask("learn", {seat: (*[moves.teach(one.card) for one in able], moves.DONE)})
    else:
        state.go_on()


def _crew(state: Position, job: Job) -> list[Member]:
    """The performer's own gangsters that took part, in the order in which they were sent."""
    own = {one.card: one for one in state.gangs[state.active]}
    return [own[card] for card in job.crew if card in own]


def _can_learn(one: Member, skill: str) -> bool:
    return one.learned is None and not (skill == LEADER and LEADER in one.skills)


def learned(state: Position, chosen: Mapping[int, Teach | Done]) -> None:
    """Put the heist that teaches under the gangster instead of among the heists performed."""
    ((seat, move),) = chosen.items()
    state.go_on()
    if isinstance(move, Done):
        return
    heist = _job(state).heist
    state.performed[seat] = tuple([card for card in state.performed[seat] if card != heist.card])
    state.gangs[seat] = tuple(
        [
            member(one.card, one.available, heist.learn) if one.card == move.gangster else one
            for one in state.gangs[seat]
        ]
    )
    state.say(Event(Taught(seat, move.gangster, heist.learn or "")))
    gang.activate_resource(state, seat)


def hire(state: Position) -> None:
    """Fast recruitment: ask whether a gangster is hired, which is paid like any other (ruling 17)."""
    seat = state.active
    if _job(state).heist.recruit and (found := gang.recruits(state, seat)):
        state.ask("hire", {seat: (*found, moves.DONE)})
    else:
        state.go_on()


def hired(state: Position, chosen: Mapping[int, Recruit | Done]) -> None:
    """Hire the chosen gangster, who may end the chapter and with it the turn."""
    ((seat, move),) = chosen.items()
    state.go_on()
    if isinstance(move, Recruit):
        gang.hire(state, seat, move)


def rob(state: Position) -> None:
    """Theft: ask which opponent pays, of those who have any money; the seat may also rob nobody."""
    seat = state.active
    if not _job(state).heist.theft:
        state.go_on()
        return
    rich = [other for other in state.clockwise(seat) if other != seat and state.dollars[other] > 0]
    if rich:
        state.ask("rob", {seat: (*map(moves.rob, rich), moves.DONE)})
    else:
        state.go_on()


def robbed(state: Position, chosen: Mapping[int, Rob | Done]) -> None:
    """Let the opponent pay what it has, and no more (ruling 14)."""
    ((seat, move),) = chosen.items()
    state.go_on()
    if isinstance(move, Rob):
        loot = min(_job(state).heist.theft, state.dollars[move.seat])
        state.dollars[move.seat] -= loot
        state.dollars[seat] += loot
        state.say(Event(Robbed(seat, move.seat, loot)))


def assassinate(state: Position) -> None:
    """Assassination: ask which opponent is hit, of those with a gangster that can be (ruling 15); the seat must choose
    one.
    """
    seat = state.active
    if not _job(state).heist.assassination:
        state.go_on()
        return
    exposed = [other for other in state.clockwise(seat) if other != seat and _exposed(state, other)]
    if exposed:
        state.ask("assassinate", {seat: tuple(map(moves.assassinate, exposed))})
    else:
        state.go_on()


def _exposed(state: Position, seat: int) -> list[Member]:
    return [one for one in mortal(state.gangs[seat]) if len(one.skills) == TWO_SKILLS]


def targeted(state: Position, chosen: Mapping[int, Assassinate]) -> None:
    """Name the opponent, which is asked next."""
    ((seat, move),) = chosen.items()
    state.target = move.seat
    state.say(Event(Targeted(seat, move.seat)))
    state.go_on()


def victim(state: Position) -> None:
    """Assassination: ask the opponent which gangster it loses."""
    if state.target is None:
        state.go_on()
    else:
        state.ask("victim", {state.target: gang.ways_to_give_up(_exposed(state, state.target))})


def gave_up(state: Position, chosen: Mapping[int, GiveUp]) -> None:
    """Take from the opponent the gangster that it picked for the assassin."""
    ((seat, move),) = chosen.items()
    gang.lose(state, seat, move.gangster, "assassination")
    state.target = None
    state.go_on()


def divert(state: Position) -> None:
    """Diversion: ask which Available gangster of an opponent is diverted, one by one; bosses can be, too (ruling
    16).
    """
    seat = state.active
    awake = [one for other in _others(state, seat) for one in other if one.available] if state.left else []
    if awake:
        state.ask("divert", {seat: (*[moves.divert(one.card) for one in awake], moves.DONE)})
    else:
        state.left = 0
        state.go_on()


def diverted(state: Position, chosen: Mapping[int, Divert | Done]) -> None:
    """Make the gangster Activated; another one may follow."""
    ((seat, move),) = chosen.items()
    if isinstance(move, Done):
        state.left = 0
        return
    owner = state.owner(move.gangster)
    state.turn_to(owner, move.gangster, available=False)
    state.left -= 1
    state.say(Event(Diverted(seat, owner, move.gangster)))


def rally(state: Position) -> None:
    """Make the seat's whole gang Available again (ruling 18). The turn goes on as after any action."""
    if _job(state).heist.rally:
        state.wake_all(state.active)
        state.say(Event(WokeAll(state.active)))
    state.end_action()


def _job(state: Position) -> Job:
    assert state.job is not None  # the steps of this file are left out when no heist is performed
    return state.job


def _others(state: Position, seat: int) -> list[tuple[Member, ...]]:
    """The other gangs, clockwise."""
    return state.gangs[seat + 1 :] + state.gangs[:seat]
