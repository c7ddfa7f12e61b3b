"""Rulings 1 to 5, 40 and 41: set-up, mobilisation, recruiting, what no source says; the rulebook's examples."""

from __future__ import annotations

import pytest

from arena.games import Deal
from arena.games.gangsta import Options, chapters, new, turns
from arena.games.gangsta.deck import CARDS, chapter_cards
from arena.games.gangsta.events import (
    Diverted,
    GameOver,
    Lost,
    Performed,
    Recruited,
    Snitched,
    Synchronised,
    TurnBegan,
    Woke,
)
from arena.games.gangsta.moves import (
    DONE,
    PASS,
    Activate,
    Assassinate,
    Discard,
    Divert,
    GiveUp,
    Perform,
    Recruit,
    Wake,
)
from tests.games.gangsta.scenes import perform, playing_again
from tests.games.gangsta.table import displayed, do, gang_of, legal, moves_of, of_kind, shown, table

CHAPTER_1 = chapter_cards(1, False)


# Set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_1_set_up(seats: int) -> None:
    """A boss each, Available, with its dollars; five heists of chapter 1 and five gangsters; no snitch in the pile."""
    state = new(Options(), seats, Deal("set-up"))
    assert len({row[0].card for row in state.gangs}) == seats
    for dollars, members in zip(state.dollars, state.gangs, strict=True):
        (boss,) = members
        assert boss.available
        assert dollars == CARDS.bosses[boss.card].dollars
    assert sorted([*(one.card for one in state.heists), *state.heist_pile]) == sorted(CHAPTER_1)
    assert sorted([*(one.card for one in state.reserve), *state.gangster_pile]) == sorted(CARDS.gangsters)
    assert (len(state.heists), len(state.reserve)) == (5, 5)
    # With the boss Available, there is nobody to wake.
    assert (state.stage, state.to_act()) == ("action", (0,))


def test_ruling_1_first_player() -> None:
    """The seat of the option; without one the deal draws it, and each seat can be drawn."""
    assert [new(Options(first=seat), 4, Deal("a")).to_act() for seat in range(4)] == [(0,), (1,), (2,), (3,)]
    drawn = [new(Options(first=None), 3, Deal(str(i))).to_act() for i in range(40)]
    assert set(drawn) == {(0,), (1,), (2,)}
    assert drawn == [new(Options(first=None), 3, Deal(str(i))).to_act() for i in range(40)]


def test_ruling_1_clockwise() -> None:
    """After the first player the seats follow in order, round the table."""
    state = new(Options(first=2), 4, Deal("a"))
    acting: list[int] = []
    for _ in range(6):
        acting += state.to_act()
        do(state, PASS, DONE)
    assert acting == [2, 3, 0, 1, 2, 3]


def test_ruling_2_the_bank_is_unlimited() -> None:
    """More than the 80 dollars of paper can be in play."""
    state = table(["ghetto boss"], ["mafia boss"], dollars=[60, 40], heists=["casino 1b"])
    do(state, PASS, DONE)
    assert state.dollars == [61, 40]
    do(state, PASS, DONE)
    assert state.dollars == [61, 41]


# Mobilisation

LEADERS_AND_TWO = ["bratva boss", "cartel 2", "cartel 1*", "ghetto 1*"]


def test_example_situation_1() -> None:
    """Two Leaders are Available: two others can be woken free."""
    state = table(LEADERS_AND_TWO, ["mafia boss"], dollars=[0, 0])
    assert (state.stage, state.left) == ("mobilise", 2)
    assert legal(state) == (Wake("cartel 1"), Wake("ghetto 1"), DONE)
    events = do(state, Wake("ghetto 1"), Wake("cartel 1"))
    assert of_kind(events, Woke) == [Woke(0, "ghetto 1"), Woke(0, "cartel 1")]
    assert gang_of(state) == ["bratva boss", "cartel 2", "cartel 1", "ghetto 1"]
    assert (state.dollars, state.stage) == ([0, 0], "action")


def test_example_situation_2() -> None:
    """One Leader is Available: the boss wakes free, though it is a Leader, and the last one costs 1 dollar."""
    state = table(["bratva boss*", "cartel 2", "cartel 1*"], ["mafia boss"], dollars=[3, 0])
    assert state.left == 1
    events = do(state, Wake("bratva boss"), Wake("cartel 1"))
    assert of_kind(events, Woke) == [Woke(0, "bratva boss"), Woke(0, "cartel 1", 1)]
    assert (state.dollars[0], state.stage) == (2, "action")


def test_example_situation_3() -> None:
    """No Leader is Available: 2 dollars are enough for the two Leaders, and then for nobody more."""
    state = table(["bratva boss*", "cartel 2*", "cartel 1", "ghetto 1*"], ["mafia boss"], dollars=[2, 0])
    assert state.left == 0
    events = do(state, Wake("bratva boss"), Wake("cartel 2"))
    assert of_kind(events, Woke) == [Woke(0, "bratva boss", 1), Woke(0, "cartel 2", 1)]
    assert gang_of(state) == ["bratva boss", "cartel 2", "cartel 1", "ghetto 1*"]
    assert (state.dollars[0], state.stage) == (0, "action")


def test_example_situation_4() -> None:
    """All are Activated: synchronisation, the whole gang is Available, free and unasked."""
    state = table(["bratva boss*", "cartel 2*", "cartel 1*", "ghetto 1*"], ["mafia boss"], dollars=[5, 0])
    assert Synchronised(0) in shown(state)
    assert gang_of(state) == ["bratva boss", "cartel 2", "cartel 1", "ghetto 1"]
    assert (state.dollars[0], state.stage) == (5, "action")


def test_ruling_3_any_number_may_be_none() -> None:
    """What Leaders could still wake is lost, and nothing is paid."""
    state = table(LEADERS_AND_TWO, ["mafia boss"])
    do(state, DONE)
    assert gang_of(state) == LEADERS_AND_TWO
    assert (state.dollars[0], state.left, state.stage) == (10, 0, "action")


def test_ruling_3_learned_leaders_wake_too() -> None:
    """One free for the boss, one for the lesson."""
    state = table(["bratva boss", "ghetto 1+L", "cartel 1*", "triads 1*", "mafia 1*"], ["mafia boss"])
    assert state.left == 2
    do(state, Wake("cartel 1"), Wake("triads 1"))
    assert state.dollars[0] == 10
    do(state, Wake("mafia 1"))
    assert state.dollars[0] == 9


def test_ruling_3_activated_leaders_wake_nobody() -> None:
    """A learned Leader that is Activated is as busy as any."""
    state = table(["bratva boss*", "ghetto 1+L*", "cartel 1"], ["mafia boss"], dollars=[0, 0])
    # No Leader, no dollar: nobody to wake, and with a Sniper alone nothing to do but to pass.
    assert (state.stage, gang_of(state)) == ("discard", ["bratva boss*", "ghetto 1+L*", "cartel 1"])


def test_ruling_3_a_woken_leader_adds_nothing() -> None:
    """Its wake-up was the only free one."""
    state = table(["bratva boss", "cartel 2*", "cartel 1*"], ["mafia boss"], dollars=[0, 0])
    do(state, Wake("cartel 2"))
    assert (state.stage, gang_of(state)) == ("action", ["bratva boss", "cartel 2", "cartel 1*"])


def test_ruling_3_only_the_own_gang_only_the_activated() -> None:
    """Opponents' gangsters cannot be woken."""
    state = table(["bratva boss", "cartel 1*"], ["mafia boss*", "cartel 2*"])
    assert legal(state) == (Wake("cartel 1"), DONE)


def test_ruling_4_one_available_gangster_prevents_synchronisation() -> None:
    """Even one of no use."""
    state = table(["bratva boss*", "cartel 2*", "cartel 1"], ["mafia boss"])
    assert of_kind(shown(state), Synchronised) == []
    assert state.stage == "mobilise"


def test_ruling_4_a_boss_alone() -> None:
    """Is a whole gang."""
    state = table(["bratva boss*"], ["mafia boss"], dollars=[0, 0])
    assert Synchronised(0) in shown(state)
    assert gang_of(state) == ["bratva boss"]


def test_ruling_4_synchronisation_made_by_a_diversion() -> None:
    """The opponent's last two Available gangsters are diverted: it gains the whole gang."""
    state = table(
        ["ghetto boss*", "triads 3", "ghetto 1"],
        ["mafia boss", "mafia 1", "cartel 1*"],
        chapter=2,
        heists=["jewellery 2b"],
        step=turns.act,
    )
    do(state, Perform("jewellery 2b"), Activate("triads 3"))
    events = do(state, Divert("mafia boss"), Divert("mafia 1"))
    assert of_kind(events, Diverted) == [Diverted(0, 1, "mafia boss"), Diverted(0, 1, "mafia 1")]
    assert Synchronised(1) in events
    assert (state.active, state.dollars[1], gang_of(state, 1)) == (1, 10, ["mafia boss", "mafia 1", "cartel 1"])


def test_ruling_4_synchronisation_made_by_cooperation() -> None:
    """A heist of another that takes the last Available gangster."""
    state = table(
        ["mafia boss", "cartel 1"],
        ["ghetto boss*", "ghetto 2"],
        chapter=2,
        heists=["casino 2b"],
        step=turns.act,
    )
    # Leader and Hacker of the own boss, Mercenary of the other gang; all forced but for the announcement.
    events = do(state, Perform("casino 2b"))
    assert Performed(0, "casino 2b", 0, 2, (0, 1)) in events
    assert Synchronised(1) in events
    assert gang_of(state, 1) == ["ghetto boss", "ghetto 2"]


# Recruiting


def test_ruling_5_recruit() -> None:
    """The price goes to the bank, the gangster comes Available, the top of the pile takes its place."""
    state = table(["bratva boss"], ["mafia boss"], dollars=[6, 6], reserve=["ghetto 5"], gangster_pile=["triads 1"])
    events = do(state, Recruit("ghetto 5"))
    assert of_kind(events, Recruited) == [Recruited(0, "ghetto 5", 6)]
    assert displayed(events) == ["triads 1"]
    assert gang_of(state) == ["bratva boss", "ghetto 5"]
    assert (state.dollars, state.gangster_pile) == ([0, 6], ())
    assert [one.card for one in state.reserve][-1] == "triads 1"
    assert len(state.reserve) == 5


def test_ruling_5_the_price_must_be_there() -> None:
    """Exactly it is enough; a dollar less is not."""
    reserve = ["cartel 1", "cartel 2", "ghetto 3", "cartel 4", "ghetto 5"]  # 2, 3, 4, 5 and 6 dollars
    for dollars in range(8):
        state = table(["bratva boss"], ["mafia boss"], dollars=[dollars, 0], reserve=reserve)
        affordable = [card for card in reserve if CARDS.gangsters[card].cost <= dollars]
        # With nobody to pay and nothing to perform the pass is made unasked.
        assert state.stage == ("action" if affordable else "discard")
        assert moves_of(state, Recruit) == [Recruit(card) for card in affordable]


def test_ruling_5_gangsters_are_refilled_before_heists() -> None:
    """After a fast recruitment there is a gap in both; the heist's turn comes last."""
    state = table(
        ["mafia boss*", "mafia 3"],
        ["bratva boss"],
        heists=["inmate transfer 1b"],
        reserve=["cartel 1"],
        gangster_pile=["triads 1"],
        heist_pile=["casino 1a"],
        step=turns.act,
    )
    events = do(state, Perform("inmate transfer 1b"), Recruit("cartel 1"))
    assert displayed(events) == ["triads 1", "casino 1a"]


@pytest.mark.parametrize(("chapter", "size"), [(1, 3), (2, 6)])
def test_ruling_5_the_reserve_is_refilled_when_a_chapter_has_ended_too(chapter: int, size: int) -> None:
    """The recruit that ends a chapter is replaced like any: the rulebook says at once, and only heists change."""
    own = ["bratva boss", "triads 3", "triads 2", "ghetto 2", "ghetto 7", "mafia 4"][:size]
    state = table(own, ["mafia boss"], chapter=chapter, reserve=["cartel 1"], gangster_pile=["triads 1"])
    events = do(state, Recruit("cartel 1"))
    assert (state.chapter, state.active) == (chapter + 1, 1)
    assert displayed(events) == ["triads 1"]
    assert len(state.reserve) == 5


def test_ruling_5_the_reserve_is_refilled_after_a_fast_recruitment_that_ends_a_chapter() -> None:
    """Only the gap of the heist goes with the chapter."""
    state = table(
        ["mafia boss*", "mafia 3", "triads 2"],
        ["bratva boss"],
        heists=["inmate transfer 1b"],
        reserve=["cartel 1"],
        gangster_pile=["triads 1"],
        step=turns.act,
    )
    events = do(state, Perform("inmate transfer 1b"), Recruit("cartel 1"))
    assert (state.chapter, displayed(events)) == (2, ["triads 1"])


# Not in any source


def test_ruling_40_turn_limit() -> None:
    """After so many turns of all seats the game is scored as if it had ended; extra turns count."""
    state = table(["bratva boss", "cartel 1"], ["mafia boss"], options=Options(turn_limit=11), step=turns.act)
    events = do(state, PASS, DONE)
    assert of_kind(events, GameOver) == []
    events = do(state, PASS, DONE)
    (over,) = of_kind(events, GameOver)
    assert over.reason == "turn limit"
    # 1 for the gangster, 2 for the larger gang; both have 11 dollars.
    ranking = state.outcome()
    assert ranking is not None
    assert (ranking.places, ranking.scores) == ((1, 2), (4.0, 1.0))
    assert (state.to_act(), state.stage) == ((), "over")


def test_ruling_40_extra_turns_count_to_the_limit() -> None:
    """One that would begin after the last turn is not played."""
    state = playing_again(options=Options(turn_limit=10))
    events = perform(state, "drug dealer 2b", "bratva boss", "cartel 1")
    assert [over.reason for over in of_kind(events, GameOver)] == ["turn limit"]
    assert of_kind(events, TurnBegan) == []


def test_ruling_40_another_end_in_the_last_turn_keeps_its_reason() -> None:
    """The ninth gangster in it ends the game first."""
    own = ["bratva boss", *(f"triads {i}" for i in range(1, 8))]
    state = table(own, ["mafia boss"], chapter=3, reserve=["cartel 1"], options=Options(turn_limit=10))
    events = do(state, Recruit("cartel 1"))
    assert [over.reason for over in of_kind(events, GameOver)] == ["gang of nine"]


def test_ruling_41_no_assassin_hits_a_boss() -> None:
    """Though each has two skills: with only such opponents the reward is void, and no opponent need be named."""
    state = table(
        ["cartel boss", "cartel 1", "cartel 3"],
        ["mafia boss", "cartel 2"],
        ["triads boss"],
        chapter=3,
        heists=["rival gangs 3c"],
        step=turns.act,
    )
    events = perform(state, "rival gangs 3c", "cartel 1", "cartel 3")
    assert of_kind(events, Lost) == []
    assert (state.stage, state.active) != ("assassinate", 0)
    assert [len(members) for members in state.gangs] == [3, 2, 1]


def test_ruling_41_the_boss_is_no_choice_of_the_victim() -> None:
    """Of an opponent who is hit: only the gangsters with two skills."""
    state = table(
        ["cartel boss*", "cartel 1", "cartel 3"],
        ["mafia boss", "bratva 1", "bratva 2", "cartel 2"],
        ["triads boss", "bratva 3"],
        chapter=3,
        heists=["rival gangs 3c"],
        step=turns.act,
    )
    perform(state, "rival gangs 3c", "cartel 1", "cartel 3")
    assert legal(state) == (Assassinate(1), Assassinate(2))
    do(state, Assassinate(1))
    assert (state.stage, state.to_act(), legal(state)) == ("victim", (1,), (GiveUp("bratva 1"), GiveUp("bratva 2")))


def test_ruling_41_a_gang_is_never_empty() -> None:
    """A boss alone loses nobody to the gang war, nor to a snitch without money."""
    war = table(["ghetto boss"], ["cartel boss"], chapter=2, step=chapters.end_chapter)
    snitch = table(
        ["bratva boss"],
        ["cartel boss"],
        chapter=2,
        dollars=[0, 0],
        heists=["casino 2a"],
        heist_pile=["snitch 2c", "casino 2b"],
        step=turns.discard,
    )
    assert of_kind(do(snitch, Discard("casino 2a")), Snitched) == [Snitched("snitch 2c", (0, 0))]
    assert war.chapter == 3
    assert [gang_of(war, seat) for seat in range(2)] == [["ghetto boss"], ["cartel boss"]]
    assert [gang_of(snitch, seat) for seat in range(2)] == [["bratva boss"], ["cartel boss"]]
