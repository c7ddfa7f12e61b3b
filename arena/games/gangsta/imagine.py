"""Full positions that a seat could be in, from what it sees and remembers alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random
from typing import Final

from arena.games.deal import Deal
from arena.games.gangsta import chapters, resources, scoring
from arena.games.gangsta.deck import CARDS, Gangster, Heist, Options, Snitch, chapter_cards
from arena.games.gangsta.gang import LESSONS
from arena.games.gangsta.position import Job, Kept, Member, Stage, member
from arena.games.gangsta.resources import OFFERED
from arena.games.gangsta.state import State
from arena.games.gangsta.view import Memory, View

TRIES = 1000
"""How many worlds are drawn before it is taken as certain that none fits; mostly the first fits, seldom only the
thirtieth."""


STEPS: Final[dict[Stage, str]] = {
    "resource": "offer",
    "mobilise": "mobilise",
    "action": "act",
    "activate": "activate",
    "learn": "learn",
    "hire": "hire",
    "rob": "rob",
    "assassinate": "assassinate",
    "victim": "victim",
    "divert": "divert",
    "hospital": "hospital",
    "discard": "discard",
    "snitch": "refill",
    "war": "end_chapter",
    "eliminate": "end_chapter",
    "jet": "jet",
    "society": "society",
    "again": "offer_again",
    "over": "offer_again",
}
"""The name of the step in which each decision is asked for."""


def imagine(seat: int, view: View, memory: Memory, rng: Random, options: Options) -> State:
    """A state that gives `seat` this view, this memory and the same legal moves.

    The piles are shuffled, with the card on top that the seat has seen there; the luck to come (later chapters, new
    piles) is that of a random deal. In the set-up the others' resources are dealt at random.
    """
    state = State(options, len(view.players), Deal(f"{rng.getrandbits(64):x}"))
    state.stage, state.chapter, state.turn = view.stage, view.chapter, view.turn
    state.active, state.extra, state.left = view.active, view.extra, view.left
    # The cards themselves, not copies: the rules tell them apart by identity.
    state.heists = tuple([CARDS.heists[heist.card] for heist in view.heists])
    state.reserve = tuple([CARDS.gangsters[gangster.card] for gangster in view.gangsters])
    state.heist_seen_by, state.gangster_seen_by = view.heist_pile.seen_by, view.gangster_pile.seen_by
    state.discarded_heists = tuple([CARDS.heists[heist.card] for heist in view.discarded_heists])
    state.discarded_gangsters = tuple([CARDS.gangsters[gangster.card] for gangster in view.discarded_gangsters])
    state.snitches, state.dead, state.lost = view.snitches, memory.dead, memory.lost
    if view.job is not None:
        heist, missing, crew, gangs = CARDS.heists[view.job.heist.card], view.job.missing, view.job.crew, view.job.gangs
        state.job = Job(heist, missing, crew, gangs)
    if view.stage == "victim":
        (state.target,) = view.to_act
    for owner, player in enumerate(view.players):
        state.dollars[owner], state.bank[owner] = player.dollars, player.bank
        state.gangs[owner], state.hospitals[owner] = _members(player.gang), _members(player.hospital)
        state.performed[owner], state.influence[owner] = player.heists, player.influence
        if (kept := player.resource) is not None:
            state.resources[owner] = Kept(kept.card, kept.need, CARDS.resources[kept.card].influence, kept.active)
    if options.resources:
        _deal_resources(state, seat, view, memory, rng)
    unseen_heists, unseen_gangsters = _unseen_heists(view, memory, options), _unseen_gangsters(view, memory)
    for _ in range(TRIES):
        state.heist_pile = _pile(rng, unseen_heists, view.heist_pile.cards, memory.top_heist or memory.top_snitch)
        state.gangster_pile = _pile(rng, unseen_gangsters, view.gangster_pile.cards, memory.top_gangster)
        _ask(state, view)
        # What another seat sees on top of a pile may be the only thing that it can choose, beside nothing.
        if state.stage == "over" or any(len(moves) > 1 for moves in state.choices.values()):
            return state
    raise ValueError(f"no position with this view asks for a decision of stage {view.stage!r}")


def _ask(state: State, view: View) -> None:
    """Stand at the decision."""
    state.go_to(STEPS[view.stage])
    match view.stage:
        case "over":
            state.ranked = scoring.ranking(state)
        case "resource":
            resources.ask_which_to_keep(state)
        case "snitch":
            chapters.ask_whom_to_give_up(state, view.to_act)
        case _:
            state.line.steps[state.at].take(state)
            state.events = []


def _members(gang: Iterable[Member]) -> tuple[Member, ...]:
    return tuple([member(one.card, one.available, one.learned) for one in gang])


def _pile(rng: Random, unseen: Sequence[str], cards: int, top: Heist | Snitch | Gangster | None) -> tuple[str, ...]:
    """So many of the unseen cards (none before they are laid out, else all of them), a known one on top."""
    known = () if top is None else (top.card,)
    others = [card for card in unseen if card not in known]
    rng.shuffle(others)
    return (*known, *others)[:cards]


def _deal_resources(state: State, seat: int, view: View, memory: Memory, rng: Random) -> None:
    """To the others: two each in the set-up, afterwards the one that each did not keep."""
    known = {card.card for card in view.offered} | {memory.unkept}
    known |= {player.resource.card for player in view.players if player.resource is not None}
    unseen = [card for name, card in CARDS.resources.items() if name not in known]
    rng.shuffle(unseen)
    for other in range(state.seats):
        if other == seat:
            state.offered[other], state.unkept[other] = view.offered, memory.unkept
        elif view.offered:
            state.offered[other] = tuple([unseen.pop() for _ in range(OFFERED)])
        else:
            state.unkept[other] = unseen.pop().card


def _unseen_heists(view: View, memory: Memory, options: Options) -> list[str]:
    """The cards of the chapter that are nowhere to be seen."""
    seen = {heist.card for heist in view.heists} | {snitch.card for snitch in view.snitches}
    seen |= {*[heist.card for heist in view.discarded_heists], *memory.lost}
    if view.job is not None:
        seen.add(view.job.heist.card)
    for player in view.players:
        seen |= {*player.heists}
        seen |= {LESSONS[one.learned] for one in chain(player.gang, player.hospital) if one.learned is not None}
    return [card for card in chapter_cards(view.chapter, options.extra_heists) if card not in seen]


def _unseen_gangsters(view: View, memory: Memory) -> list[str]:
    seen = {gangster.card for gangster in (*view.gangsters, *view.discarded_gangsters)} | {*memory.dead}
    for player in view.players:
        seen |= {one.card for one in chain(player.gang, player.hospital)}
    return [card for card in CARDS.gangsters if card not in seen]
