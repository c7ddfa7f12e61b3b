"""Rulings 30, 31, 35 and 38: bank, police station, counterfeit printing, media."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arena.games.gangsta import State, scoring, turns
from arena.games.gangsta.deck import CARDS
from arena.games.gangsta.events import (
    ChapterEnded,
    GangWar,
    Lost,
    Printed,
    Recruited,
    ResourceActivated,
    Snitched,
    TurnBegan,
    Woke,
)
from arena.games.gangsta.moves import (
    DONE,
    PASS,
    PLAY_AGAIN,
    Activate,
    Discard,
    GiveUp,
    Perform,
    Recruit,
    Rob,
    Wake,
)
from tests.games.gangsta.scenes import kinds_of, pass_on, perform_first
from tests.games.gangsta.table import do, legal, of_kind, table, written

# Ruling 30: bank


@pytest.mark.parametrize(("dollars", "bank", "loose"), [(3, 4, 0), (9, 10, 0), (10, 10, 1), (13, 10, 4)])
def test_ruling_30_bank_takes_up_to_ten_at_the_end_of_the_own_turn(dollars: int, bank: int, loose: int) -> None:
    """After the income of this turn, here 1 dollar for passing; the opponent's money stays where it is."""
    state = table(["mafia boss"], ["bratva boss"], dollars=[dollars, 20], active_resources={0: "bank"})
    pass_on(state)
    assert (state.bank, state.dollars) == ([bank, 0], [loose, 20])
    pass_on(state)
    assert (state.bank[1], state.dollars[1]) == (0, 21)


def test_ruling_30_bank_gives_all_back_in_the_own_turn() -> None:
    """What lies there can be spent: 10 in the bank buy a gangster for 8."""
    state = table(
        ["mafia boss"],
        ["bratva boss"],
        dollars=[0, 0],
        bank=[10, 0],
        reserve=["bratva 7"],
        active_resources={0: "bank"},
    )
    assert (state.bank[0], state.dollars[0]) == (0, 10)
    do(state, Recruit("bratva 7"))
    assert (state.bank[0], state.dollars[0]) == (2, 0)


def test_ruling_30_bank_pays_for_the_mobilisation() -> None:
    """The own turn has begun."""
    state = table(
        ["mafia boss*", "ghetto 1"], ["bratva boss"], dollars=[0, 0], bank=[1, 0], active_resources={0: "bank"}
    )
    assert Wake("mafia boss") in legal(state)


def test_ruling_30_bank_is_safe_from_theft() -> None:
    """A thief gets what lies outside; if that is nothing, there is nobody to rob."""
    for loose, loot in ((2, 2), (0, 0)):
        state = table(
            ["bratva boss"],
            ["ghetto boss", "mafia 3", "cartel 2"],
            chapter=2,
            dollars=[loose, 5],
            bank=[10, 0],
            heists=["hack attack 2b"],
            active_resources={0: "bank"},
            active=1,
            step=turns.act,
        )
        perform_first(state, "hack attack 2b")
        if loot:
            do(state, Rob(0))
        # In the next turn, its own, seat 0 has all of it.
        assert (state.active, state.dollars) == (0, [10, 5 + loot])


def test_ruling_30_income_in_others_turns_can_be_stolen() -> None:
    """The share of a heist that another performed is not in the bank until the end of the own turn."""
    state = table(
        ["mafia boss"],
        ["cartel boss", "triads 2"],
        ["ghetto boss", "mafia 3"],
        chapter=2,
        dollars=[0, 0, 0],
        bank=[10, 0, 0],
        heists=["casino 2b", "hack attack 2b"],
        active_resources={0: "bank"},
        active=1,
    )
    do(state, Perform("casino 2b"), Activate("triads 2"), Activate("mafia boss"))
    assert (state.dollars[0], state.bank[0]) == (2, 10)
    assert state.active == 2
    perform_first(state, "hack attack 2b")
    do(state, Rob(0))
    assert (state.active, state.dollars[:1], state.dollars[2]) == (0, [10], 2)


def test_ruling_30_opportunity_income_is_outside_too() -> None:
    """Chapter 1 ends in another's turn."""
    state = table(
        ["mafia boss"],
        ["ghetto boss", "bratva 1", "bratva 2"],
        ["bratva boss"],
        dollars=[0, 9, 9],
        bank=[10, 0, 0],
        reserve=["bratva 3"],
        active_resources={0: "bank"},
        active=1,
    )
    do(state, Recruit("bratva 3"))
    assert (state.dollars[0], state.bank[0]) == (6, 10)


def test_ruling_30_bank_is_closed_until_active() -> None:
    """An idle one keeps nothing; one that is activated in this turn keeps at its end."""
    state = table(["mafia boss"], ["bratva boss"], idle_resources={0: "bank"}, reserve=["triads 1"])
    passing = state.clone()
    pass_on(passing)
    assert passing.bank[0] == 0
    do(state, Recruit("triads 1"))
    assert (state.bank[0], state.dollars[0]) == (8, 0)


def test_ruling_30_bank_in_an_extra_turn() -> None:
    """It is a turn of one's own: the money is there again."""
    state = table(
        ["mafia boss", "triads 5", "bratva 1"],
        ["bratva boss"],
        chapter=2,
        dollars=[5, 9],
        heists=["supermarket 2b"],
        active_resources={0: "bank"},
        step=turns.act,
    )
    perform_first(state, "supermarket 2b")
    do(state, PLAY_AGAIN)
    assert (state.active, state.extra, state.dollars[0], state.bank[0]) == (0, True, 8, 0)


def test_ruling_30_snitches_are_paid_from_loose_money_first() -> None:
    """4 Informants are missing: 1 dollar outside, 3 from the bank; nobody is lost."""
    state = table(
        ["mafia boss", "ghetto 1"],
        ["bratva boss"],
        ["bratva boss"],
        chapter=2,
        dollars=[1, 9, 9],
        bank=[10, 0, 0],
        heists=["jewellery 2a"],
        heist_pile=["snitch 2c", "casino 2a"],
        active_resources={0: "bank"},
        active=1,
    )
    shown = do(state, PASS, Discard("jewellery 2a"))
    assert of_kind(shown, Snitched) == [Snitched("snitch 2c", (4, 4, 4))]
    assert not of_kind(shown, Lost)
    assert (state.active, state.dollars[0], state.bank[0]) == (2, 0, 7)


def test_ruling_30_bank_takes_what_a_heist_brought() -> None:
    """The turn ends after its rewards: 4 dollars for hack attack 1a."""
    state = table(
        ["mafia boss"], ["bratva boss"], dollars=[3, 9], heists=["hack attack 1a"], active_resources={0: "bank"}
    )
    perform_first(state, "hack attack 1a")
    assert (state.active, state.dollars[0], state.bank[0]) == (1, 0, 7)


def test_ruling_30_banked_money_counts_for_the_bonus() -> None:
    """6 loose and 4 in the bank tie with 10; one more is most."""
    for bank, money in ((4, [1, 1]), (5, [2, 0])):
        state = table(["mafia boss"], ["bratva boss"], active_resources={0: "bank"}, active=1)
        state.dollars, state.bank = [6, 10], [bank, 0]
        assert [score.money for score in scoring.count(state)] == money


# Ruling 31: police station


def snitched(members: Sequence[str], dollars: int, *, active: bool = True) -> tuple[State, Snitched]:
    """A snitch that wants 4 Informants turns up against this gang with a police station."""
    held = {0: "police station"}
    state = table(
        members,
        ["bratva boss"],
        chapter=2,
        dollars=[dollars, 10],
        heists=["jewellery 2a"],
        heist_pile=["snitch 2c", "casino 2a"],
        active_resources=held if active else None,
        idle_resources=None if active else held,
        active=1,
    )
    (event,) = of_kind(do(state, PASS, Discard("jewellery 2a")), Snitched)
    return state, event


@pytest.mark.parametrize(
    ("members", "dollars", "paid"),
    [
        (["mafia boss", "cartel 1", "ghetto 1"], 9, 1),
        (["mafia boss", "cartel 1", "ghetto 1"], 1, 1),
        (["mafia boss", "ghetto 5", "mafia 1"], 9, 1),
        (["mafia boss", "ghetto 5", "mafia 1", "mafia 5"], 9, 0),
        (["mafia boss"], 0, 0),
    ],
)
def test_ruling_31_a_snitch_costs_at_most_one(members: list[str], dollars: int, paid: int) -> None:
    """However many are missing, none if none is; others pay what they owe, and nobody is lost."""
    state, event = snitched(members, dollars)
    assert event.paid == (paid, 4)
    assert state.stage != "snitch"
    assert written(state.gangs[0]) == members


def test_ruling_31_without_that_dollar_a_gangster_is_lost() -> None:
    """One of own choice, not the boss."""
    state, event = snitched(["mafia boss", "cartel 1", "ghetto 1"], 0)
    assert event.paid == (0, 4)
    assert (state.stage, state.to_act()) == ("snitch", (0,))
    assert list(legal(state)) == [GiveUp("cartel 1"), GiveUp("ghetto 1")]


def test_ruling_31_not_before_it_is_active() -> None:
    """3 of the 4 dollars are there: all are taken, and a gangster too."""
    state, event = snitched(["mafia boss", "cartel 1", "ghetto 1"], 3, active=False)
    assert event.paid == (3, 4)
    assert state.to_act() == (0,)


# Ruling 35: counterfeit printing


def printing(*, chapter: int, active: bool = True, dollars: int = 0) -> State:
    """The turn of seat 0, which has two of three gangsters Activated and no Leader awake."""
    held = {0: "counterfeit printing"}
    return table(
        ["mafia boss*", "mafia 1*", "ghetto 1"],
        ["bratva boss"],
        chapter=chapter,
        dollars=[dollars, 10],
        active_resources=held if active else None,
        idle_resources=None if active else held,
    )


@pytest.mark.parametrize("chapter", [1, 2])
def test_ruling_35_a_dollar_as_each_own_turn_starts_before_mobilisation(chapter: int) -> None:
    """It can pay for a wake-up. Nothing in the opponent's turn."""
    state = printing(chapter=chapter)
    shown = [event.shown for event in state.events]
    assert kinds_of(shown, TurnBegan, Printed) == [TurnBegan, Printed]
    assert (state.stage, state.dollars[0]) == ("mobilise", 1)
    assert do(state, Wake("mafia 1"))[0] == Woke(0, "mafia 1", 1)
    while state.active == 0:  # nothing is left to pay with: it passes
        assert not of_kind(do(state, DONE), Printed)
    assert Printed(0) in pass_on(state)


def test_ruling_35_in_extra_turns_too() -> None:
    """They are own turns."""
    state = table(
        ["mafia boss", "triads 5", "bratva 1"],
        ["bratva boss"],
        chapter=2,
        heists=["supermarket 2b"],
        active_resources={0: "counterfeit printing"},
        step=turns.act,
    )
    shown = perform_first(state, "supermarket 2b") + do(state, PLAY_AGAIN)
    assert kinds_of(shown, TurnBegan, Printed) == [TurnBegan, Printed]
    assert state.dollars[0] == 10 + 3 + 1


def test_ruling_35_stops_for_good_at_the_gang_war_and_keeps_its_influence() -> None:
    """In chapter 3 it prints nothing, and still counts 3."""
    state = printing(chapter=3, dollars=5)
    assert not [event for event in state.events if isinstance(event.shown, Printed)]
    assert state.dollars[0] == 5
    assert scoring.count(state)[0].resource == 3


@pytest.mark.parametrize(("chapter", "influence"), [(2, 3), (3, 0)])
def test_ruling_35_not_activated_by_then_worthless(chapter: int, influence: int) -> None:
    """The same recruit, with which the gang shows M B B, activates it in chapter 2 and no more in chapter 3."""
    state = table(
        ["cartel boss", "ghetto 1"],
        ["bratva boss"],
        chapter=chapter,
        idle_resources={0: "counterfeit printing"},
        reserve=["triads 2"],
    )
    assert bool(of_kind(do(state, Recruit("triads 2")), ResourceActivated)) is (chapter == 2)
    assert scoring.count(state)[0].resource == influence


def test_ruling_35_activated_by_the_recruit_that_ends_chapter_2() -> None:
    """The gang shows the skills before the war begins."""
    state = table(
        ["cartel boss", "ghetto 1", "cartel 1", "cartel 2", "mafia 1", "triads 1"],
        ["bratva boss"],
        chapter=2,
        idle_resources={0: "counterfeit printing"},
        reserve=["triads 2"],
    )
    shown = do(state, Recruit("triads 2"))
    assert kinds_of(shown, Recruited, ResourceActivated, ChapterEnded, GangWar) == [
        Recruited,
        ResourceActivated,
        ChapterEnded,
        GangWar,
    ]
    assert scoring.count(state)[0].resource == 3


# Ruling 38: media


@pytest.mark.parametrize(("with_influence", "others", "influence"), [(0, 3, 0), (4, 2, 4), (7, 0, 7), (9, 4, 7)])
def test_ruling_38_media_counts_stored_heists_with_influence_at_most_seven(
    with_influence: int, others: int, influence: int
) -> None:
    """One each, whatever they are worth; none for those without. An idle one counts nothing."""
    worth = [heist.card for heist in CARDS.heists.values() if heist.influence]
    worthless = [heist.card for heist in CARDS.heists.values() if not heist.influence]
    stored = (*worth[:with_influence], *worthless[:others])
    gangs = (["mafia boss"], ["bratva boss"])
    for state, expected in (
        (table(*gangs, active_resources={0: "media"}), influence),
        (table(*gangs, idle_resources={0: "media"}), 0),
    ):
        state.performed[0] = stored
        assert [score.resource for score in scoring.count(state)] == [expected, 0]
        # A bot needs no table of the cards: what media would bring now is in the view.
        seen = state.view(1).players[0].resource
        assert seen is not None
        assert seen.influence == influence


def test_ruling_38_media_counts_those_before_it_was_active() -> None:
    """Two are stored when it becomes active."""
    state = table(
        ["mafia boss", "cartel 1", "ghetto 1", "triads 2", "triads 1", "bratva 1"],
        ["bratva boss"],
        chapter=3,
        idle_resources={0: "media"},
        reserve=["cartel 4"],
        step=turns.act,
    )
    state.performed[0] = ("armoured van 1b", "casino 1a", "casino 1b")
    assert scoring.count(state)[0].resource == 0
    assert of_kind(do(state, Recruit("cartel 4")), ResourceActivated)
    assert scoring.count(state)[0].resource == 2
