"""Rulings 8 to 18: performing a heist and its rewards, with the rulebook's worked example."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct

from arena.games import IllegalMove
from arena.games.gangsta import Options, State
from arena.games.gangsta.deck import CARDS
from arena.games.gangsta.events import (
    Activated,
    ChapterEnded,
    Displayed,
    Diverted,
    GameOver,
    Lost,
    Passed,
    Performed,
    Recruited,
    ResourceActivated,
    Robbed,
    Snitched,
    Synchronised,
    Targeted,
    Taught,
    TurnBegan,
    Woke,
    WokeAll,
)
from arena.games.gangsta.moves import (
    DONE,
    PASS,
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
from tests.games.gangsta.table import do, legal, of_kind, table, written


def sent(shown: Sequence[Struct]) -> list[tuple[str, str]]:
    """Who went to the heist, and the skills of each that were used."""
    return [(event.gangster, event.skills) for event in of_kind(shown, Activated)]


def kinds(shown: Sequence[Struct]) -> list[type[Struct]]:
    """What sort of thing happened, in order."""
    return [type(event) for event in shown]


def offered(state: State, heist: str) -> bool:
    """Whether the seat that is to act can perform it."""
    return Perform(heist) in legal(state)


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
    shown = do(state, answer)
    assert of_kind(shown, TurnBegan) == [TurnBegan(12, 0, extra=True)]
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
    assert "drug dealer 1a" not in state.discarded_heists


def test_ruling_11_a_learning_card_leaves_with_its_gangster() -> None:
    """It never comes back, nor is it on anybody's pile."""
    state = table(["cartel boss", "bratva 2"], ["mafia boss", "cartel 1+L"], chapter=3, heists=["rival gangs 3c"])
    do(state, Perform("rival gangs 3c"), Activate("bratva 2"))
    assert (state.dead, state.lost) == (("cartel 1",), ("supermarket 1c",))
    assert state.memory(1).lost == state.memory(0).lost == state.lost
    assert "supermarket 1c" not in [card for pile in state.performed for card in pile]


# -- ruling 12: learning


def test_ruling_12_a_participant_learns() -> None:
    """The card goes under it, not to the pile; those who did not take part are not asked."""
    state = table(["ghetto boss", "triads 1", "ghetto 4", "mafia 4"], "mafia boss", heists=["art theft 1a"])  # SH: M
    shown = do(state, Perform("art theft 1a"), Activate("triads 1"))
    assert (state.stage, state.to_act()) == ("learn", (0,))
    assert legal(state) == (Teach("triads 1"), Teach("ghetto 4"), DONE)
    assert of_kind(shown, Performed) == [Performed(0, "art theft 1a", 2)]
    shown = do(state, Teach("ghetto 4"))
    assert shown[0] == Taught(0, "ghetto 4", "M")
    assert written(state.gangs[0]) == ["ghetto boss", "triads 1*", "ghetto 4+M*", "mafia 4"]
    assert state.performed == [(), ()]
    assert "art theft 1a" not in (*state.heist_pile, *state.discarded_heists)


def test_ruling_12_learning_can_be_declined() -> None:
    """Then the card goes to the pile like any other."""
    state = table(["ghetto boss", "triads 1", "cartel 1"], "mafia boss", heists=["art theft 1a"])
    shown = do(state, Perform("art theft 1a"), Activate("triads 1"), DONE)
    assert of_kind(shown, Taught) == []
    assert state.performed == [("art theft 1a",), ()]
    assert [one.learned for one in state.gangs[0]] == [None] * 3


def test_ruling_12_never_a_second_learned_skill() -> None:
    """Only the other participant is asked."""
    state = table(["ghetto boss", "triads 1+L", "cartel 1"], "mafia boss", heists=["art theft 1a"])
    do(state, Perform("art theft 1a"), Activate("triads 1"))
    assert legal(state) == (Teach("cartel 1"), DONE)


def test_ruling_12_never_a_second_leader() -> None:
    """Nor one whose Leader symbol is printed; any other skill may double."""
    leader = table(["mafia boss", "ghetto 6", "triads 2"], "triads boss", heists=["supermarket 1c"])  # M: L
    taught = leader.clone()
    do(leader, Perform("supermarket 1c"), Activate("ghetto 6"))
    assert (leader.active, leader.performed[0]) == (1, ("supermarket 1c",))
    do(taught, Perform("supermarket 1c"), Activate("triads 2"))
    assert legal(taught) == (Teach("triads 2"), DONE)
    double = table(
        ["ghetto boss", "triads 3", "cartel 1"], "triads boss", chapter=2, heists=["supermarket 2a"]
    )  # MMS: B
    do(double, Perform("supermarket 2a"), Activate("triads 3"))
    assert legal(double) == (Teach("triads 3"), Teach("cartel 1"), DONE)


def test_ruling_12_a_skill_may_double() -> None:
    """A Hacker can learn to be a Hacker."""
    gang = ["ghetto boss", "mafia 6", "mafia 3"]  # LM, LI, BH
    state = table(gang, "triads boss", chapter=2, heists=["armoured van 2a"])  # LLIB: H
    do(state, Perform("armoured van 2a"), Activate("mafia 3"), Activate("mafia 6"))
    do(state, Teach("mafia 3"))
    assert state.gangs[0][2].skills == "BHH"


def test_ruling_12_the_boss_may_learn() -> None:
    """Anything but to be a Leader."""
    state = table(["bratva boss", "triads 1"], "mafia boss", heists=["art theft 1a"])
    do(state, Perform("art theft 1a"), Activate("triads 1"), Teach("bratva boss"))
    assert written(state.gangs[0]) == ["bratva boss+M*", "triads 1*"]
    boss = table("ghetto boss", "mafia boss", heists=["supermarket 1c"])
    do(boss, Perform("supermarket 1c"))
    assert (boss.active, boss.performed[0]) == (1, ("supermarket 1c",))


def test_ruling_12_none_fits() -> None:
    """Nothing is asked, also though others of the gang, who took no part, could learn; the card goes to the pile."""
    state = table(["ghetto boss", "triads 1+L", "cartel 1+I", "mafia 3"], "mafia boss", heists=["art theft 1a"])
    do(state, Perform("art theft 1a"), Activate("triads 1"))
    assert (state.active, state.performed[0]) == (1, ("art theft 1a",))


def test_ruling_12_learned_skills_count() -> None:
    """As a Leader it wakes one free and pays on passing; as any skill it goes to heists."""
    gang = ["ghetto boss*", "triads 2+L", "cartel 1*"]
    state = table(gang, "mafia boss", heists=["casino 1a"], dollars=[0, 0])
    assert (state.stage, state.left) == ("mobilise", 1)
    shown = do(state, Wake("ghetto boss"))
    assert shown[0] == Woke(0, "ghetto boss")
    passing = state.clone()
    assert of_kind(do(passing, PASS), Passed) == [Passed(0, 2)]
    shown = do(state, Perform("casino 1a"), Activate("triads 2"))  # LL
    assert sent(shown) == [("triads 2", "L"), ("ghetto boss", "L")]


def test_ruling_12_a_learned_skill_activates_a_resource() -> None:
    """At once, in the middle of the turn: police station needs L L M I."""
    state = table(
        ["triads boss", "cartel 2", "triads 1", "cartel 1"],
        "mafia boss",
        heists=["art theft 1a"],
        idle_resources={0: "police station", 1: "media"},
    )
    do(state, Perform("art theft 1a"), Activate("triads 1"))
    assert state.stage == "learn"
    shown = do(state, Teach("cartel 1"))
    assert shown[:2] == [Taught(0, "cartel 1", "M"), ResourceActivated(0, "police station")]


# -- ruling 13: play again


def test_ruling_13_extra_turns() -> None:
    """With a mobilisation, after refilling; the second reward running gives nothing, the third one does again."""
    agains = ["drug dealer 2b", "supermarket 2b", "hack attack 2c"]  # LSS, LLMI, MHH
    gang = ["mafia boss", "triads 4", "cartel 1", "cartel 2", "mafia 5", "ghetto 2"]  # LH, LS, S, L, MI, MH
    state = table(gang, "triads boss", chapter=2, heists=agains, dollars=[20, 0])
    shown = do(state, Perform("drug dealer 2b"), Activate("triads 4"))
    (began,) = of_kind(shown, TurnBegan)
    assert (began.seat, began.extra) == (0, True)
    assert kinds(shown).index(Displayed) < kinds(shown).index(TurnBegan)
    # Those that are Available wake others again: here two Leaders. Only now there is a mobilisation.
    assert (state.stage, state.left) == ("mobilise", 2)
    do(state, Wake("triads 4"), Wake("cartel 1"))
    shown = do(state, Perform("supermarket 2b"), Activate("mafia 5"), Activate("cartel 2"), Activate("mafia boss"))
    (began,) = of_kind(shown, TurnBegan)
    assert (began.seat, began.extra) == (1, False)
    shown = do(state, PASS, DONE)
    (began,) = of_kind(shown, TurnBegan)
    assert (began.seat, began.extra) == (0, False)
    do(state, Wake("mafia boss"), DONE)
    shown = do(state, Perform("hack attack 2c"), Activate("mafia boss"), DONE)  # robbing nobody
    (began,) = of_kind(shown, TurnBegan)
    assert (began.seat, began.extra) == (0, True)


def test_ruling_13_snitches_come_before_the_extra_turn() -> None:
    """They are resolved with the gang as it is then."""
    pile = ["snitch 2a", "casino 2a"]
    state = table(["triads boss", "ghetto 4"], "triads boss*", chapter=2, heists=["drug dealer 2b"], heist_pile=pile)
    shown = do(state, Perform("drug dealer 2b"), Activate("ghetto 4"))
    assert kinds(shown)[-4:] == [Snitched, Displayed, TurnBegan, Synchronised]


# -- ruling 14: theft


def robber(dollars: Sequence[int], heist: str = "rival gangs 2c", **more: Any) -> State:
    """Seat 0 has performed a heist with a theft: 2 dollars, or as the heist says."""
    rows = ["triads boss", "mafia boss", "ghetto boss"][: len(dollars) - 1]
    state = table(["cartel boss", "bratva 2", "ghetto 6"], *rows, chapter=2, heists=[heist], dollars=dollars, **more)
    do(state, Perform(heist), Activate("bratva 2"))
    return state


def test_ruling_14_theft_from_one_opponent() -> None:
    """Who has anything; the others keep theirs."""
    state = robber([0, 5, 0, 9])
    assert (state.stage, state.to_act(), legal(state)) == ("rob", (0,), (Rob(1), Rob(3), DONE))
    shown = do(state, Rob(3))
    assert shown[0] == Robbed(0, 3, 2)
    assert state.dollars == [2, 5, 0, 7]


def test_ruling_14_no_more_than_there_is() -> None:
    """Nothing from the bank makes up for it."""
    state = robber([0, 1])
    shown = do(state, Rob(1))
    assert shown[0] == Robbed(0, 1, 1)
    assert state.dollars[0] == 1
    # With nothing left seat 1 could only pass, and has.
    assert of_kind(shown, Passed) == [Passed(1, 1)]
    assert state.dollars[1] == 1


def test_ruling_14_theft_can_be_skipped() -> None:
    """Nobody loses anything."""
    state = robber([3, 8])
    assert of_kind(do(state, DONE), Robbed) == []
    assert (state.dollars, state.active) == ([3, 8], 1)


def test_ruling_14_void_if_all_are_broke() -> None:
    """It is not asked; money in the bank (ruling 30) does not count."""
    state = robber([7, 0, 0])
    assert (state.active, state.dollars[0]) == (1, 7)
    state = robber([7, 0, 0], bank=[0, 6, 0], active_resources={0: "media", 1: "bank", 2: "hospital"})
    assert (state.active, state.dollars) == (1, [7, 6, 0])  # what was in the bank comes out in the own turn


# -- ruling 15: assassination


def killer(*rows: str | list[str], **more: Any) -> State:
    """Seat 0 has performed a heist with an assassination."""
    state = table(["cartel boss", "bratva 2"], *rows, chapter=3, heists=["rival gangs 3c"], **more)
    do(state, Perform("rival gangs 3c"), Activate("bratva 2"))
    return state


def test_ruling_15_exactly_two_symbols() -> None:
    """Learned ones count, "BB" is two; the boss, who has two, is never hit. The victim picks, out of turn."""
    mob = ["mafia boss", "cartel 3", "ghetto 1", "triads 6", "cartel 1+L", "mafia 3+S", "mafia 4*"]
    state = killer(mob)
    assert (state.stage, state.active, state.to_act()) == ("victim", 0, (1,))
    assert legal(state) == (GiveUp("cartel 3"), GiveUp("cartel 1"), GiveUp("mafia 4"))
    shown = do(state, GiveUp("mafia 4"))
    assert shown[0] == Lost(1, "mafia 4", "assassination")
    assert state.dead == ("mafia 4",)
    assert len(state.gangs[1]) == 6
    assert state.active == 1


def test_ruling_15_an_opponent_must_be_named() -> None:
    """One of those who have somebody; there is no way to spare all."""
    state = killer(["mafia boss", "mafia 3", "mafia 4"], ["ghetto boss", "triads 6"], ["triads boss", "cartel 3"])
    assert (state.stage, state.to_act(), legal(state)) == ("assassinate", (0,), (Assassinate(1), Assassinate(3)))
    shown = do(state.clone(), Assassinate(3))
    assert shown[:2] == [Targeted(0, 3), Lost(3, "cartel 3", "assassination")]
    do(state, Assassinate(1))
    assert (state.stage, state.to_act()) == ("victim", (1,))


def test_ruling_15_void_if_there_is_nobody() -> None:
    """Bosses alone, or gangsters with one or three symbols."""
    rows: list[str | list[str]] = ["mafia boss", ["ghetto boss", "ghetto 1", "triads 6", "mafia 3+L"]]
    state = killer(*rows)
    assert (state.active, state.dead) == (1, ())
    assert state.performed[0] == ("rival gangs 3c",)


def test_ruling_15_not_the_own_gang() -> None:
    """The assassin's own gangsters with two symbols are safe, also if they are the only ones."""
    state = killer("mafia boss")
    assert len(state.gangs[0]) == 2


def test_ruling_15_a_boss_with_a_learned_skill_is_safe_too() -> None:
    """It has three symbols; and no boss is ever lost (ruling 41)."""
    state = killer(["mafia boss+S", "ghetto 1"])
    assert len(state.gangs[1]) == 2


# -- ruling 16: diversion


def diverter(*rows: str | list[str], **more: Any) -> State:
    """Seat 0 has performed a heist with a diversion of up to two."""
    state = table(["cartel boss", "bratva 7"], *rows, chapter=2, heists=["jewellery 2b"], **more)
    do(state, Perform("jewellery 2b"), Activate("bratva 7"))
    return state


def test_ruling_16_up_to_so_many_of_several_opponents() -> None:
    """Bosses too, Available ones only; one by one."""
    state = diverter(["mafia boss", "mafia 1*"], ["ghetto boss", "ghetto 1"])
    assert (state.stage, state.to_act(), state.left) == ("divert", (0,), 2)
    assert legal(state) == (Divert("mafia boss"), Divert("ghetto boss"), Divert("ghetto 1"), DONE)
    assert do(state, Divert("ghetto boss"))[0] == Diverted(0, 2, "ghetto boss")
    assert (state.left, legal(state)) == (1, (Divert("mafia boss"), Divert("ghetto 1"), DONE))
    shown = do(state, Divert("mafia boss"))
    assert (state.active, state.left) == (1, 0)
    # The whole gang of seat 1 was Activated by that: synchronisation (ruling 4).
    assert Synchronised(1) in shown
    assert written(state.gangs[2]) == ["ghetto boss*", "ghetto 1"]


def test_ruling_16_fewer_will_do() -> None:
    """None or one of two."""
    state = diverter(["mafia boss", "mafia 1", "mafia 2"])
    one = state.clone()
    do(state, DONE)
    assert (state.active, written(state.gangs[1])) == (1, ["mafia boss", "mafia 1", "mafia 2"])
    do(one, Divert("mafia 2"), DONE)
    assert (one.active, written(one.gangs[1])) == (1, ["mafia boss", "mafia 1", "mafia 2*"])


def test_ruling_16_ends_when_nobody_is_available() -> None:
    """With one left over; nobody to begin with: not asked."""
    state = diverter(["mafia boss", "mafia 1*"])
    do(state, Divert("mafia boss"))
    assert state.active == 1
    assert diverter(["mafia boss*", "mafia 1*"]).active == 1


# -- ruling 17: fast recruitment


def hirer(dollars: int, gang: Sequence[str] = ("mafia boss", "ghetto 1"), **more: Any) -> State:
    """Seat 0 has performed a heist with a recruitment, and been paid 3 dollars for it."""
    reserve = ["triads 4", "bratva 7", "cartel 1"]  # 4, 8 and 2 dollars
    state = table(
        gang, "triads boss", heists=["inmate transfer 1b"], reserve=reserve, dollars=[dollars, 10], **more
    )  # BH
    do(state, Perform("inmate transfer 1b"), Activate("ghetto 1"))
    return state


def test_ruling_17_the_price_is_paid() -> None:
    """With the heist's dollars too; the newcomer is Available; the gap is filled afterwards."""
    state = hirer(1)
    assert (state.stage, state.to_act()) == ("hire", (0,))
    moves = legal(state)
    assert Recruit("triads 4") in moves
    assert Recruit("cartel 1") in moves
    assert Recruit("bratva 7") not in moves
    assert moves[-1] == DONE
    shown = do(state, Recruit("triads 4"))
    assert shown[0] == Recruited(0, "triads 4", 4)
    assert len(of_kind(shown, Displayed)) == 2
    assert written(state.gangs[0]) == ["mafia boss*", "ghetto 1*", "triads 4"]
    assert (state.dollars[0], len(state.reserve), len(state.heists), state.active) == (0, 5, 5, 1)


def test_ruling_17_optional() -> None:
    """Nobody need be hired."""
    state = hirer(9)
    shown = do(state, DONE)
    assert of_kind(shown, Recruited) == []
    assert (state.dollars[0], state.active) == (12, 1)


def test_ruling_17_nobody_can_be_paid() -> None:
    """Then it is not asked."""
    reserve = ["bratva 7", "cartel 6", "cartel 7", "triads 7", "ghetto 7"]  # 6 dollars and more
    gang = ["mafia boss", "ghetto 1"]
    state = table(gang, "triads boss", heists=["inmate transfer 1b"], reserve=reserve, dollars=[2, 10])
    do(state, Perform("inmate transfer 1b"), Activate("ghetto 1"))
    assert (state.active, state.dollars[0]) == (1, 5)


def test_ruling_17_family_discount() -> None:
    """The variant's dollar off holds here too (ruling 29)."""
    state = hirer(0, ("bratva boss", "ghetto 1", "triads 1"), options=Options(families=True))
    assert [event.paid for event in of_kind(do(state, Recruit("cartel 1")), Recruited)] == [2]
    gang = ["triads boss", "ghetto 1", "triads 1"]
    table_ = table(
        gang, "mafia boss", heists=["inmate transfer 1b"], reserve=["triads 4"], options=Options(families=True)
    )
    do(table_, Perform("inmate transfer 1b"), Activate("ghetto 1"))
    assert [event.paid for event in of_kind(do(table_, Recruit("triads 4")), Recruited)] == [3]


THREE = ("mafia boss", "ghetto 1", "triads 2")
"""With one more chapter 1 ends."""


def test_ruling_17_counts_for_the_end_of_a_chapter() -> None:
    """At once: the heists of chapter 2 are there, the next player begins (rulings 19 and 21)."""
    state = hirer(5, THREE)
    shown = do(state, Recruit("triads 4"))
    assert ChapterEnded(1, 0) in shown
    assert (state.chapter, state.active, len(state.heists)) == (2, 1, 5)


def test_ruling_17_the_reserve_is_refilled_though_the_chapter_has_ended() -> None:
    """Ruling 5: refilled after the check of the chapter's end; only the heists of the ended chapter are not."""
    state = hirer(5, THREE)
    do(state, Recruit("triads 4"))
    assert len(state.reserve) == 5


def test_ruling_17_can_end_the_game() -> None:
    """The ninth, with a heist of chapter 3; the heist counts."""
    gang = ["mafia boss", *(f"mafia {i}" for i in range(1, 8))]
    heist = "inmate transfer 3a"  # IIBH: 1 influence
    state = table(gang, "triads boss", chapter=3, heists=[heist], reserve=["cartel 1"])
    do(state, Perform(heist), Activate("mafia 3"), Activate("mafia 1"), Activate("mafia 5"))
    assert state.stage == "hire"
    shown = do(state, Recruit("cartel 1"))
    (over,) = of_kind(shown, GameOver)
    assert (over.reason, over.scores[0].heists, state.to_act()) == ("gang of nine", 1, ())


# -- ruling 18: rally


@pytest.mark.parametrize("asleep", [[], ["bratva 6*", "cartel 3*"]])
def test_ruling_18_the_whole_gang_is_available(asleep: list[str]) -> None:
    """Participants and others alike; opponents' gangsters are not."""
    gang = ["mafia boss", "ghetto 4", "mafia 5", *asleep]
    state = table(gang, ["triads boss", "triads 1*"], chapter=3, heists=["armoured van 3b"])  # MISS
    if asleep:
        do(state, DONE)
    shown = do(state, Perform("armoured van 3b"), Activate("mafia 5"))
    assert of_kind(shown, WokeAll) == [WokeAll(0)]
    assert kinds(shown).index(Performed) < kinds(shown).index(WokeAll) < kinds(shown).index(Displayed)
    assert all(one.available for one in state.gangs[0])
    assert written(state.gangs[1]) == ["triads boss", "triads 1*"]


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
    before = {name: list(value) if isinstance(value, list) else value for name, value in vars(state).items()}
    allowed = state.legal(seat)
    wrong: list[dict[int, Any]] = [{seat: move} for move in all_moves() if move not in allowed]
    wrong += [{}, {other: allowed[0]}, {seat: allowed[0], other: allowed[0]}, {seat: allowed[0], 7: DONE}]
    wrong += [{seat: None}, {seat: 0}, {seat: "done"}, {seat: {"do": "done"}}]
    for moves in wrong:
        with pytest.raises(IllegalMove):
            state.apply(moves)
        assert vars(state) == before
    for move in allowed:
        state.clone().apply({seat: move})
    assert vars(state) == before
