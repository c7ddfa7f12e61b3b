"""Ruling 34: the hospital."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from arena.games.gangsta import Options, State, scoring, turns
from arena.games.gangsta.events import (
    ChapterEnded,
    Discarded,
    Discharged,
    GameOver,
    Lost,
    Passed,
)
from arena.games.gangsta.moves import (
    DONE,
    PASS,
    Assassinate,
    Discard,
    Discharge,
    GiveUp,
    Recruit,
)
from tests.games.gangsta.scenes import kinds_of, pass_on, perform_first
from tests.games.gangsta.table import do, do_at_once, gang, legal, of_kind, table, written

RESOURCES = Options(resources=True)


def assassinated(*, active: bool, victim: str = "bratva 3") -> tuple[State, Lost]:
    """Seat 1, with a hospital, has lost this gangster to an assassin of seat 0."""
    held = {1: "hospital"}
    state = table(
        ["bratva boss", "ghetto 1", "cartel 3"],
        ["cartel boss", victim, "cartel 1"],
        chapter=3,
        heists=["rival gangs 3c"],
        active_resources=held if active else None,
        idle_resources=None if active else held,
        step=turns.act,
    )
    shown = perform_first(state, "rival gangs 3c")
    if state.stage == "assassinate":
        shown += do(state, Assassinate(1))
    (lost,) = of_kind(shown, Lost)
    return state, lost


def test_ruling_34_assassination_with_a_hospital() -> None:
    """The gangster lies there, outside the gang and not dead."""
    state, lost = assassinated(active=True)
    assert lost == Lost(1, "bratva 3", "assassination", hospital=True)
    assert written(state.gangs[1]) == ["cartel boss", "cartel 1"]
    assert [one.card for one in state.view(0).players[1].hospital] == ["bratva 3"]
    assert state.memory(0).dead == ()


def test_ruling_34_only_while_it_is_active() -> None:
    """Before that a gangster dies."""
    state, lost = assassinated(active=False)
    assert (lost.hospital, state.hospitals[1], state.memory(0).dead) == (False, (), ("bratva 3",))


def test_ruling_34_the_gang_war() -> None:
    """Loser with a hospital: the gangster of its choice lies there; the other loser's is dead."""
    state = table(
        ["ghetto boss", "triads 3", "bratva 7", "bratva 1", "ghetto 2", "ghetto 7"],
        ["cartel boss", "cartel 1", "ghetto 1"],
        ["mafia boss", "triads 1", "mafia 1"],
        chapter=2,
        reserve=["triads 2"],
        active_resources={1: "hospital"},
        options=RESOURCES,
    )
    do(state, Recruit("triads 2"))
    assert (state.stage, state.to_act()) == ("war", (1, 2))
    shown = do_at_once(state, {1: GiveUp("ghetto 1"), 2: GiveUp("mafia 1")})
    assert of_kind(shown, Lost) == [Lost(1, "ghetto 1", "gang war", hospital=True), Lost(2, "mafia 1", "gang war")]
    assert written(state.hospitals[1]) == ["ghetto 1*"]
    assert state.memory(0).dead == ("mafia 1",)


def test_ruling_34_not_those_lost_to_a_snitch() -> None:
    """They are dead."""
    state = table(
        ["cartel boss", "cartel 1", "ghetto 1"],
        ["bratva boss"],
        chapter=2,
        dollars=[0, 9],
        heists=["jewellery 2a"],
        heist_pile=["snitch 2c", "casino 2a"],
        active_resources={0: "hospital"},
        active=1,
    )
    do(state, PASS, Discard("jewellery 2a"))
    assert do(state, GiveUp("ghetto 1"))[0] == Lost(0, "ghetto 1", "snitch")
    assert (state.hospitals[0], state.memory(1).dead) == ((), ("ghetto 1",))


def in_hospital(*patients: str, members: Sequence[str] = ("cartel boss", "cartel 1"), chapter: int = 3) -> State:
    """Seat 0's turn, with these in its hospital."""
    state = table(members, ["bratva boss"], chapter=chapter, active_resources={0: "hospital"}, step=turns.act)
    state.hospitals[0] = tuple([replace(one, available=False) for one in gang(patients)])
    return state


def test_ruling_34_back_on_passing_with_what_was_learned_free_and_available() -> None:
    """Ruling 34: first the income, then the return, then the discard. The learned skill is there again."""
    state = in_hospital("ghetto 1+S")
    shown = do(state, PASS)
    assert shown == [Passed(0, 1)]
    assert list(legal(state)) == [Discharge("ghetto 1"), DONE]
    shown += do(state, Discharge("ghetto 1"))
    assert state.stage == "discard"
    shown += do(state, Discard(state.heists[0].card))
    assert kinds_of(shown, Passed, Discharged, Discarded) == [Passed, Discharged, Discarded]
    assert written(state.gangs[0]) == ["cartel boss", "cartel 1", "ghetto 1+S"]
    assert (state.dollars[0], state.hospitals[0]) == (11, ())


@pytest.mark.parametrize(("first", "second"), [("ghetto 1", "mafia 1"), ("mafia 1", "ghetto 1")])
def test_rulings_19_and_34_the_first_to_make_the_gang_large_enough_ends_the_chapter(first: str, second: str) -> None:
    """At once, so the order matters: the other patient stays where it lies."""
    members = ["cartel boss", "cartel 1", "cartel 2", "cartel 3", "bratva 1", "bratva 2", "bratva 3", "triads 1"]
    state = in_hospital("ghetto 1", "mafia 1", members=members)
    shown = do(state, PASS, Discharge(first))
    assert len(state.gangs[0]) == 9
    assert of_kind(shown, Discharged) == [Discharged(0, first)]
    assert [event.reason for event in of_kind(shown, GameOver)] == ["gang of nine"]
    assert written(state.hospitals[0]) == [f"{second}*"]


def test_ruling_34_any_number() -> None:
    """One after the other, or some, or none; who stays can come back on passing again."""
    state = in_hospital("ghetto 1", "mafia 1", "triads 1")
    none = state.clone()
    do(none, PASS, DONE)
    assert (none.stage, len(none.hospitals[0])) == ("discard", 3)
    do(state, PASS, Discharge("mafia 1"), Discharge("ghetto 1"), DONE)
    assert state.stage == "discard"
    assert written(state.gangs[0]) == ["cartel boss", "cartel 1", "mafia 1", "ghetto 1"]
    do(state, DONE)
    pass_on(state)
    do(state, PASS)
    assert list(legal(state)) == [Discharge("triads 1"), DONE]


def test_ruling_34_only_on_passing() -> None:
    """Neither a recruit nor a heist brings anybody back."""
    state = in_hospital("mafia 1")
    do(state, Recruit(state.reserve[0].card))
    assert state.active == 1
    assert [one.card for one in state.hospitals[0]] == ["mafia 1"]


def test_ruling_34_counts_for_the_end_of_a_chapter() -> None:
    """The ninth ends the game at once: no second patient comes back and nothing is put away. The income came before."""
    eight = ["cartel boss", "cartel 1", "cartel 2", "cartel 3", "cartel 4", "bratva 1", "bratva 2", "bratva 3"]
    state = in_hospital("ghetto 1", "mafia 1", members=eight)
    shown = do(state, PASS, Discharge("ghetto 1"))
    assert kinds_of(shown, Passed, Discharged, ChapterEnded, GameOver, Discarded) == [
        Passed,
        Discharged,
        ChapterEnded,
        GameOver,
    ]
    (over,) = of_kind(shown, GameOver)
    assert (over.reason, len(state.gangs[0]), state.dollars[0]) == ("gang of nine", 9, 12)


def test_ruling_34_outside_the_gang() -> None:
    """Who lies there is worth nothing, wakes nobody and shows no Informants."""
    state = in_hospital("ghetto 7", "bratva 7")
    assert scoring.count(state)[0].gang == 1
    assert scoring.count(state)[0].majorities == 2
    assert do(state, PASS)[0] == Passed(0, 1)


def test_ruling_34_others_in_it_are_out_of_the_assassins_reach() -> None:
    """Nobody left in the gang with two skills: void."""
    state = table(
        ["bratva boss", "ghetto 1", "cartel 3"],
        ["cartel boss", "cartel 1"],
        chapter=3,
        heists=["rival gangs 3c"],
        active_resources={1: "hospital"},
        step=turns.act,
    )
    state.hospitals[1] = gang(["bratva 3*"])
    assert not of_kind(perform_first(state, "rival gangs 3c"), Lost)


def test_ruling_34_a_victim_with_a_learned_skill_lies_there_with_it() -> None:
    """And takes it back; the card is not lost."""
    state, lost = assassinated(active=True, victim="triads 1+S")
    assert lost.hospital
    assert written(state.hospitals[1]) == ["triads 1+S*"]
    assert state.memory(0).lost == ()
    do(state, PASS, Discharge("triads 1"))
    assert written(state.gangs[1])[-1] == "triads 1+S"
