"""Rulings 8 to 11: performing a heist alone and together, with the rulebook's worked example."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games import IllegalMove
from arena.games.gangsta import State
from arena.games.gangsta.deck import CARDS
from arena.games.gangsta.events import (
    Activated,
    Displayed,
    Performed,
    Synchronised,
    TurnBegan,
    WokeAll,
)
from arena.games.gangsta.moves import (
    DONE,
    PASS,
    PLAY_AGAIN,
    WAKE_ALL,
    Activate,
    AnyMove,
    Assassinate,
    Discard,
    Discharge,
    Divert,
    Eliminate,
    GiveUp,
    Keep,
    Perform,
    Recruit,
    Rob,
    Teach,
    Wake,
)
from tests.games.gangsta.scenes import diverter, hirer, killer, robber
from tests.games.gangsta.table import do, legal, of_kind, offered, sent, table, turns_begun, written
from tests.planted import parts

# -- ruling 8: one at a time

PEDRO = [
    # The rulebook shows cards without names: a boss (A), a gangster with 3 of the 4 skills needed (B), and a third (C).
    # These fit what it says of them. The boss has of the four only what B and C have too.
    ("rival gangs 2d", "triads boss", "bratva 6", "mafia 2"),  # LMBH with LI, LMH, LB
    ("armoured van 2c", "mafia boss", "cartel 7", "triads 5"),  # LMIS with LH, LMS, LI
]


@pytest.mark.parametrize(("heist", "a", "b", "c"), PEDRO)
def test_example_b_first_leaves_no_place_for_the_boss(heist: str, a: str, b: str, c: str) -> None:
    """B must use all three skills that are needed; one is still missing, so not all of the gang can be used."""
    state = table([a, b, c], "ghetto boss*", chapter=2, heists=[heist])
    shown = do(state, Perform(heist), Activate(b))
    (first, three), (second, one) = sent(shown)
    assert (first, len(three), second, len(one)) == (b, 3, c, 1)
    assert written(state.gangs[0]) == [a, b + "*", c + "*"]


@pytest.mark.parametrize(("heist", "a", "b", "c"), PEDRO)
def test_example_only_the_boss_first_activates_the_whole_gang(heist: str, a: str, b: str, c: str) -> None:
    """Then the two others in either order; the next turn begins with synchronisation."""
    start = table([a, b, c], "ghetto boss*", chapter=2, heists=[heist])
    orders = []
    for order in ([a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]):
        state = start.clone()
        shown = do(state, Perform(heist))
        for card in order:
            if state.stage == "activate" and Activate(card) in legal(state):
                shown += do(state, Activate(card))
        assert of_kind(shown, Performed)
        next_turn = do(state, PASS, DONE)
        whole = [card for card, _ in sent(shown)] == order
        assert (Synchronised(0) in next_turn) == whole
        orders += [order] * whole
    assert orders == [[a, b, c], [a, c, b]]


def test_ruling_8_surplus_symbols_are_lost() -> None:
    """Of M M B one M is needed; the other one and the B do not stay for later."""
    state = table(["mafia boss", "bratva 7"], "ghetto boss", heists=["jewellery 1b", "supermarket 1c"])
    shown = do(state, Perform("jewellery 1b"), Activate("bratva 7"))
    assert sent(shown) == [("bratva 7", "M"), ("mafia boss", "H")]


def test_ruling_8_only_who_supplies_something_missing_can_go() -> None:
    """Not one without the skills; not one whose skills were supplied by others, though the heist needs them."""
    gang = ["ghetto boss", "triads 2", "cartel 1", "cartel 5", "mafia 3"]  # LM, M, S, HH, BH
    state = table(gang, "triads boss", heists=["supermarket 1a"])  # MSB
    do(state, Perform("supermarket 1a"))
    assert set(legal(state)) == {Activate(card) for card in ("ghetto boss", "triads 2", "cartel 1", "mafia 3")}
    do(state, Activate("triads 2"))
    assert set(legal(state)) == {Activate("cartel 1"), Activate("mafia 3")}


def test_ruling_8_ends_when_nothing_is_missing() -> None:
    """Though others have the skills too: nobody can be sent in addition."""
    state = table(["ghetto boss", "triads 2"], "triads boss", heists=["jewellery 1a"])
    shown = do(state, Perform("jewellery 1a"), Activate("triads 2"))
    assert sent(shown) == [("triads 2", "M")]
    assert state.active == 1


def test_ruling_8_two_of_a_symbol_from_one_gangster_or_from_two() -> None:
    """M M: from one with both, or from two with one each, but not from one with one."""
    heist = "casino 1b"
    assert sent(do(table(["mafia boss", "triads 3"], "triads boss", heists=[heist]), Perform(heist))) == [
        ("triads 3", "MM")
    ]
    both = table(["ghetto boss", "triads 2"], "triads boss", heists=[heist])
    assert sent(do(both, Perform(heist), Activate("triads 2"))) == [("triads 2", "M"), ("ghetto boss", "M")]
    assert not offered(table(["mafia boss", "triads 2"], "triads boss", heists=[heist]), heist)


# -- ruling 9: together

SHARED = "supermarket 2c"  # MSB: 2 dollars and 1 influence; 4 dollars for each


def test_ruling_9_columns() -> None:
    """Left to the performer alone, right to all who took part, bosses of others too and without asking them."""
    state = table(
        ["mafia boss", "bratva 1"], ["cartel boss", "ghetto 1"], ["ghetto boss", "cartel 1"], chapter=2, heists=[SHARED]
    )
    shown = do(state, Perform(SHARED))
    assert sent(shown) == [("bratva 1", "MS")]
    assert (state.stage, state.to_act()) == ("activate", (0,))
    assert legal(state) == (Activate("cartel boss"), Activate("ghetto 1"))
    (performed,) = of_kind(do(state, Activate("cartel boss")), Performed)
    assert performed == Performed(0, SHARED, 2, 4, (0, 1))
    assert state.dollars == [16, 14, 10]
    assert state.influence == [1, 0, 0]
    assert state.performed == [(SHARED,), (), ()]
    assert written(state.gangs[1]) == ["cartel boss*", "ghetto 1"]


def test_ruling_9_each_participant_once() -> None:
    """However many gangsters a gang sends."""
    heist = "drug dealer 2a"  # SSBH: 3 dollars, 1 influence; 2 for each
    rows = [["mafia boss", "cartel 1"], ["triads boss", "ghetto 1", "triads 1"], ["bratva boss"], ["ghetto boss"]]
    state = table(*rows, chapter=2, heists=[heist])
    shown = do(state, Perform(heist), Activate("cartel 1"), Activate("ghetto 1"), Activate("triads 1"))
    assert [event.owner for event in of_kind(shown, Activated)] == [0, 1, 1, 2]
    assert of_kind(shown, Performed) == [Performed(0, heist, 3, 2, (0, 1, 2))]
    assert state.dollars == [15, 12, 12, 10]


def test_ruling_9_alone_only_the_left_column() -> None:
    """Though others could have been asked."""
    state = table(["ghetto boss", "cartel 1", "ghetto 1"], ["cartel boss", "bratva 1"], chapter=2, heists=[SHARED])
    shown = do(state, Perform(SHARED), *[Activate(card) for card in ("ghetto 1", "cartel 1", "ghetto boss")])
    assert of_kind(shown, Performed) == [Performed(0, SHARED, 2)]
    assert (state.dollars, state.influence) == ([12, 10], [1, 0])


def test_ruling_9_own_first_then_any_order() -> None:
    """The first is of the own gang; then own after others' is allowed."""
    heist = "armoured van 2c"  # LMIS
    own, other = ["mafia boss", "mafia 1"], ["ghetto boss", "ghetto 4"]  # LH, I; LM, SS
    state = table(own, other, chapter=2, heists=[heist])
    do(state, Perform(heist))
    assert legal(state) == (Activate("mafia boss"), Activate("mafia 1"))
    do(state, Activate("mafia 1"))
    assert set(legal(state)) == {Activate("mafia boss"), Activate("ghetto boss"), Activate("ghetto 4")}
    do(state, Activate("ghetto 4"))
    # L of the own boss, M of the other one after it.
    assert sent(do(state, Activate("mafia boss"))) == [("mafia boss", "L"), ("ghetto boss", "M")]


def test_ruling_9_others_can_push_own_ones_out() -> None:
    """The other boss has both that are missing, and must use both."""
    heist = "armoured van 2c"
    state = table(["mafia boss", "mafia 1"], ["ghetto boss", "ghetto 4"], chapter=2, heists=[heist])
    shown = do(state, Perform(heist), Activate("mafia 1"), Activate("ghetto boss"))
    assert sent(shown) == [("mafia 1", "I"), ("ghetto boss", "LM"), ("ghetto 4", "S")]
    assert written(state.gangs[0]) == ["mafia boss", "mafia 1*"]


def test_ruling_9_not_without_one_of_the_own() -> None:
    """Others could do it by themselves, but the own gang has none of the skills, or only Activated ones."""
    able = ["cartel boss", "bratva 1", "ghetto 1"]
    assert not offered(table(["mafia boss", "mafia 1"], able, chapter=2, heists=[SHARED]), SHARED)
    asleep = table(["mafia boss", "triads 6*"], able, chapter=2, heists=[SHARED], dollars=[0, 0])
    do(asleep, DONE)  # nobody is woken
    assert not offered(asleep, SHARED)


def test_ruling_9_activated_ones_of_others_cannot_take_part() -> None:
    """Not even if that makes the heist impossible."""
    own = ["mafia boss", "bratva 1"]
    for other, possible in ((["cartel boss*", "triads 1"], False), (["cartel boss", "triads 1"], True)):
        assert offered(table(own, other, chapter=2, heists=[SHARED]), SHARED) is possible


def test_ruling_9_solo_heists_are_for_the_own_gang() -> None:
    """Others can neither make one possible nor be sent."""
    heist = "casino 2c"  # MBH
    assert not offered(table(["mafia boss", "triads 2"], ["cartel boss"], chapter=2, heists=[heist]), heist)
    state = table(["mafia boss", "triads 2", "ghetto 1"], ["cartel boss", "triads 7"], chapter=2, heists=[heist])
    do(state, Perform(heist), Activate("triads 2"))
    assert set(legal(state)) == {Activate("mafia boss"), Activate("ghetto 1")}


# -- ruling 10: from left to right


def test_ruling_10_two_cards_have_two_effects() -> None:
    """Hack attack 2c robs and plays again, art theft 3b robs and rallies."""
    effects = ("learn", "recruit", "theft", "assassination", "diversion", "rally", "play_again")
    found = {card: [name for name in effects if getattr(heist, name)] for card, heist in CARDS.heists.items()}
    assert {card: names for card, names in found.items() if len(names) > 1} == {
        "hack attack 2c": ["theft", "play_again"],
        "art theft 3b": ["theft", "rally"],
    }
    assert (CARDS.heists["hack attack 2c"].theft, CARDS.heists["art theft 3b"].theft) == (1, 3)


@pytest.mark.parametrize("answer", [Rob(1), DONE])
def test_ruling_10_theft_then_play_again(answer: AnyMove) -> None:
    """Also if the theft was skipped."""
    state = table(["ghetto boss", "cartel 5"], "triads boss", chapter=2, heists=["hack attack 2c"])
    shown = do(state, Perform("hack attack 2c"), Activate("cartel 5"))
    assert (state.stage, of_kind(shown, TurnBegan)) == ("rob", [])
    assert turns_begun(do(state, answer)) == []
    assert (state.stage, legal(state)) == ("again", (PLAY_AGAIN, DONE))
    assert turns_begun(do(state, PLAY_AGAIN)) == [(12, 0, True)]
    assert state.dollars == ([11, 9] if answer == Rob(1) else [10, 10])


@pytest.mark.parametrize("answer", [Rob(1), DONE])
def test_ruling_10_theft_then_rally(answer: AnyMove) -> None:
    """While the robber decides the gang is still Activated."""
    state = table(["triads boss", "ghetto 6", "cartel 1*"], "mafia boss", chapter=3, heists=["art theft 3b"])
    do(state, DONE)  # nobody is woken
    shown = do(state, Perform("art theft 3b"), Activate("ghetto 6"))
    assert state.stage == "rob"
    assert not any(one.available for one in state.gangs[0])
    assert of_kind(shown, WokeAll) == []
    shown = do(state, answer)
    assert of_kind(shown, WokeAll) == [WokeAll(0)]
    assert all(one.available for one in state.gangs[0])
    assert state.dollars == ([13, 7] if answer == Rob(1) else [10, 10])


# -- ruling 11: the card


def test_ruling_11_performed_heists_are_public() -> None:
    """On the performer's pile, with their influence, in everybody's view."""
    state = table("bratva boss", "triads boss", heists=["drug dealer 1a", "armoured van 1b"])
    assert not offered(state, "armoured van 1b")
    do(state, Perform("drug dealer 1a"))
    for seat in (0, 1):
        player = state.view(seat).players[0]
        assert (player.heists, player.influence, player.dollars) == (("drug dealer 1a",), 1, 13)
    assert CARDS.heists["drug dealer 1a"] not in state.discarded_heists


def test_ruling_11_a_learning_card_leaves_with_its_gangster() -> None:
    """It never comes back, nor is it on anybody's pile."""
    state = table(["cartel boss", "bratva 2"], ["mafia boss", "cartel 1+L"], chapter=3, heists=["rival gangs 3c"])
    do(state, Perform("rival gangs 3c"), Activate("bratva 2"))
    assert (state.dead, state.lost) == (("cartel 1",), ("supermarket 1c",))
    assert state.memory(1).lost == state.memory(0).lost == state.lost
    assert "supermarket 1c" not in [card for pile in state.performed for card in pile]


# -- when things happen

STAGES = ("activate", "learn", "hire", "rob", "assassinate", "victim", "divert")


def heist_at(stage: str) -> State:
    """In the middle of a heist of seat 0, at that decision."""
    match stage:
        case "activate":
            state = table(["ghetto boss", "cartel 1"], ["cartel boss", "bratva 1"], chapter=2, heists=[SHARED])
            do(state, Perform(SHARED))
        case "learn":
            state = table(["ghetto boss", "triads 1", "cartel 1"], "mafia boss", heists=["art theft 1a"])
            do(state, Perform("art theft 1a"), Activate("triads 1"))
        case "hire":
            state = hirer(5)
        case "rob":
            state = robber([5, 5, 0])
        case "assassinate":
            state = killer(["mafia boss", "mafia 3", "mafia 4"], ["ghetto boss", "cartel 3", "ghetto 2"])
        case "victim":
            state = killer(["mafia boss", "mafia 3", "mafia 4"])
        case _:
            state = diverter(["mafia boss", "mafia 1"])
    assert state.stage == stage
    return state


@pytest.mark.parametrize("stage", STAGES)
def test_display_is_refilled_at_the_end_of_the_action_only(stage: str) -> None:
    """While there are decisions the heist's place is empty, and nothing new is shown (ruling 5)."""
    state = heist_at(stage)
    while state.stage == stage:
        assert (len(state.heists), state.active, state.turn) == (4, 0, 11)
        (seat,) = state.to_act()
        shown = do(state, state.legal(seat)[0])
    if stage != "assassinate":  # the victim is asked next
        assert of_kind(shown, Displayed)
        assert (len(state.heists), state.active) == (5, 1)


@pytest.mark.parametrize("stage", STAGES)
def test_rewards_come_after_the_activation(stage: str) -> None:
    """No dollar and no influence before nothing is missing; both are there when the effects are decided."""
    state = heist_at(stage)
    job = state.job
    assert job is not None
    assert (job.missing == "") == (stage != "activate")
    assert (state.performed[0] == (job.heist.card,)) == (stage != "activate")
    if stage == "activate":
        assert (state.dollars, state.influence) == ([10, 10], [0, 0])
    else:
        had = {"hire": 5, "rob": 5}.get(stage, 10)
        assert (state.dollars[0], state.influence[0]) == (had + job.heist.dollars, job.heist.influence)


def all_moves() -> list[AnyMove]:
    """Every move of the game there is in a table of four."""
    by_gangster = (Wake, Recruit, Activate, Teach, GiveUp, Eliminate, Divert, Discharge, Discard)
    people = [kind(card) for kind in by_gangster for card in (*CARDS.bosses, *CARDS.gangsters, "nobody")]
    jobs = [kind(card) for kind in (Perform, Discard) for card in (*CARDS.heists, *CARDS.snitches)]
    seats = [kind(seat) for kind in (Rob, Assassinate) for seat in range(-1, 4)]
    dropped = [Perform("hack attack 1b", "H"), Perform("art theft 2a", "")]
    return [*people, *jobs, *seats, *dropped, *map(Keep, CARDS.resources), DONE, WAKE_ALL, PASS]


@pytest.mark.parametrize("stage", STAGES)
def test_illegal_moves_change_nothing(stage: str) -> None:
    """Each raises IllegalMove: of other stages, of other cards, of seats that are not to act, none, too many."""
    state = heist_at(stage)
    (seat,) = state.to_act()
    other = 1 - seat
    before = {name: list(value) if isinstance(value, list) else value for name, value in parts(state).items()}
    allowed = state.legal(seat)
    wrong: list[dict[int, Any]] = [{seat: move} for move in all_moves() if move not in allowed]
    wrong += [{}, {other: allowed[0]}, {seat: allowed[0], other: allowed[0]}, {seat: allowed[0], 7: DONE}]
    wrong += [{seat: None}, {seat: 0}, {seat: "done"}, {seat: {"do": "done"}}]
    for moves in wrong:
        with pytest.raises(IllegalMove):
            state.apply(moves)
        assert parts(state) == before
    for move in allowed:
        state.clone().apply({seat: move})
    assert parts(state) == before
