"""Positions with a Recruit in them, and the proof that nobody can tell them from their twins."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

from msgspec import json

from arena.games.grizzled import Memory, State, View, imagine
from arena.games.grizzled.deck import RECRUITS
from arena.games.grizzled.events import RecruitLeft
from arena.games.grizzled.moves import play
from arena.games.grizzled.pending import RECRUIT
from tests.games.grizzled.table import deck_of, do, table

ALL = (0, 1, 2, 3)
THREE = ["night shell", "snow mask", "rain whistle"]


def cards(state: State) -> list[str]:
    """All Trial cards, wherever they lie, sorted."""
    found = [*state.trials, *state.reserve, *state.land, *state.discarded, *state.recruit_hand]
    found += [landing.card for landing in state.landing]
    return sorted([*found, *[card for of in (*state.hands, *state.knocks) for card in of]])


def same_world(state: State) -> None:
    """Every seat, from the bytes of its view and memory, imagines a world in which it is sent the same, with each card
    once, and no Recruit to come that has come."""
    for seat in range(state.seats):
        view = json.decode(json.encode(state.view(seat)), type=View)
        memory = json.decode(json.encode(state.memory(seat)), type=Memory)
        for number in range(3):
            twin = imagine(seat, view, memory, Random(number), state.options)
            assert (twin.to_act(), twin.legal(seat)) == (state.to_act(), state.legal(seat))
            assert (twin.view(seat), twin.memory(seat)) == (state.view(seat), state.memory(seat))
            assert cards(twin) == deck_of(state.options, state.seats)
            assert len(twin.recruit_deck) == len(state.recruit_deck)
            assert not {*twin.recruit_deck} & {state.recruit, *state.recruits_gone}


def its_turn(hand: Collection[str], recruit: str = "albert", seats: int = 4, **more: Any) -> State:
    """It is the turn of the Recruit, to the right of veteran 0; the leader is 0 if it is not said."""
    return table(seats, recruit=recruit, recruit_hand=[*hand], active=RECRUIT, **more)


def thanks_to(recruit: str, last: str = "rain whistle", **more: Any) -> State:
    """It has played its last card, and all others but one are still to come; the leader is 0 if it is not said."""
    deck = [name for name in RECRUITS if name != recruit][1:]
    state = its_turn([last], recruit, recruit_deck=deck, **more)
    assert RecruitLeft(recruit) in do(state, play(last))
    assert (state.recruit, state.recruits_gone) == (None, (recruit,))
    same_world(state)
    return state
