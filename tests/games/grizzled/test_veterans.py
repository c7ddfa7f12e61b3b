"""Ruling 83: each player chooses a Veteran at the start of every chapter (p.4); one player three of them (p.14)."""

from __future__ import annotations

import pytest

from arena.games import Deal
from arena.games.grizzled import Options, Saved, new
from arena.games.grizzled.deck import CHARMS
from arena.games.grizzled.events import Began, Chose, LeaderChanged
from arena.games.grizzled.moves import DONE, Choose, Pick
from tests.games.grizzled.chapters import finish, same_world, saved_in
from tests.games.grizzled.table import choose_veterans, do, legal, new_game, of_kind, shown

NAMES = tuple(CHARMS)
CAMPAIGN = Options(campaign="whole", chapter=1)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_ruling_83_from_the_leader_on_of_those_that_are_left(seats: int, seed: str) -> None:
    """In playing order; a player of two chooses for each of its veterans."""
    state = new(Options(), seats, Deal(seed))
    count = len(state.veterans)
    chosen: list[str] = []
    for turn in range(count):
        veteran = (state.leader + turn) % count
        assert (state.stage, state.asked) == ("veteran", {state.seat_of[veteran]: veteran})
        assert legal(state) == tuple(Choose(name) for name in NAMES if name not in chosen)
        assert state.view(0).veterans[veteran].name is None
        same_world(state)
        chosen.append(NAMES[-1 - turn])
        assert do(state, Choose(chosen[-1]))[0] == Chose(veteran, chosen[-1])
    seen = state.view(0).veterans
    assert [seen[(state.leader + turn) % count].name for turn in range(count)] == chosen
    assert [one.charm for one in seen] == [CHARMS[one.name or ""] for one in seen]
    assert (state.stage, state.mission) == ("action", 1)


def test_ruling_83_one_player_chooses_three_and_who_acts_first() -> None:
    """p.14: the leader's token is given to a veteran, who is the active one."""
    state = new(Options(), 1, Deal("solo"))
    do(state, Choose(NAMES[4]), Choose(NAMES[0]), Choose(NAMES[2]))
    assert (state.stage, legal(state)) == ("first", (Pick(0), Pick(1), Pick(2)))
    same_world(state)
    assert do(state, Pick(2))[0] == LeaderChanged(2)
    assert (state.names, state.active, state.leader) == ([NAMES[4], NAMES[0], NAMES[2]], 2, 2)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_ruling_83_dealt_as_an_option(seats: int) -> None:
    """Nobody is asked; the deal draws them, and with one seat who acts first."""
    leaders = set()
    for number in range(12):
        state = new(Options(veterans="dealt"), seats, Deal(str(number)))
        assert state.stage == "action"
        (began,) = of_kind(shown(state), Began)
        assert list(began.veterans) == state.names
        leaders.add(state.leader)
    assert leaders == {*state.veterans}


def test_ruling_83_again_in_every_chapter() -> None:
    """All six can be chosen anew."""
    state = new_game(CAMPAIGN, 3, Deal("again"))
    before = list(state.names)
    finish(state, as_won=False)
    do(state, DONE, DONE, DONE)
    assert (state.chapter, state.stage, state.names) == (2, "veteran", [None] * 3)
    assert len(legal(state)) == 6
    for name in NAMES[3:]:
        do(state, Choose(name))
    assert {*state.names} == {*NAMES[3:]} != {*before}


def test_a_saved_campaign_keeps_its_veterans() -> None:
    """p.13: the Veteran cards go with the Helping Hands, in the order of the seats; dealt ones play on."""
    state = new_game(CAMPAIGN, 3, Deal("saved"))
    finish(state, as_won=False)
    do(state, DONE, DONE, DONE)
    saved = saved_in(state)
    assert saved.veterans == NAMES[:3] or {*saved.veterans} == {*NAMES[:3]}
    later = new(Options(campaign="chapter", chapter=2, saved=saved, veterans="dealt"), 3, Deal("later"))
    assert tuple(later.names) == saved.veterans


def test_dealt_veterans_stay_for_a_whole_campaign() -> None:
    """Once dealt."""
    state = new(Options(campaign="whole", chapter=1, veterans="dealt"), 3, Deal("whole"))
    names = list(state.names)
    finish(state, as_won=False)
    do(state, DONE, DONE, DONE)
    assert (state.chapter, state.names) == (2, names)


@pytest.mark.parametrize(
    ("veterans", "message"),
    [
        (("Nobody", *NAMES[:2]), "different Grizzled"),
        ((NAMES[0],) * 3, "different Grizzled"),
        (NAMES[:4], "3 veterans"),
    ],
)
def test_wrong_saved_veterans(veterans: tuple[str, ...], message: str) -> None:
    """Are refused."""
    with pytest.raises(ValueError, match=message):
        new(Options(campaign="whole", chapter=2, saved=Saved(veterans=veterans)), 3, Deal("a"))


# Boot camp


def test_ruling_85_boot_camp_may_be_played_again_after_a_loss() -> None:
    """The leader decides; with other luck, and the score of the lost one does not count. Three times at most."""
    state = new_game(Options(campaign="whole", chapter=0), 3, Deal("camp"))
    first = (*state.trials, *state.reserve)
    for tries in (2, 3):
        leader = state.leader
        finish(state, as_won=False)
        assert (state.stage, state.asked, len(legal(state))) == ("again", {leader: leader}, 2)
        same_world(state)
        do(state, legal(state)[0])
        assert (state.chapter, state.stage, state.so_far, state.tries) == (0, "veteran", 0.0, tries)
        assert (*state.trials, *state.reserve) != first
        choose_veterans(state)
    finish(state, as_won=False)
    assert (state.chapter, state.stage, state.tries) == (1, "veteran", 1)


@pytest.mark.parametrize(("kind", "as_won"), [("whole", True), ("chapter", False)])
def test_ruling_85_not_after_a_win_nor_alone(kind: str, as_won: bool) -> None:
    """A chapter alone ends the game."""
    state = new_game(Options(campaign=kind, chapter=0), 3, Deal("camp"))  # type: ignore[arg-type]
    finish(state, as_won)
    assert state.stage in ("veteran", "over")


def test_ruling_85_or_the_team_goes_on() -> None:
    """To the first chapter."""
    state = new_game(Options(campaign="whole", chapter=0), 3, Deal("camp"))
    finish(state, as_won=False)
    do(state, DONE)
    assert state.chapter == 1
