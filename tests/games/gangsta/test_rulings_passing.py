"""Rulings 6, 7 and 13: passing, piles that run out, playing again."""

from __future__ import annotations

import pytest

from arena.games import Deal
from arena.games.gangsta import Options, new, turns
from arena.games.gangsta.deck import CARDS, chapter_cards
from arena.games.gangsta.events import (
    Discarded,
    Displayed,
    Passed,
    Reshuffled,
    Snitched,
    Synchronised,
    TurnBegan,
)
from arena.games.gangsta.moves import (
    DONE,
    PASS,
    PLAY_AGAIN,
    Activate,
    Discard,
    Perform,
    Recruit,
    Wake,
)
from tests.games.gangsta.scenes import perform, playing_again
from tests.games.gangsta.table import displayed, do, gang_of, legal, of_kind, table, turns_begun

CHAPTER_1 = chapter_cards(1, False)


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
    assert (state.discarded_heists, state.discarded_gangsters) == ((CARDS.heists["casino 1a"],), ())
    assert state.view(1).discarded_heists == state.discarded_heists  # with its figures: it may come back
    assert (state.active, len(state.heists), len(state.reserve)) == (1, 5, 5)


def test_ruling_6_discard_of_a_gangster() -> None:
    """Likewise."""
    state = table(["bratva boss"], ["mafia boss"], reserve=["cartel 1"], gangster_pile=["triads 1"], step=turns.act)
    events = do(state, PASS, Discard("cartel 1"))
    assert events[1:3] == [Discarded(0, "cartel 1"), Displayed("triads 1")]
    assert (state.discarded_heists, state.discarded_gangsters) == ((), (CARDS.gangsters["cartel 1"],))
    assert state.view(1).discarded_gangsters == state.discarded_gangsters
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
    plain = new(Options(first=first), 4, Deal("money")).dollars
    more = new(Options(first=first, starting_money=True), 4, Deal("money")).dollars
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
    state.discarded_gangsters = (CARDS.gangsters["triads 1"], CARDS.gangsters["triads 2"])
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
    state.discarded_heists = (CARDS.heists["casino 2b"], CARDS.heists["casino 2c"])
    events = do(state, Perform("offshore investment 1c"))
    assert of_kind(events, Reshuffled) == [Reshuffled("heists", 2)]
    (card,) = displayed(events)
    assert {card, *state.heist_pile} == {"casino 2b", "casino 2c"}
    assert not state.discarded_heists
    assert state.performed[0] == ("offshore investment 1c",)


def test_ruling_7_a_pile_that_is_not_needed_is_not_made() -> None:
    """The last card is drawn, the discarded ones wait."""
    state = table(["bratva boss"], ["mafia boss"], reserve=["cartel 1"], gangster_pile=["cartel 2"])
    state.discarded_gangsters = (CARDS.gangsters["triads 1"],)
    events = do(state, Recruit("cartel 1"))
    assert of_kind(events, Reshuffled) == []
    assert (state.gangster_pile, state.discarded_gangsters) == ((), (CARDS.gangsters["triads 1"],))


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


def test_ruling_13_play_again() -> None:
    """The same seat's turn, with a mobilisation, after the display was refilled."""
    state = playing_again(heist_pile=["casino 2a"])
    events = perform(state, "drug dealer 2b", "bratva boss", "cartel 1")
    (turn,) = of_kind(events, TurnBegan)
    assert (turn.turn, turn.seat, turn.extra) == (11, 0, True)
    assert events.index(Displayed("casino 2a")) < events.index(turn)
    assert (state.stage, state.active, state.extra) == ("mobilise", 0, True)
    # The Leader among the three Available ones is not the boss.
    assert (gang_of(state)[:2], state.left) == (["bratva boss*", "cartel 1*"], 1)


def test_ruling_13_a_snitch_comes_before_the_extra_turn() -> None:
    """It strikes all, then the turn begins."""
    state = playing_again(heist_pile=["snitch 2a", "casino 2a"])
    events = perform(state, "drug dealer 2b", "bratva boss", "cartel 1")
    (turn,) = of_kind(events, TurnBegan)
    assert turn.extra
    assert events.index(Snitched("snitch 2a", (1, 2))) < events.index(turn)


def test_ruling_13_not_twice_running_and_then_afresh() -> None:
    """A second one in the extra turn gives no further turn; in the next own turn it counts again."""
    state = playing_again()
    perform(state, "drug dealer 2b", "bratva boss", "cartel 1")
    do(state, DONE)
    events = perform(state, "hack attack 2c", "ghetto 2", "triads 1")
    assert turns_begun(events) == [(12, 1, False)]
    assert (state.active, state.extra) == (1, False)
    events = do(state, PASS, DONE)
    assert turns_begun(events) == [(13, 0, False)]
    do(state, Wake("bratva boss"), Wake("ghetto 2"), DONE)
    events = perform(state, "supermarket 2b", "bratva boss", "mafia 6", "ghetto 2")
    assert turns_begun(events) == [(14, 0, True)]


def test_ruling_13_an_extra_turn_may_be_declined() -> None:
    """The rulebook: "pode voltar a jogar", may play again. The next seat's turn comes, and the count starts afresh."""
    gang = ["mafia boss", "triads 4", "cartel 1", "cartel 2", "mafia 5", "ghetto 2"]
    state = table(gang, "triads boss", chapter=2, heists=["drug dealer 2b", "hack attack 2c"], dollars=[20, 0])
    do(state, Perform("drug dealer 2b"), Activate("triads 4"))
    assert (state.stage, state.to_act(), legal(state), state.default(0)) == ("again", (0,), (PLAY_AGAIN, DONE), DONE)
    (began,) = of_kind(do(state, DONE), TurnBegan)
    assert (began.seat, began.extra) == (1, False)
    do(state, DONE)  # it can only pass
    do(state, DONE, Perform("hack attack 2c"), Activate("ghetto 2"), DONE)
    assert state.stage == "again"


def test_ruling_13_an_extra_turn_is_one_turn() -> None:
    """After anything else in it the next player follows."""
    state = playing_again()
    perform(state, "drug dealer 2b", "bratva boss", "cartel 1")
    events = do(state, DONE, PASS, DONE)
    assert turns_begun(events) == [(12, 1, False)]


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
    assert turns_begun(events) == [(13, 1, True)]
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
