"""Rulings 32, 33 and 39: high tech equipment, bikers gang, informer network."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arena.games.gangsta import State, turns
from arena.games.gangsta.deck import CARDS
from arena.games.gangsta.events import (
    Activated,
    Announced,
    ChapterEnded,
    Displayed,
    Peeked,
    Performed,
    Recruited,
    Reshuffled,
    ResourceActivated,
    Snitched,
)
from arena.games.gangsta.moves import (
    PASS,
    PLAY_AGAIN,
    Discard,
    Perform,
    Recruit,
)
from tests.games.gangsta.scenes import pass_on, perform_first
from tests.games.gangsta.table import do, legal, of_kind, table, written

# Ruling 32: high tech equipment


def test_ruling_32_one_skill_of_art_thefts_and_hack_attacks() -> None:
    """Each one needed can be dropped, or none; not of other heists; one symbol of it only (SHH without an H is SH)."""
    state = table(
        ["mafia boss", "cartel 5", "cartel 1", "ghetto 1", "triads 2", "mafia 5"],
        ["bratva boss"],
        chapter=2,
        heists=["art theft 2a", "hack attack 2a", "jewellery 2a", "offshore investment 2c", "art theft 2c"],
        active_resources={0: "high tech equipment"},
        step=turns.act,
    )
    drops: dict[str, list[str | None]] = {heist.card: [] for heist in state.heists}
    for move in legal(state):
        if isinstance(move, Perform):
            drops[move.heist].append(move.drop)
    assert drops == {
        "art theft 2a": [None, "S", "H"],
        "hack attack 2a": [None, "I", "B", "H"],
        "jewellery 2a": [],
        "offshore investment 2c": [None],
        "art theft 2c": [None, "L", "M", "S"],
    }
    shown = do(state, Perform("art theft 2a", "H"))
    assert shown[0] == Announced(0, "art theft 2a", "H")
    assert state.job is not None
    assert sorted(state.job.missing) == ["H", "S"]


def test_ruling_32_what_is_not_there_may_be_missing() -> None:
    """Without a Sniper the art theft SH can only be done by dropping it; nothing else of it can be dropped."""
    for active in (True, False):
        held = {0: "high tech equipment"}
        state = table(
            ["mafia boss"],
            ["bratva boss"],
            heists=["art theft 1a"],
            active_resources=held if active else None,
            idle_resources=None if active else held,
        )
        offered = [move for move in legal(state) if isinstance(move, Perform) and move.heist == "art theft 1a"]
        assert offered == ([Perform("art theft 1a", "S")] if active else [])


def test_ruling_32_only_for_the_owner() -> None:
    """The opponent cannot do without anything."""
    state = table(["mafia boss"], ["mafia boss"], heists=["art theft 1a"], active_resources={1: "high tech equipment"})
    assert not [move for move in legal(state) if isinstance(move, Perform) and move.drop is not None]


def test_ruling_32_hack_attack_with_nobody() -> None:
    """Ruling 32: the one that needs one skill is performed with no gangster activated, even if none is Available."""
    state = table(
        ["mafia boss*", "cartel 1*"],
        ["bratva boss"],
        heists=["hack attack 1b"],
        active_resources={0: "high tech equipment"},
        step=turns.act,
    )
    assert Perform("hack attack 1b") not in legal(state)
    shown = do(state, Perform("hack attack 1b", "H"))
    assert not of_kind(shown, Activated)
    assert of_kind(shown, Performed) == [Performed(0, "hack attack 1b", 1)]
    assert (state.dollars[0], state.influence[0]) == (11, 1)
    assert written(state.gangs[0]) == ["mafia boss*", "cartel 1*"]


def test_ruling_32_a_shared_heist_still_begins_with_one_of_the_own() -> None:
    """SHH without a Sniper: someone of the own gang must have a Hacker; others may supply the other one."""
    for own, can in (("mafia boss", True), ("bratva boss", False)):
        state = table(
            [own],
            ["ghetto boss", "cartel 5"],
            chapter=2,
            heists=["art theft 2a"],
            active_resources={0: "high tech equipment"},
        )
        assert (Perform("art theft 2a", "S") in legal(state)) is can


# Ruling 33: bikers gang


def bikers(pile: Sequence[str], *, dollars: int = 10, chapter: int = 1) -> State:
    """Seat 0 has looked at the top of this pile."""
    return table(
        ["mafia boss", "cartel 1"],
        ["bratva boss", "ghetto 1"],
        chapter=chapter,
        dollars=[dollars, 10],
        heists=["casino 1a", "casino 1b", "casino 1c", "armoured van 1a", "armoured van 1c"] if chapter == 1 else [],
        heist_pile=pile,
        active_resources={0: "bikers gang"},
    )


def test_ruling_33_a_look_at_the_top_heist_as_the_turn_starts() -> None:
    """All know that it was looked at; only the owner sees it."""
    state = bikers(["hack attack 1a", "drug dealer 1a"])
    (peek,) = [event for event in state.events if isinstance(event.shown, Peeked)]
    assert peek.shown == peek.seen_by(1) == Peeked(0, "heists")
    assert peek.seen_by(0) == Peeked(0, "heists", "hack attack 1a")
    assert [state.memory(seat).top_heist for seat in (0, 1)] == [CARDS.heists["hack attack 1a"], None]
    assert [state.view(seat).heist_pile.seen_by for seat in (0, 1)] == [0, 0]


def test_ruling_33_it_can_be_performed_for_a_dollar_and_leaves_no_gap() -> None:
    """LH for 4 dollars: one is paid first; no card is drawn for it."""
    state = bikers(["hack attack 1a", "drug dealer 1a"])
    display = state.heists
    shown = perform_first(state, "hack attack 1a")
    assert shown[0] == Announced(0, "hack attack 1a", from_pile=True)
    assert (state.dollars[0], state.performed[0]) == (10 - 1 + 4, ("hack attack 1a",))
    assert (state.heists, state.heist_pile) == (display, ("drug dealer 1a",))
    assert not of_kind(shown, Displayed)
    assert state.view(0).heist_pile.seen_by is None
    assert state.memory(0).top_heist is None


@pytest.mark.parametrize(("dollars", "can"), [(0, False), (1, True)])
def test_ruling_33_the_dollar_must_be_there_first(dollars: int, can: bool) -> None:
    """The heist's own income comes too late."""
    state = bikers(["hack attack 1a"], dollars=dollars)
    if state.stage == "action":
        assert (Perform("hack attack 1a") in legal(state)) is can
    else:
        assert (can, state.stage) == (False, "discard")  # nothing to choose: it has passed


def test_ruling_33_only_this_turn_and_only_the_owner() -> None:
    """The opponent cannot perform what lies there, though it could if it were on display."""
    state = bikers(["offshore investment 1c", "drug dealer 1a"])
    pass_on(state)
    assert state.active == 1
    assert Perform("offshore investment 1c") not in legal(state)


def test_ruling_33_unused_it_stays_on_top_seen_by_that_player_only() -> None:
    """Through the opponent's turn, until somebody draws it."""
    state = bikers(["hack attack 1a", "drug dealer 1a"])
    pass_on(state)
    assert state.heist_pile[0] == "hack attack 1a"
    assert [state.memory(seat).top_heist for seat in (0, 1)] == [CARDS.heists["hack attack 1a"], None]
    drawn = state.clone()
    do(drawn, PASS, Discard("casino 1a"))
    assert drawn.heists[-1].card == "hack attack 1a"
    # It is the owner's turn again, with a look at the next.
    assert drawn.memory(0).top_heist == CARDS.heists["drug dealer 1a"]
    pass_on(state)
    assert state.memory(0).top_heist == CARDS.heists["hack attack 1a"]
    assert Perform("hack attack 1a") in legal(state)


def test_ruling_33_a_snitch_on_top() -> None:
    """It cannot be performed, is not resolved and stays; others do not know of it."""
    state = bikers(["snitch 2b", "casino 2a"], chapter=2)
    assert state.memory(0).top_snitch == CARDS.snitches["snitch 2b"]
    assert state.memory(0).top_heist is None
    assert state.memory(1).top_snitch is None
    assert not [move for move in legal(state) if isinstance(move, Perform) and move.heist == "snitch 2b"]
    shown = pass_on(state)
    assert not of_kind(shown, Snitched)
    assert (state.heist_pile[0], state.snitches, state.dollars[1]) == ("snitch 2b", (), 10)


def test_ruling_33_r7_a_pile_is_reshuffled_for_the_look() -> None:
    """The only discarded heist comes up; with none there is no look."""
    for discarded in (("drug dealer 1a",), ()):
        state = table(
            ["mafia boss"], ["bratva boss"], heist_pile=[], active_resources={1: "bikers gang"}, reserve=["mafia 1"]
        )
        state.discarded_heists = tuple([CARDS.heists[card] for card in discarded])
        shown = pass_on(state)
        assert of_kind(shown, Reshuffled) == [Reshuffled("heists", 1)] * len(discarded)
        assert of_kind(shown, Peeked) == [Peeked(1, "heists")] * len(discarded)
        assert (state.heist_pile, state.discarded_heists) == (discarded, ())


def test_ruling_33_no_look_before_it_is_active() -> None:
    """Activated in this turn it shows nothing before the next one."""
    state = table(["mafia boss", "cartel 1"], ["bratva boss"], idle_resources={0: "bikers gang"}, reserve=["ghetto 1"])
    assert not [event for event in state.events if isinstance(event.shown, Peeked)]
    shown = do(state, Recruit("ghetto 1"))
    assert of_kind(shown, ResourceActivated)
    assert not of_kind(shown, Peeked)
    assert Peeked(0, "heists") in pass_on(state)


def test_ruling_33_a_new_chapter_has_another_pile() -> None:
    """What was seen on the old one is gone."""
    state = table(
        ["mafia boss", "cartel 1", "ghetto 1"],
        ["bratva boss"],
        heist_pile=["hack attack 1a"],
        active_resources={0: "bikers gang"},
        reserve=["triads 1"],
    )
    do(state, Recruit("triads 1"))
    assert state.chapter == 2
    assert (state.memory(0).top_heist, state.view(0).heist_pile.seen_by) == (None, None)


def test_ruling_33_a_look_in_an_extra_turn() -> None:
    """Which starts like any."""
    state = table(
        ["mafia boss", "triads 5", "bratva 1"],
        ["bratva boss"],
        chapter=2,
        heists=["supermarket 2b"],
        heist_pile=["casino 2a", "casino 2c"],
        active_resources={0: "bikers gang"},
        step=turns.act,
    )
    perform_first(state, "supermarket 2b")
    assert Peeked(0, "heists") in do(state, PLAY_AGAIN)
    assert state.memory(0).top_heist == CARDS.heists["casino 2c"]


# Ruling 39: informer network


def informed(pile: Sequence[str], *, dollars: int = 10) -> State:
    """Seat 0, mafia, has looked at the top of this pile."""
    return table(
        ["mafia boss"],
        ["bratva boss"],
        dollars=[dollars, 10],
        reserve=["cartel 1", "cartel 3", "cartel 4", "cartel 5", "cartel 6"],
        gangster_pile=pile,
        active_resources={0: "informer network"},
    )


def test_ruling_39_a_look_at_the_top_gangster_as_the_turn_starts() -> None:
    """All know that it was looked at; only the owner sees it."""
    state = informed(["mafia 2", "triads 1"])
    (peek,) = [event for event in state.events if isinstance(event.shown, Peeked)]
    assert peek.shown == peek.seen_by(1) == Peeked(0, "gangsters")
    assert peek.seen_by(0) == Peeked(0, "gangsters", "mafia 2")
    assert [state.memory(seat).top_gangster for seat in (0, 1)] == [CARDS.gangsters["mafia 2"], None]
    assert state.view(1).gangster_pile.seen_by == 0


@pytest.mark.parametrize(("top", "paid"), [("mafia 2", 3), ("triads 4", 4)])
def test_ruling_39_it_can_be_recruited_a_dollar_off_in_the_family(top: str, paid: int) -> None:
    """Both are printed 4. Available, and no card is drawn for it."""
    state = informed([top, "triads 1"])
    reserve = state.reserve
    shown = do(state, Recruit(top))
    assert shown[0] == Recruited(0, top, paid, from_pile=True)
    assert not of_kind(shown, Displayed)
    assert (state.reserve, state.gangster_pile) == (reserve, ("triads 1",))
    assert (written(state.gangs[0]), state.dollars[0]) == (["mafia boss", top], 10 - paid)
    assert (state.memory(0).top_gangster, state.view(0).gangster_pile.seen_by) == (None, None)


def test_ruling_39_the_dollar_is_off_the_top_card_only() -> None:
    """One of the family in the reserve costs what is printed."""
    state = table(
        ["mafia boss"],
        ["bratva boss"],
        reserve=["mafia 2"],
        gangster_pile=["mafia 3"],
        active_resources={0: "informer network"},
    )
    (event,) = of_kind(do(state, Recruit("mafia 2")), Recruited)
    assert (event.paid, event.from_pile) == (4, False)


def test_ruling_39_the_lower_price_must_be_there() -> None:
    """3 dollars for one of the family that is printed 4; 2 are too few."""
    for dollars, can in ((2, False), (3, True)):
        assert (Recruit("mafia 2") in legal(informed(["mafia 2"], dollars=dollars))) is can


def test_ruling_39_unused_it_stays_on_top_seen_by_that_player_only() -> None:
    """The opponent cannot recruit it, and draws it for the reserve unless it passes."""
    state = informed(["mafia 2", "triads 1"])
    pass_on(state)
    assert Recruit("mafia 2") not in legal(state)
    assert [state.memory(seat).top_gangster for seat in (0, 1)] == [CARDS.gangsters["mafia 2"], None]
    drawn = state.clone()
    do(drawn, Recruit("cartel 1"))
    assert drawn.reserve[-1].card == "mafia 2"
    assert drawn.memory(0).top_gangster == CARDS.gangsters["triads 1"]
    (event,) = of_kind(do(drawn, Recruit("mafia 2")), Recruited)
    assert (event.paid, event.from_pile) == (4, False)
    pass_on(state)
    assert Recruit("mafia 2") in legal(state)


def test_ruling_39_r39_fast_recruitment_may_take_it() -> None:
    """No card is drawn for it, one is for the heist."""
    state = table(
        ["mafia boss", "ghetto 1"],
        ["bratva boss"],
        heists=["inmate transfer 1b"],
        gangster_pile=["mafia 2", "mafia 3"],
        active_resources={0: "informer network"},
    )
    shown = perform_first(state, "inmate transfer 1b") + do(state, Recruit("mafia 2"))
    assert of_kind(shown, Recruited) == [Recruited(0, "mafia 2", 3, from_pile=True)]
    assert [event.card in CARDS.heists for event in of_kind(shown, Displayed)] == [True]


def test_ruling_39_r7_a_pile_is_reshuffled_for_the_look() -> None:
    """The only discarded gangster comes up; with none there is no look."""
    for discarded in (("mafia 2",), ()):
        state = table(["bratva boss"], ["mafia boss"], gangster_pile=[], active_resources={1: "informer network"})
        state.discarded_gangsters = tuple([CARDS.gangsters[card] for card in discarded])
        shown = pass_on(state)
        assert of_kind(shown, Reshuffled) == [Reshuffled("gangsters", 1)] * len(discarded)
        assert of_kind(shown, Peeked) == [Peeked(1, "gangsters")] * len(discarded)
        assert state.gangster_pile == discarded


def test_rulings_5_and_39_at_the_end_of_a_chapter() -> None:
    """A recruit from the pile counts like any; one of the reserve is replaced by the card that was seen."""
    state = table(
        ["mafia boss", "cartel 1", "ghetto 1"],
        ["bratva boss"],
        reserve=["triads 1"],
        gangster_pile=["mafia 2", "mafia 3"],
        active_resources={0: "informer network"},
    )
    taken = state.clone()
    assert of_kind(do(taken, Recruit("mafia 2")), ChapterEnded)
    shown = do(state, Recruit("triads 1"))
    assert of_kind(shown, ChapterEnded)
    assert of_kind(shown, Displayed) == [Displayed("mafia 2")]
    assert state.memory(0).top_gangster is None


def test_ruling_39_no_look_before_it_is_active() -> None:
    """Activated in this turn it shows nothing before the next one."""
    state = table(
        ["triads boss", "mafia 1"], ["bratva boss"], idle_resources={0: "informer network"}, reserve=["triads 1"]
    )
    shown = do(state, Recruit("triads 1"))
    assert of_kind(shown, ResourceActivated)
    assert not of_kind(shown, Peeked)
    assert Peeked(0, "gangsters") in pass_on(state)
