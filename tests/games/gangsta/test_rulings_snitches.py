"""Rulings 25 to 27: snitches, and the end of the game that three of them bring."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arena.games import IllegalMove, Ranking
from arena.games.gangsta import State, turns
from arena.games.gangsta.events import (
    Displayed,
    GameOver,
    Lost,
    Snitched,
)
from arena.games.gangsta.moves import PASS, Discard, GiveUp, Recruit
from tests.games.gangsta.table import do, do_at_once, gang_of, legal, of_kind, shown, table

NOBODY_FOR_WAR = ["cartel 1", "cartel 2", "cartel 3", "cartel 4", "cartel 5", "triads 1", "triads 4"]
"""Seven gangsters without a Mercenary."""


# Snitches


def snitched(
    *gangs: Sequence[str],
    pile: Sequence[str],
    chapter: int = 2,
    dollars: Sequence[int] = (),
    bank: Sequence[int] = (),
    before: Sequence[str] = (),
    gaps: int = 1,
    active: int = 0,
) -> State:
    """The seat that is to act has passed and put a heist away: a pile with snitches fills the gaps."""
    state = table(
        *gangs,
        chapter=chapter,
        dollars=dollars,
        bank=bank,
        heist_pile=pile,
        snitches=before,
        active=active,
        step=turns.discard,
    )
    state.heists = state.heists[: 6 - gaps]
    do(state, Discard(state.heists[0].card))
    return state


def test_ruling_25_the_third_snitch_of_chapter_3_ends_the_game() -> None:
    """After it was resolved: those who could not pay have chosen, and the gap stays open."""
    state = snitched(
        ["cartel boss", "cartel 1", "cartel 2"],
        ["triads boss", "ghetto 5"],
        ["mafia boss", "ghetto 1", "mafia 2"],
        pile=["snitch 3c", "casino 3a"],
        chapter=3,
        dollars=[2, 0, 5],
        before=["snitch 3a", "snitch 3b"],
    )
    assert of_kind(shown(state), Snitched) == [Snitched("snitch 3c", (2, 0, 3))]
    assert of_kind(shown(state), GameOver) == []
    assert (state.stage, state.to_act()) == ("snitch", (0,))
    events = do(state, GiveUp("cartel 1"))
    assert events[0] == Lost(0, "cartel 1", "snitch")
    assert [over.reason for over in of_kind(events, GameOver)] == ["third snitch"]
    assert of_kind(events, Displayed) == []
    assert (state.to_act(), len(state.heists), state.dollars) == ((), 4, [0, 0, 2])
    # Gangsters alive: 1, 2, 2; the richest 2; two have three cards less the dead one: 2, 2, 3.
    assert state.outcome() == Ranking((3, 2, 1), (1, 2, 6))


def test_ruling_25_nobody_caught() -> None:
    """Then the game ends with the third snitch itself, in the middle of the refilling."""
    state = snitched(
        ["cartel boss"],
        ["triads boss"],
        pile=["snitch 3a", "casino 3a", "snitch 3b", "snitch 3e", "casino 3b"],
        chapter=3,
        gaps=3,
    )
    assert [event.card for event in shown(state) if isinstance(event, (Snitched, Displayed))] == [
        "snitch 3a",
        "casino 3a",
        "snitch 3b",
        "snitch 3e",
    ]
    assert isinstance(shown(state)[-1], GameOver)
    # 3, 3 and 4 Informants, of whom the second boss is one.
    assert state.dollars == [0, 3]


def test_ruling_25_the_second_snitch_ends_nothing() -> None:
    """The third counts over the chapter, whoever's turns they came in."""
    gangs = (["cartel boss"], ["triads boss"])
    state = snitched(*gangs, pile=["snitch 3b", "casino 3a"], chapter=3, before=["snitch 3a"])
    assert (len(state.snitches), state.active) == (2, 1)
    state.heist_pile = ("snitch 3d",)
    events = do(state, PASS, Discard(state.heists[0].card))
    assert [over.reason for over in of_kind(events, GameOver)] == ["third snitch"]


def test_ruling_25_chapter_2_has_no_limit() -> None:
    """All three of its snitches turn up and the game goes on."""
    state = snitched(
        ["cartel boss"],
        ["triads boss"],
        pile=["snitch 2c", "snitch 2b", "casino 2a"],
        before=["snitch 2a"],
        dollars=[9, 9],
    )
    assert len(state.snitches) == 3
    assert state.dollars == [2, 4]
    assert (state.active, len(state.heists)) == (1, 5)


def test_ruling_25_the_snitches_of_chapter_2_do_not_count_in_chapter_3() -> None:
    """After all three of chapter 2, the first two of chapter 3 end nothing."""
    state = table(
        ["ghetto boss", *NOBODY_FOR_WAR[:5]],
        ["triads boss"],
        chapter=2,
        reserve=["ghetto 1"],
        snitches=["snitch 2a", "snitch 2b", "snitch 2c"],
    )
    do(state, Recruit("ghetto 1"))
    assert (state.chapter, state.snitches, state.stage) == (3, (), "action")
    state.heist_pile = ("snitch 3a", "snitch 3b", "casino 3a")
    do(state, PASS)
    events = do(state, Discard(state.heists[0].card))
    assert (len(state.snitches), of_kind(events, GameOver)) == (2, [])


@pytest.mark.parametrize(
    ("members", "paid"),
    [
        (["cartel boss", "cartel 1"], 3),
        (["triads boss", "cartel 1"], 2),
        (["triads boss*", "ghetto 5*"], 0),  # 1 + 2, Activated
        (["cartel boss", "ghetto 1+I*", "mafia 1"], 1),
        (["triads boss", "ghetto 5", "mafia 1", "mafia 5"], 0),  # 5: more than asked for
    ],
)
def test_ruling_26_missing_informants_cost_a_dollar_each(members: list[str], paid: int) -> None:
    """All gangsters' count, Activated ones and lessons too; who can pay loses nobody."""
    state = snitched(members, ["bratva boss"], pile=["snitch 2b", "casino 2a"])
    assert of_kind(shown(state), Snitched) == [Snitched("snitch 2b", (paid, 3))]
    assert of_kind(shown(state), Lost) == []
    assert state.dollars == [10 - paid, 7]
    assert len(state.gangs[0]) == len(members)


@pytest.mark.parametrize("have", [0, 1, 2, 3])
def test_ruling_26_money_that_is_short(have: int) -> None:
    """All of it goes and one gangster of own choice with it; exactly enough is enough."""
    state = snitched(
        ["cartel boss", "cartel 1", "cartel 2"],
        ["bratva boss"],
        pile=["snitch 2b", "casino 2a"],
        dollars=[have, 9],
    )
    assert of_kind(shown(state), Snitched) == [Snitched("snitch 2b", (have, 3))]
    assert state.dollars[0] == 0
    if have < 3:
        assert (state.stage, legal(state)) == ("snitch", (GiveUp("cartel 1"), GiveUp("cartel 2")))
        do(state, GiveUp("cartel 2"))
        assert (gang_of(state, 0), state.dead) == (["cartel boss", "cartel 1"], ("cartel 2",))
    assert (state.stage, state.active, len(state.heists)) == ("action", 1, 5)


def test_ruling_26_a_boss_alone_loses_money_only() -> None:
    """All that it has."""
    state = snitched(["cartel boss"], ["bratva boss"], pile=["snitch 2c", "casino 2a"], dollars=[2, 9])
    assert state.dollars == [0, 5]
    assert gang_of(state, 0) == ["cartel boss"]
    assert state.active == 1


def test_ruling_26_banked_money_counts() -> None:
    """The loose money goes first."""
    state = snitched(
        ["cartel boss", "cartel 1", "cartel 2"],
        ["bratva boss"],
        pile=["snitch 2c", "casino 2a"],
        dollars=[1, 9],
        bank=[4, 0],
    )
    assert of_kind(shown(state), Snitched) == [Snitched("snitch 2c", (4, 4))]
    assert (state.dollars, state.bank, state.stage) == ([0, 5], [1, 0], "action")


def test_ruling_26_several_are_caught_at_once() -> None:
    """They choose unseen by each other; the cards go clockwise from the active player."""
    state = snitched(
        ["cartel boss", "cartel 1", "cartel 2"],
        ["mafia boss", "triads 1"],
        ["bratva boss", "bratva 1", "bratva 2"],
        ["triads boss", "ghetto 5"],
        pile=["snitch 2b", "casino 2a"],
        dollars=[0, 0, 2, 0],
        active=2,
    )
    # Seat 1 has one gangster to lose: it is asked as the others are.
    assert (state.stage, state.to_act()) == ("snitch", (0, 1, 2))
    assert [len(state.legal(seat)) for seat in range(4)] == [2, 1, 2, 0]
    assert of_kind(shown(state), Lost) == []
    with pytest.raises(IllegalMove):
        state.apply({0: GiveUp("cartel 2"), 2: GiveUp("bratva 1")})
    with pytest.raises(IllegalMove):
        state.apply({0: GiveUp("cartel 2"), 1: GiveUp("triads 1"), 2: GiveUp("bratva boss")})
    events = do_at_once(state, {0: GiveUp("cartel 2"), 1: GiveUp("triads 1"), 2: GiveUp("bratva 1")})
    assert of_kind(events, Lost) == [
        Lost(2, "bratva 1", "snitch"),
        Lost(0, "cartel 2", "snitch"),
        Lost(1, "triads 1", "snitch"),
    ]
    assert of_kind(events, Displayed) == [Displayed("casino 2a")]
    assert state.active == 3


def test_ruling_26_one_snitch_after_another() -> None:
    """Each is resolved before the next card: a lost Informant is missing at the second."""
    state = snitched(
        ["cartel boss", "mafia 1", "cartel 2"],
        ["triads boss", "ghetto 5", "mafia 5"],
        pile=["snitch 2a", "snitch 2b", "casino 2a"],
        dollars=[0, 4],
    )
    assert of_kind(shown(state), Snitched) == [Snitched("snitch 2a", (0, 0))]
    other = state.clone()
    events = do(state, GiveUp("mafia 1"))
    # Cartel 2 is the last one that can be lost, so it goes unasked.
    assert events[:3] == [
        Lost(0, "mafia 1", "snitch"),
        Snitched("snitch 2b", (0, 0)),
        Lost(0, "cartel 2", "snitch"),
    ]
    assert events[3] == Displayed("casino 2a")
    # With the Informant still there, two dollars are short, and there is none.
    events = do(other, GiveUp("cartel 2"))
    assert of_kind(events, Lost) == [Lost(0, "cartel 2", "snitch"), Lost(0, "mafia 1", "snitch")]


def test_ruling_27_a_snitch_takes_no_place() -> None:
    """In the middle of several gaps: five heists lie there at the end, the snitches are seen apart."""
    state = snitched(
        ["cartel boss"],
        ["triads boss"],
        pile=["casino 2a", "snitch 2a", "casino 2b", "snitch 2b", "casino 2c", "jewellery 2a"],
        gaps=3,
    )
    cards = [event.card for event in shown(state) if isinstance(event, (Snitched, Displayed))]
    assert cards == ["casino 2a", "snitch 2a", "casino 2b", "snitch 2b", "casino 2c"]
    assert [heist.card for heist in state.heists][-3:] == ["casino 2a", "casino 2b", "casino 2c"]
    assert (len(state.heists), state.heist_pile) == (5, ("jewellery 2a",))
    assert [snitch.card for snitch in state.view(1).snitches] == ["snitch 2a", "snitch 2b"]
    assert state.dollars == [5, 7]


def test_ruling_27_a_snitch_on_the_bottom() -> None:
    """Nothing follows it: of the heists that were put away a new pile is made."""
    state = snitched(["cartel boss"], ["triads boss"], pile=["snitch 2a"])
    assert (len(state.snitches), len(state.heists)) == (1, 5)
    assert state.discarded_heists == ()


def test_ruling_27_snitches_do_not_come_for_a_recruit() -> None:
    """Only a gap among the heists draws from their pile."""
    state = table(["cartel boss"], ["triads boss"], chapter=2, reserve=["cartel 1"], heist_pile=["snitch 2a"])
    assert of_kind(do(state, Recruit("cartel 1")), Snitched) == []
    assert state.heist_pile == ("snitch 2a",)
