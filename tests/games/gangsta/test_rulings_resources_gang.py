"""Rulings 36 and 37: private jet, black market, headquarters, secret society."""

from __future__ import annotations

import pytest

from arena.games.gangsta import Options, State, turns
from arena.games.gangsta.events import (
    ChapterBegan,
    ChapterEnded,
    Passed,
    Performed,
    Synchronised,
    Woke,
    WokeAll,
)
from arena.games.gangsta.moves import (
    DONE,
    PASS,
    PLAY_AGAIN,
    WAKE_ALL,
    Activate,
    GiveUp,
    Perform,
    Recruit,
    Wake,
)
from tests.games.gangsta.scenes import kinds_of, pass_on, perform_first
from tests.games.gangsta.table import do, legal, of_kind, table, written

RESOURCES = Options(resources=True)

# Ruling 36: private jet


def flight(owner: int, *, active: bool = True) -> State:
    """Seat 0 has performed casino 2b (LMH, shared) with its triads 2 and the mafia boss of seat 1; 2 was not there."""
    held = {owner: "private jet"}
    state = table(
        ["bratva boss*", "triads 2"],
        ["mafia boss", "cartel 1*"],
        ["ghetto boss*", "cartel 2*"],
        chapter=2,
        heists=["casino 2b"],
        active_resources=held if active else None,
        idle_resources=None if active else held,
        step=turns.act,
    )
    do(state, Perform("casino 2b"))
    while state.stage == "activate":
        do(state, Activate("triads 2") if Activate("triads 2") in legal(state) else Activate("mafia boss"))
    return state


@pytest.mark.parametrize(
    ("owner", "asleep", "woken"),
    [(0, ["bratva boss", "triads 2"], ["bratva boss*", "triads 2"]), (1, ["mafia boss", "cartel 1"], ["mafia boss*"])],
)
def test_ruling_36_whoever_took_part_wakes_one_of_its_own(owner: int, asleep: list[str], woken: list[str]) -> None:
    """As the one who performed it or, out of turn, as a helper: any one of the gang, sent or not; only one."""
    state = flight(owner)
    assert (state.stage, state.active, state.to_act()) == ("jet", 0, (owner,))
    assert list(legal(state)) == [*map(Wake, asleep), DONE]
    card = asleep[-1]
    shown = do(state, Wake(card))
    assert shown[0] == Woke(owner, card)
    assert state.stage != "jet"
    assert (state.dollars[0], state.dollars[1]) == (12, 12)
    if owner == 0:
        assert written(state.gangs[0]) == woken


def test_ruling_36_optional() -> None:
    """Ruling 36: the gang can stay as it is."""
    state = flight(0)
    assert not of_kind(do(state, DONE), Woke)
    assert written(state.gangs[0]) == ["bratva boss*", "triads 2*"]


def test_ruling_36_not_for_one_who_did_not_take_part() -> None:
    """Nor for one whose jet is not active."""
    assert flight(2).stage != "jet"
    assert flight(0, active=False).stage != "jet"


def test_ruling_36_not_for_a_heist_of_one_gang() -> None:
    """A cooperative one that seat 0 does alone, and one that cannot be shared."""
    for heist in ("casino 2b", "hack attack 2b"):
        state = table(
            ["mafia boss", "triads 2"],
            ["bratva boss", "bratva 6"],
            chapter=2,
            dollars=[0, 0],
            heists=[heist],
            active_resources={0: "private jet"},
            step=turns.act,
        )
        shown = do(state, Perform(heist))
        while state.stage == "activate":
            own = [move for move in legal(state) if move in (Activate("mafia boss"), Activate("triads 2"))]
            shown += do(state, own[0])
        assert of_kind(shown, Performed)
        assert state.stage != "jet"


def test_ruling_36_after_the_events_of_the_chapter() -> None:
    """Ruling 36: a snitch that comes for the heist is resolved first, with its loss; then the jet wakes somebody."""
    state = table(
        ["bratva boss*", "triads 2"],
        ["mafia boss", "cartel 1*", "ghetto 1"],
        chapter=2,
        dollars=[9, 0],
        heists=["casino 2b"],
        heist_pile=["snitch 2c", "casino 2a"],
        active_resources={1: "private jet"},
        step=turns.act,
    )
    do(state, Perform("casino 2b"))
    while state.stage == "activate":
        do(state, Activate("mafia boss") if Activate("mafia boss") in legal(state) else legal(state)[0])
    assert (state.stage, state.to_act()) == ("snitch", (1,))
    do(state, GiveUp("cartel 1"))
    assert (state.stage, list(legal(state))) == ("jet", [Wake("mafia boss"), DONE])


# Ruling 37: black market, headquarters, secret society


@pytest.mark.parametrize(
    ("members", "income"), [(["mafia boss"], 3), (["mafia boss*", "cartel 2", "triads 1+L", "cartel 1"], 5)]
)
def test_ruling_37_black_market_two_more_on_passing(members: list[str], income: int) -> None:
    """Beside 1 for each Leader; nothing extra before it is active."""
    state = table(members, ["bratva boss"], active_resources={0: "black market"}, step=turns.act)
    assert do(state, PASS)[0] == Passed(0, income)
    idle = table(members, ["bratva boss"], idle_resources={0: "black market"}, step=turns.act)
    assert do(idle, PASS)[0] == Passed(0, income - 2)


def test_ruling_37_headquarters_one_dollar_for_the_whole_gang() -> None:
    """All become Available; it is the end of the mobilisation."""
    members = ["mafia boss*", "mafia 1*", "cartel 1*", "ghetto 1"]
    state = table(members, ["bratva boss"], active_resources={0: "headquarters"})
    assert WAKE_ALL in legal(state)
    assert do(state, WAKE_ALL) == [WokeAll(0, 1)]
    assert (state.stage, state.dollars[0]) == ("action", 9)
    assert written(state.gangs[0]) == ["mafia boss", "mafia 1", "cartel 1", "ghetto 1"]


def test_ruling_37_headquarters_a_partial_mobilisation_costs_as_ever() -> None:
    """Two of three are a dollar each: some can be left Activated for a synchronisation to come."""
    members = ["mafia boss*", "mafia 1*", "cartel 1*", "ghetto 1"]
    state = table(members, ["bratva boss"], active_resources={0: "headquarters"})
    do(state, Wake("mafia 1"), Wake("cartel 1"), DONE)
    assert state.dollars[0] == 8
    assert written(state.gangs[0]) == ["mafia boss*", "mafia 1", "cartel 1", "ghetto 1"]


def test_ruling_37_headquarters_costs_its_dollar() -> None:
    """Not without one, not before it is active, and not in place of free orders, which are still free."""
    members = ["mafia boss", "mafia 1*", "cartel 1*"]
    broke = table(members, ["bratva boss"], dollars=[0, 0], active_resources={0: "headquarters"})
    assert list(legal(broke)) == [Wake("mafia 1"), Wake("cartel 1"), DONE]
    assert WAKE_ALL not in legal(table(members, ["bratva boss"], idle_resources={0: "headquarters"}))
    state = table(members, ["bratva boss"], active_resources={0: "headquarters"})
    do(state, Wake("mafia 1"))
    assert state.dollars[0] == 10
    do(state, WAKE_ALL)
    assert state.dollars[0] == 9


def test_ruling_37_secret_society_wakes_a_leader_at_the_end_of_the_own_turn() -> None:
    """One, free, learned Leaders too, others not; it can be left."""
    members = ["mafia boss*", "cartel 2*", "triads 1+L*", "cartel 1*", "ghetto 1"]
    state = table(members, ["bratva boss"], active_resources={0: "secret society"}, step=turns.act)
    do(state, PASS, DONE)
    assert (state.stage, state.to_act()) == ("society", (0,))
    assert list(legal(state)) == [Wake("mafia boss"), Wake("cartel 2"), Wake("triads 1"), DONE]
    left = state.clone()
    assert not of_kind(do(left, DONE), Woke)
    assert do(state, Wake("triads 1"))[0] == Woke(0, "triads 1")
    assert (state.active, state.dollars[0]) == (1, 12 + 1)
    assert written(state.gangs[0]) == ["mafia boss*", "cartel 2*", "triads 1+L", "cartel 1*", "ghetto 1"]


def test_ruling_37_secret_society_only_in_the_own_turn() -> None:
    """Nor without a Leader asleep, nor before it is active."""
    members = ["mafia boss*", "cartel 1"]
    state = table(members, ["bratva boss"], active_resources={0: "secret society"}, active=1)
    assert not of_kind(pass_on(state), Woke)
    assert state.active == 0
    awake = table(["mafia boss", "cartel 1*"], ["bratva boss"], active_resources={0: "secret society"}, step=turns.act)
    do(awake, PASS, DONE)
    assert awake.active == 1
    idle = table(members, ["bratva boss"], idle_resources={0: "secret society"}, step=turns.act)
    do(idle, PASS, DONE)
    assert idle.active == 1


def test_ruling_37_secret_society_at_the_end_of_each_turn() -> None:
    """That before an extra turn is one; a Leader woken then gives orders in the extra turn."""
    state = table(
        ["mafia boss", "triads 5", "bratva 1"],
        ["bratva boss"],
        chapter=2,
        heists=["supermarket 2b"],
        active_resources={0: "secret society"},
        step=turns.act,
    )
    perform_first(state, "supermarket 2b")
    assert (state.stage, state.extra) == ("society", False)
    shown = do(state, Wake("mafia boss"), PLAY_AGAIN)
    assert Synchronised(0) not in shown
    assert (state.stage, state.extra, state.left) == ("mobilise", True, 1)


def test_ruling_37_secret_society_after_the_events_of_the_chapter() -> None:
    """The turn that ended a chapter has an end, too."""
    state = table(
        ["mafia boss*", "cartel 1", "ghetto 1"],
        ["bratva boss"],
        active_resources={0: "secret society"},
        reserve=["triads 1"],
        step=turns.act,
    )
    shown = do(state, Recruit("triads 1"))
    assert kinds_of(shown, ChapterEnded, ChapterBegan) == [ChapterEnded, ChapterBegan]
    assert (state.stage, list(legal(state))) == ("society", [Wake("mafia boss"), DONE])
