"""Rulings 1 to 7, 13, 40 and 41: set-up, mobilisation, recruiting, passing, piles, turns; the rulebook's examples."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec import Struct

from arena.games import Deal
from arena.games.gangsta import GAME, AnyMove, Options, State, chapters, turns
from arena.games.gangsta.deck import CARDS, chapter_cards
from arena.games.gangsta.events import (
    Discarded,
    Displayed,
    Diverted,
    GameOver,
    Lost,
    Passed,
    Performed,
    Recruited,
    Reshuffled,
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
from tests.games.gangsta.table import do, legal, of_kind, table, written

CHAPTER_1 = chapter_cards(1, False)


def shown(state: State) -> list[Struct]:
    """What everybody saw in the last step."""
    return [event.shown for event in state.events]


def moves(state: State, kind: type[Struct]) -> list[AnyMove]:
    """The legal moves of a kind."""
    return [move for move in legal(state) if isinstance(move, kind)]


def gang(state: State, seat: int = 0) -> list[str]:
    """A gang in the notation of `table`."""
    return written(state.gangs[seat])


def displayed(events: Sequence[Struct]) -> list[str]:
    """The cards that came, in order."""
    return [event.card for event in of_kind(events, Displayed)]


# Set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_1_set_up(seats: int) -> None:
    """A boss each, Available, with its dollars; five heists of chapter 1 and five gangsters; no snitch in the pile."""
    state = GAME.new(Options(), seats, Deal("set-up"))
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
    assert [GAME.new(Options(first=seat), 4, Deal("a")).to_act() for seat in range(4)] == [(0,), (1,), (2,), (3,)]
    drawn = [GAME.new(Options(first=None), 3, Deal(str(i))).to_act() for i in range(40)]
    assert set(drawn) == {(0,), (1,), (2,)}
    assert drawn == [GAME.new(Options(first=None), 3, Deal(str(i))).to_act() for i in range(40)]


def test_ruling_1_clockwise() -> None:
    """After the first player the seats follow in order, round the table."""
    state = GAME.new(Options(first=2), 4, Deal("a"))
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
    assert gang(state) == ["bratva boss", "cartel 2", "cartel 1", "ghetto 1"]
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
    assert gang(state) == ["bratva boss", "cartel 2", "cartel 1", "ghetto 1*"]
    assert (state.dollars[0], state.stage) == (0, "action")


def test_example_situation_4() -> None:
    """All are Activated: synchronisation, the whole gang is Available, free and unasked."""
    state = table(["bratva boss*", "cartel 2*", "cartel 1*", "ghetto 1*"], ["mafia boss"], dollars=[5, 0])
    assert Synchronised(0) in shown(state)
    assert gang(state) == ["bratva boss", "cartel 2", "cartel 1", "ghetto 1"]
    assert (state.dollars[0], state.stage) == (5, "action")


def test_ruling_3_any_number_may_be_none() -> None:
    """What Leaders could still wake is lost, and nothing is paid."""
    state = table(LEADERS_AND_TWO, ["mafia boss"])
    do(state, DONE)
    assert gang(state) == LEADERS_AND_TWO
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
    assert (state.stage, gang(state)) == ("discard", ["bratva boss*", "ghetto 1+L*", "cartel 1"])


def test_ruling_3_a_woken_leader_adds_nothing() -> None:
    """Its wake-up was the only free one."""
    state = table(["bratva boss", "cartel 2*", "cartel 1*"], ["mafia boss"], dollars=[0, 0])
    do(state, Wake("cartel 2"))
    assert (state.stage, gang(state)) == ("action", ["bratva boss", "cartel 2", "cartel 1*"])


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
    assert gang(state) == ["bratva boss"]


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
    assert (state.active, state.dollars[1], gang(state, 1)) == (1, 10, ["mafia boss", "mafia 1", "cartel 1"])


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
    assert gang(state, 1) == ["ghetto boss", "ghetto 2"]


# Recruiting


def test_ruling_5_recruit() -> None:
    """The price goes to the bank, the gangster comes Available, the top of the pile takes its place."""
    state = table(["bratva boss"], ["mafia boss"], dollars=[6, 6], reserve=["ghetto 5"], gangster_pile=["triads 1"])
    events = do(state, Recruit("ghetto 5"))
    assert of_kind(events, Recruited) == [Recruited(0, "ghetto 5", 6)]
    assert displayed(events) == ["triads 1"]
    assert gang(state) == ["bratva boss", "ghetto 5"]
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
        assert moves(state, Recruit) == [Recruit(card) for card in affordable]


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


# Passing


@pytest.mark.parametrize(
    ("members", "income"),
    [
        (["bratva boss"], 1),
        (["bratva boss", "cartel 1", "triads 3"], 1),
        (["bratva boss", "cartel 2", "ghetto 1+L"], 3),
        (["bratva boss", "cartel 2*", "ghetto 1+L*", "cartel 7*", "cartel 1"], 4),
        (["bratva boss*", "cartel 2*", "cartel 1"], 2),
    ],
)
def test_ruling_6_pass_income(members: list[str], income: int) -> None:
    """One dollar for each gangster that is a Leader, Available or Activated, by learning too."""
    state = table(members, ["mafia boss"], chapter=3, step=turns.act)
    events = do(state, PASS)
    assert of_kind(events, Passed) == [Passed(0, income)]
    assert state.dollars == [10 + income, 10]


def test_ruling_6_discard_of_a_heist() -> None:
    """One card of the display, which is replaced; then the turn is over."""
    state = table(["bratva boss"], ["mafia boss"], heists=["casino 1a"], heist_pile=["casino 1b"], step=turns.act)
    do(state, PASS)
    assert [move.card for move in legal(state) if isinstance(move, Discard)] == [
        *(heist.card for heist in state.heists),
        *(gangster.card for gangster in state.reserve),
    ]
    assert legal(state)[-1] == DONE
    events = do(state, Discard("casino 1a"))
    assert events[:2] == [Discarded(0, "casino 1a"), Displayed("casino 1b")]
    assert (state.discarded_heists, state.discarded_gangsters) == (("casino 1a",), ())
    assert (state.active, len(state.heists), len(state.reserve)) == (1, 5, 5)


def test_ruling_6_discard_of_a_gangster() -> None:
    """Likewise."""
    state = table(["bratva boss"], ["mafia boss"], reserve=["cartel 1"], gangster_pile=["triads 1"], step=turns.act)
    events = do(state, PASS, Discard("cartel 1"))
    assert events[1:3] == [Discarded(0, "cartel 1"), Displayed("triads 1")]
    assert (state.discarded_heists, state.discarded_gangsters) == ((), ("cartel 1",))
    assert (len(state.heists), len(state.reserve), state.active) == (5, 5, 1)


def test_ruling_6_nothing_need_be_discarded() -> None:
    """Then nothing is replaced."""
    state = table(["bratva boss"], ["mafia boss"], step=turns.act)
    before = (state.heists, state.reserve, state.heist_pile, state.gangster_pile)
    do(state, PASS, DONE)
    assert (state.heists, state.reserve, state.heist_pile, state.gangster_pile) == before
    assert state.active == 1


def test_ruling_6_a_snitch_may_come() -> None:
    """For the discarded heist; it strikes, and another card follows."""
    state = table(
        ["bratva boss"], ["triads boss"], chapter=2, heists=["casino 2a"], heist_pile=["snitch 2a", "casino 2c"]
    )
    events = do(state, PASS, Discard("casino 2a"))
    assert of_kind(events, Snitched) == [Snitched("snitch 2a", (2, 1))]
    assert displayed(events) == ["casino 2c"]


@pytest.mark.parametrize(("members", "income"), [(1, 2), (2, 2), (3, 3)])
def test_ruling_6_option_pass_pays_two(members: int, income: int) -> None:
    """At least 2 dollars, and no more than the Leaders bring."""
    own = ["bratva boss", "cartel 2", "cartel 7"][:members]
    state = table(own, ["mafia boss"], options=Options(pass_pays_two=True))
    do(state, PASS)
    assert state.dollars[0] == 10 + income


@pytest.mark.parametrize("first", [0, 1, 3])
def test_ruling_6_option_starting_money(first: int) -> None:
    """The second, third and fourth player of the table begin with 1, 2 and 3 dollars more."""
    plain = GAME.new(Options(first=first), 4, Deal("money")).dollars
    more = GAME.new(Options(first=first, starting_money=True), 4, Deal("money")).dollars
    gained = [after - before for before, after in zip(plain, more, strict=True)]
    assert [gained[(first + i) % 4] for i in range(4)] == [0, 1, 2, 3]


# Piles that run out


def test_ruling_7_gangsters_that_were_discarded_come_back() -> None:
    """In a new pile, as soon as a card is needed; not the dead ones."""
    state = table(["bratva boss"], ["mafia boss"], reserve=["cartel 1", "cartel 2"], gangster_pile=[], dollars=[9, 9])
    state.dead = ("cartel 3",)
    events = do(state, Recruit("cartel 2"))
    assert displayed(events) == []
    assert len(state.reserve) == 4
    state.discarded_gangsters = ("triads 1", "triads 2")
    events = do(state, PASS, DONE)
    assert of_kind(events, Reshuffled) == [Reshuffled("gangsters", 2)]
    (card,) = displayed(events)
    assert {card, *state.gangster_pile} == {"triads 1", "triads 2"}
    assert not state.discarded_gangsters
    assert state.dead == ("cartel 3",)


def test_ruling_7_heists_that_were_discarded_come_back() -> None:
    """Not those that were performed, nor snitches."""
    state = table(
        ["cartel boss"],
        ["bratva boss"],
        chapter=2,
        heists=["casino 1a", "offshore investment 1c"],
        heist_pile=[],
        snitches=["snitch 2a"],
    )
    state.discarded_heists = ("casino 2b", "casino 2c")
    events = do(state, Perform("offshore investment 1c"))
    assert of_kind(events, Reshuffled) == [Reshuffled("heists", 2)]
    (card,) = displayed(events)
    assert {card, *state.heist_pile} == {"casino 2b", "casino 2c"}
    assert not state.discarded_heists
    assert state.performed[0] == ("offshore investment 1c",)


def test_ruling_7_a_pile_that_is_not_needed_is_not_made() -> None:
    """The last card is drawn, the discarded ones wait."""
    state = table(["bratva boss"], ["mafia boss"], reserve=["cartel 1"], gangster_pile=["cartel 2"])
    state.discarded_gangsters = ("triads 1",)
    events = do(state, Recruit("cartel 1"))
    assert of_kind(events, Reshuffled) == []
    assert (state.gangster_pile, state.discarded_gangsters) == ((), ("triads 1",))


def test_ruling_7_nothing_left() -> None:
    """The gap stays open, and the next pass may only discard what lies there; the discarded card itself comes back."""
    state = table(["cartel boss"], ["bratva boss"], heists=["offshore investment 1c"], heist_pile=[])
    events = do(state, Perform("offshore investment 1c"))
    assert displayed(events) == []
    assert len(state.heists) == 4
    gone = state.heists[0].card
    do(state, PASS)
    events = do(state, Discard(gone))
    assert displayed(events) == [gone]
    assert len(state.heists) == 4


# Play again


def playing_again(**more: object) -> State:
    """Seat 0 can perform three heists that let it play again."""
    return table(
        ["bratva boss", "cartel 1", "ghetto 2", "triads 1", "mafia 6"],
        ["mafia boss"],
        chapter=2,
        heists=["drug dealer 2b", "hack attack 2c", "supermarket 2b"],
        step=turns.act,
        **more,  # type: ignore[arg-type]
    )


def perform(state: State, heist: str, *crew: str) -> list[Struct]:
    """With this crew, as far as there is a choice; the options of the rewards are declined."""
    events = do(state, Perform(heist))
    for card in crew:
        if state.stage == "activate":
            events += do(state, Activate(card))
    while state.stage in ("rob", "learn", "hire", "divert"):
        events += do(state, DONE)
    return events


def test_ruling_13_play_again() -> None:
    """The same seat's turn, with a mobilisation, after the display was refilled."""
    state = playing_again(heist_pile=["casino 2a"])
    events = perform(state, "drug dealer 2b", "bratva boss", "cartel 1")
    turn = TurnBegan(11, 0, True)
    assert turn in events
    assert events.index(Displayed("casino 2a")) < events.index(turn)
    assert (state.stage, state.active, state.extra) == ("mobilise", 0, True)
    # The Leader among the three Available ones is not the boss.
    assert (gang(state)[:2], state.left) == (["bratva boss*", "cartel 1*"], 1)


def test_ruling_13_a_snitch_comes_before_the_extra_turn() -> None:
    """It strikes all, then the turn begins."""
    state = playing_again(heist_pile=["snitch 2a", "casino 2a"])
    events = perform(state, "drug dealer 2b", "bratva boss", "cartel 1")
    assert events.index(Snitched("snitch 2a", (1, 2))) < events.index(TurnBegan(11, 0, True))


def test_ruling_13_not_twice_running_and_then_afresh() -> None:
    """A second one in the extra turn gives no further turn; in the next own turn it counts again."""
    state = playing_again()
    perform(state, "drug dealer 2b", "bratva boss", "cartel 1")
    do(state, DONE)
    events = perform(state, "hack attack 2c", "ghetto 2", "triads 1")
    assert of_kind(events, TurnBegan) == [TurnBegan(12, 1)]
    assert (state.active, state.extra) == (1, False)
    events = do(state, PASS, DONE)
    assert of_kind(events, TurnBegan) == [TurnBegan(13, 0)]
    do(state, Wake("bratva boss"), Wake("ghetto 2"), DONE)
    events = perform(state, "supermarket 2b", "bratva boss", "mafia 6", "ghetto 2")
    assert of_kind(events, TurnBegan) == [TurnBegan(14, 0, True)]


def test_ruling_13_an_extra_turn_is_one_turn() -> None:
    """After anything else in it the next player follows."""
    state = playing_again()
    perform(state, "drug dealer 2b", "bratva boss", "cartel 1")
    events = do(state, DONE, PASS, DONE)
    assert of_kind(events, TurnBegan) == [TurnBegan(12, 1)]


def test_ruling_13_the_other_seat_may_play_again_after_an_extra_turn_without_one() -> None:
    """The count is the player's own: seat 0's two in a row do not take seat 1's."""
    state = table(
        ["bratva boss", "cartel 1", "ghetto 2", "triads 1"],
        ["triads boss", "mafia 5", "cartel 2"],
        chapter=2,
        heists=["drug dealer 2b", "hack attack 2c", "supermarket 2b"],
        step=turns.act,
    )
    perform(state, "drug dealer 2b", "bratva boss", "cartel 1")
    do(state, DONE)
    perform(state, "hack attack 2c", "ghetto 2", "triads 1")
    assert state.active == 1
    events = perform(state, "supermarket 2b", "triads boss", "mafia 5", "cartel 2")
    assert of_kind(events, TurnBegan) == [TurnBegan(13, 1, True)]
    assert Synchronised(1) in events


def test_ruling_13_an_extra_turn_that_ends_a_chapter() -> None:
    """Is followed by the player to the left."""
    state = table(
        ["bratva boss", "cartel 1", "ghetto 2", "triads 1", "mafia 1", "mafia 2"],
        ["mafia boss"],
        ["triads boss"],
        chapter=2,
        heists=["drug dealer 2b"],
        reserve=["ghetto 1"],
        step=turns.act,
    )
    perform(state, "drug dealer 2b", "bratva boss", "cartel 1")
    do(state, DONE, Recruit("ghetto 1"))
    # Nobody loses the gang war: the others are bosses alone.
    assert (state.chapter, state.active, state.extra) == (3, 1, False)


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
    assert [gang(war, seat) for seat in range(2)] == [["ghetto boss"], ["cartel boss"]]
    assert [gang(snitch, seat) for seat in range(2)] == [["bratva boss"], ["cartel boss"]]
