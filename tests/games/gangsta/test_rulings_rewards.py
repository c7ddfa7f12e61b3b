"""Rulings 12 to 18: the rewards of a heist, one by one."""

from __future__ import annotations

import pytest

from arena.games.gangsta import Options
from arena.games.gangsta.deck import CARDS
from arena.games.gangsta.events import (
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
    PLAY_AGAIN,
    Activate,
    Assassinate,
    Divert,
    GiveUp,
    Perform,
    Recruit,
    Rob,
    Teach,
    Wake,
)
from tests.games.gangsta.scenes import diverter, hirer, killer, robber
from tests.games.gangsta.table import do, kinds, legal, of_kind, sent, table, written

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
    assert "art theft 1a" not in state.heist_pile
    assert CARDS.heists["art theft 1a"] not in state.discarded_heists


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
    shown = do(state, Perform("drug dealer 2b"), Activate("triads 4"), PLAY_AGAIN)
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
    shown = do(state, Perform("hack attack 2c"), Activate("mafia boss"), DONE, PLAY_AGAIN)  # robbing nobody
    (began,) = of_kind(shown, TurnBegan)
    assert (began.seat, began.extra) == (0, True)


def test_ruling_13_snitches_come_before_the_extra_turn() -> None:
    """They are resolved with the gang as it is then."""
    pile = ["snitch 2a", "casino 2a"]
    state = table(["triads boss", "ghetto 4"], "triads boss*", chapter=2, heists=["drug dealer 2b"], heist_pile=pile)
    shown = do(state, Perform("drug dealer 2b"), Activate("ghetto 4"), PLAY_AGAIN)
    assert kinds(shown)[-4:] == [Snitched, Displayed, TurnBegan, Synchronised]


# -- ruling 14: theft


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
