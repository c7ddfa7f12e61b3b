"""Recruits (p.11): how one arrives, its turns, which the leader decides, and what is left when it leaves. Rulings 62
to 68."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.grizzled import effects, moves, piles
from arena.games.grizzled.deck import ISIDORE, JULES, NOEL, PAUL, RECRUITS, TRIALS, URBAIN
from arena.games.grizzled.events import RecruitArrived, RecruitDrew, RecruitLeft, RecruitTokens, Withdrew
from arena.games.grizzled.moves import AnyMove, Clear, Pick, Play, Withdraw
from arena.games.grizzled.no_mans_land import threats
from arena.games.grizzled.pending import RECRUIT, Landing, Shedding
from arena.games.grizzled.position import Position
from arena.games.interface import Event

MOST_TOKENS = 5
"""The most Morale tokens that a Recruit can have: there are no more (ruling 66)."""
FEAR = 2
"""The number of active threats of one kind that makes Isidore leave."""
STUBBORN = 2
"""The number of cards in hand with which Jules stays."""
RELIEVED = 2
"""The number of cards of the Trials pile that go under the reserve as a benefit."""


def arrive(state: Position) -> None:
    """A Recruit in play takes part again; if there is none, a new one arrives, provided that the pile has its cards
    (ruling 62), and sits to the right of the leader (ruling 63)."""
    state.recruit_acted = False
    if state.recruit is not None:
        state.recruit_inside = True
        if state.recruit == PAUL and state.trials:
            card = piles.turn_up(state)
            state.recruit_hand = tuple(sorted((*state.recruit_hand, card)))
            state.say(Event(RecruitDrew(card)))
    elif state.recruit_deck and len(state.trials) >= RECRUITS[state.recruit_deck[0]].hand:
        name, state.recruit_deck = state.recruit_deck[0], state.recruit_deck[1:]
        recruit = RECRUITS[name]
        state.recruit, state.recruit_inside, state.tokens = name, True, recruit.tokens
        state.recruit_hand = tuple(sorted([piles.turn_up(state) for _ in range(recruit.hand)]))
        state.recruit_after = (state.leader - 1) % len(state.veterans)
        state.say(Event(RecruitArrived(name, state.recruit_after, state.recruit_hand, recruit.tokens)))
    state.go_on()


# -- its turn


def act(state: Position) -> None:
    """The leader decides which card the Recruit plays, or that it withdraws (ruling 64); it plays a Hard Knock only if
    who would get it is in the mission (ruling 65)."""
    ways: list[AnyMove] = []
    for card in dict.fromkeys(state.recruit_hand):
        if not TRIALS[card].hard_knock or not state.withdrawn[knocked(state)]:
            ways.append(moves.play(card))
    afraid = state.recruit == ISIDORE and max(threats(state).values()) >= FEAR
    stubborn = state.recruit == JULES and len(state.recruit_hand) >= STUBBORN
    if afraid:
        ways = [moves.WITHDRAW]
    elif not ways or not stubborn:
        ways.append(moves.WITHDRAW)
    state.ask("recruit", {state.leader: tuple(ways)})


def acted(state: Position, move: Play | Withdraw) -> None:
    """Let the Recruit play the card, or withdraw with one more Morale token (ruling 66)."""
    state.recruit_acted = True
    if isinstance(move, Play):
        state.recruit_hand = piles.without(state.recruit_hand, move.card)
        state.landing = (Landing(RECRUIT, move.card),)
        state.go_to("land")
    else:
        state.recruit_inside = False
        state.say(Event(Withdrew(RECRUIT, False)))
        add_tokens(state, 2 if state.recruit == NOEL else 1)
        state.go_to("ask_gift")


def knocked(state: Position) -> int:
    """The veteran that gets the Recruit's Hard Knocks: the leader, but from Urbain the one on his left (ruling 65)."""
    return state.left_of(state.recruit_after) if state.recruit == URBAIN else state.leader


def add_tokens(state: Position, count: int) -> None:
    """Give the Recruit `count` Morale tokens, as far as there are any."""
    state.tokens = min(MOST_TOKENS, state.tokens + count)
    state.say(Event(RecruitTokens(state.tokens)))


# -- when it leaves


def depart(state: Position) -> None:
    """A Recruit that has played its last card leaves, even if that failed the mission, and its benefit comes
    (ruling 67); the leader is asked if there is something to choose."""
    if state.recruit is not None and not state.recruit_hand:
        name = state.recruit
        state.recruit, state.recruit_inside, state.tokens, state.thanks = None, False, 0, name
        state.recruits_gone = tuple(sorted((*state.recruits_gone, name)))
        state.say(Event(RecruitLeft(name)))
        _gain(state, name)
    if state.thanks is None:
        state.go_on()
    elif ways := _to_choose(state, state.thanks):
        state.ask("benefit", {state.leader: tuple(ways)})
    else:
        state.thanks = None
        state.go_to("ask_gift")


def _gain(state: Position, name: str) -> None:
    """Do what the benefit does without a choice; what is chosen card by card is asked for in later steps."""
    match RECRUITS[name].benefit:
        case "charms":
            for veteran in state.veterans:
                effects.ready_charm(state, veteran)
        case "knock":
            effects.let_remove(state, state.leader, of=None, count=1, optional=False)
        case "two knocks":
            effects.let_remove(state, state.leader, of=None, count=2, optional=True)
        case "token" | "token and charm":
            effects.take_token(state, state.leader)
        case "hands":
            with_cards = [veteran for veteran in state.clockwise(state.leader) if state.hands[veteran]]
            state.shedding = tuple([Shedding(veteran, optional=True) for veteran in with_cards])
        case "reserve":
            piles.put_under(state, RELIEVED)


def _to_choose(state: Position, name: str) -> list[AnyMove]:
    """What the leader chooses from for the benefit, if anything."""
    match RECRUITS[name].benefit:
        case "charm" | "token and charm":
            return [moves.pick(veteran) for veteran in state.veterans if not state.ready[veteran]]
        case "hand":
            return [moves.pick(veteran) for veteran in state.veterans if state.hands[veteran]]
        case "land":
            return [Clear(card) for card in dict.fromkeys(state.land)]
    return []


def thanked(state: Position, chosen: Mapping[int, Pick | Clear]) -> None:
    """Turn up the chosen charm, or discard the chosen card, or let the chosen veteran discard one."""
    ((_, move),) = chosen.items()
    assert state.thanks is not None
    if isinstance(move, Clear):
        effects.clear(state, move.card)
    elif RECRUITS[state.thanks].benefit == "hand":
        state.shedding = (Shedding(move.veteran, optional=False),)
    else:
        effects.ready_charm(state, move.veteran)
    state.thanks = None
    state.go_to("ask_gift")
