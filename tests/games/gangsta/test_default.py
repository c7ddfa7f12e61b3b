"""What is made for a seat that made no move: legal at every decision, and as mild as the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import Deal, IllegalMove
from arena.games.gangsta import GAME, AnyMove, Options, State, new
from arena.games.gangsta.deck import CARDS
from arena.games.gangsta.events import Activated, GameOver, Performed
from arena.games.gangsta.moves import (
    DONE,
    PASS,
    Activate,
    Assassinate,
    Discard,
    Eliminate,
    GiveUp,
    Keep,
    Perform,
    Recruit,
)
from tests.games.gangsta.table import do, gang, legal, of_kind, table
from tests.games.gangsta.test_rulings_heists import STAGES, heist_at
from tests.planted import parts

SIX = ["mafia boss", "mafia 1", "mafia 2", "mafia 3", "mafia 4", "mafia 6"]
"""A gang with one Mercenary; with one gangster more chapter 2 ends."""


def at_stage(stage: str) -> State:
    """A position in which somebody is asked just that, with several answers."""
    if stage in STAGES:
        return heist_at(stage)
    match stage:
        case "resource":
            state = new(Options(resources=True), 3, Deal("default"))
        case "mobilise":
            state = table(["mafia boss*", "ghetto 1"], "triads boss")
        case "action":
            state = table("mafia boss", "triads boss", heists=["hack attack 1b"])
        case "hospital":
            state = table("mafia boss", "triads boss", active_resources={0: "hospital", 1: "media"})
            state.hospitals[0] = gang(["mafia 2*"])
            do(state, PASS)
        case "discard":
            state = table("mafia boss", "triads boss")
            do(state, PASS)
        case "snitch":
            rows = (["mafia boss", "ghetto 1", "ghetto 2"], ["triads boss", "triads 1", "triads 2"])
            state = table(*rows, chapter=2, heists=["casino 2a"], heist_pile=["snitch 2c"], dollars=[0, 0])
            do(state, PASS, Discard("casino 2a"))
        case "war":
            rival = ["cartel boss", "triads 2", "ghetto 7"]  # two Mercenaries
            state = table(SIX, rival, ["ghetto boss", "triads 3"], chapter=2, reserve=["bratva 2"])
            do(state, Recruit("bratva 2"))
        case "eliminate":
            state = table(
                [*SIX[:5], "triads 3"], ["triads boss", "cartel 1", "cartel 2"], chapter=2, reserve=["bratva 2"]
            )
            do(state, Recruit("bratva 2"))
        case "jet":
            resources = {0: "private jet", 1: "media"}
            rows = (["ghetto boss", "cartel 1"], ["cartel boss", "bratva 1"])
            state = table(*rows, chapter=2, heists=["supermarket 2c"], active_resources=resources)
            do(state, Perform("supermarket 2c"), Activate("cartel 1"), Activate("ghetto boss"))
        case _:
            resources = {0: "secret society", 1: "media"}
            state = table(["mafia boss", "mafia 2"], "triads boss", heists=["casino 1a"], active_resources=resources)
            do(state, Perform("casino 1a"), Activate("mafia boss"))
    return state


MILDEST: dict[str, AnyMove] = {
    "mobilise": DONE,
    "action": PASS,
    # One must go: the own ones are first.
    "activate": Activate("ghetto boss"),
    "learn": DONE,
    "hire": DONE,
    "rob": DONE,
    # One must be named, and one be given up.
    "assassinate": Assassinate(1),
    "victim": GiveUp("mafia 3"),
    "divert": DONE,
    "hospital": DONE,
    "discard": DONE,
    "snitch": GiveUp("ghetto 1"),
    "war": GiveUp("mafia 1"),
    "eliminate": Eliminate("cartel 1"),
    "jet": DONE,
    "society": DONE,
}


@pytest.mark.parametrize("stage", MILDEST)
def test_mildest(stage: str) -> None:
    """Nothing where nothing can be done, else to pass, else the first there is."""
    state = at_stage(stage)
    assert state.stage == stage
    seat = state.to_act()[0]
    assert len(state.legal(seat)) > 1
    assert state.default(seat) == MILDEST[stage]


@pytest.mark.parametrize("stage", ["resource", *MILDEST])
def test_legal_for_all_who_are_to_act(stage: str) -> None:
    """Each one's default is one of its own moves, and all of them together can be made."""
    state = at_stage(stage)
    assert state.stage == stage
    moves = {seat: state.default(seat) for seat in state.to_act()}
    assert all(move in state.legal(seat) for seat, move in moves.items())
    state.apply(moves)


def test_resource() -> None:
    """The first of those that the seat itself was offered."""
    state = at_stage("resource")
    for seat in range(3):
        assert state.default(seat) == Keep(state.view(seat).offered[0].card)


@pytest.mark.parametrize(
    "stage", ["learn", "hire", "rob", "divert", "mobilise", "discard", "hospital", "jet", "society"]
)
def test_declining_changes_no_gang_and_no_money(stage: str) -> None:
    """Neither of the seat that decides nor of others: not before the next decision."""
    state = at_stage(stage)
    dollars, cards = list(state.dollars), [[one.card for one in members] for members in state.gangs]
    skills = [[one.skills for one in members] for members in state.gangs]
    (seat,) = state.to_act()
    state.apply({seat: state.default(seat)})
    assert state.dollars == dollars
    assert [[one.card for one in members] for members in state.gangs] == cards
    assert [[one.skills for one in members] for members in state.gangs] == skills


@pytest.mark.parametrize("heist", [card for card, heist in CARDS.heists.items() if heist.cooperation])
def test_no_gift_of_a_share(heist: str) -> None:
    """A gang that can perform a shared heist alone does so by default: nobody else takes part."""
    own = ["triads boss", "bratva 6", "bratva 7", "triads 6", "cartel 4", "ghetto 4", "cartel 5", "cartel 2"]
    chapter = int(heist[-2])
    state = table(own, ["ghetto boss", "cartel 7", "triads 7"], chapter=chapter, heists=[heist])
    shown = do(state, Perform(heist))
    while not of_kind(shown, Performed):
        assert len(legal(state)) > 1
        shown = do(state, state.default(0))
        assert {event.owner for event in of_kind(shown, Activated)} <= {0}
    assert of_kind(shown, Performed)[0].gangs == ()


def positions(seats: int, seed: int, by_default: float) -> Iterator[State]:
    """All positions of a game of all variants in which each move is the default with that chance, else any."""
    rng = Random(seed)
    state = new(Options(resources=True, families=True, turn_limit=120), seats, Deal(str(seed)))
    yield state
    while state.to_act():
        state.apply(
            {
                seat: state.default(seat) if rng.random() < by_default else rng.choice(state.legal(seat))
                for seat in state.to_act()
            }
        )
        yield state


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(GAME.seats), st.integers(0, 10**6), st.sampled_from([0.0, 0.3, 0.8]))
def test_everywhere(seats: int, seed: int, by_default: float) -> None:
    """In every position of a game the default is legal, the same each time, and optional things are left alone."""
    for state in positions(seats, seed, by_default):
        for seat in state.to_act():
            move, moves = state.default(seat), state.legal(seat)
            assert move in moves
            assert move == state.clone().default(seat)
            assert move == DONE or DONE not in moves
            assert move == PASS or PASS not in moves


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_game_of_defaults_ends_by_the_turn_limit(seats: int) -> None:
    """Everybody passes for ever: nobody gains a gangster or performs anything (ruling 40)."""
    *_, last = positions(seats, 5, 1.0)
    assert isinstance(last.events[-1].shown, GameOver)
    assert last.events[-1].shown.reason == "turn limit"
    assert last.turn == 120
    assert all(len(members) == 1 for members in last.gangs)
    assert last.performed == [()] * seats


@pytest.mark.parametrize("reason", ["turn limit", "gang of nine", "third snitch"])
def test_a_finished_game_takes_no_move(reason: str) -> None:
    """Not even that of nobody: IllegalMove, and the result stands."""
    match reason:
        case "turn limit":
            state = table("mafia boss", "triads boss", options=Options(turn_limit=11))
            do(state, PASS, DONE)
        case "gang of nine":
            eight = ["mafia boss", *(f"mafia {i}" for i in range(1, 8))]
            state = table(eight, "triads boss", chapter=3, reserve=["cartel 1"])
            do(state, Recruit("cartel 1"))
        case _:
            heap = ["snitch 3a", "snitch 3b"]
            state = table(
                "mafia boss", "triads boss", chapter=3, heists=["casino 3a"], snitches=heap, heist_pile=["snitch 3c"]
            )
            do(state, PASS, Discard("casino 3a"))
    assert (state.stage, state.to_act()) == ("over", ())
    before = parts(state)
    for moves in ({0: PASS}, {0: DONE, 1: DONE}, {}):
        with pytest.raises(IllegalMove):
            state.apply(moves)
        assert parts(state) == before
