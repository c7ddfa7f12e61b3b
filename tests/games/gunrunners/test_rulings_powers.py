"""Rulings 14 to 21: the powers of the special agents."""

from __future__ import annotations

import pytest

from arena.games import IllegalMove
from arena.games.gunrunners.events import (
    AgentMoved,
    Arranged,
    Audited,
    Busted,
    Declined,
    Looked,
    PutBack,
    Smuggled,
)
from arena.games.gunrunners.moves import (
    Arrange,
    Audit,
    Decline,
    GoUndercover,
    Look,
    MoveAgent,
    Place,
    Smuggle,
    SpyOut,
    Train,
)
from arena.games.gunrunners.position import Fielded
from arena.games.gunrunners.state import State
from arena.games.gunrunners.view import Spot
from tests.games.gunrunners.table import down, hidings, moves, play, row, table, told, up


def flipped(special: str, *rows: list[Fielded], audit: int = 1, crates: list[int] | None = None) -> State:
    """Seat 0 has just flipped seat 1's special agent at location 1; it is at the end of that row."""
    left = [(1, special), (0, "agent 3"), (2, "agent 2")]
    return play(table(left=left, rows=rows, audit=audit, crates=crates), Train("agent 1", 0))


def test_ruling_14_the_power_of_the_agent_just_flipped() -> None:
    """Its owner, not the active player, decides, and may decline; the next seat follows the active one."""
    state = flipped("director")
    assert (state.stage, state.active, state.to_act(), state.special) == ("power", 0, (1,), "director")
    assert moves(state)[0] == Decline() == state.default(1)
    play(state, Decline())
    assert told(state, Declined) == [Declined(1, "director")]
    assert (state.stage, state.to_act(), state.special) == ("turn", (1,), None)


@pytest.mark.parametrize("special", ["director", "informant", "auditor", "spy", "smuggler"])
def test_ruling_15_no_power_when_its_owner_flips_it(special: str) -> None:
    """The next turn begins at once."""
    state = table(left=[(0, special)] * 3, rows=[[down(1, "agent 1"), up(1, "agent 1")]])
    play(state, Train("agent 1", 0))
    assert (state.stage, state.to_act()) == ("turn", (1,))


@pytest.mark.parametrize("special", ["director", "informant", "auditor", "spy", "smuggler"])
def test_ruling_15_no_power_when_revealed_in_a_bust(special: str) -> None:
    """An undercover special agent only adds its value."""
    rows = [[down(1, special), *[up(0, "agent 1")] * 3], [down(2, "agent 1")]]
    state = play(table(left=[(2, "agent 1")] * 3, rows=rows), Train("agent 1", 0))
    assert len(told(state, Busted)) == 1
    assert (state.stage, state.to_act()) == ("turn", (1,))


def test_ruling_15_quartermaster_counts_only_if_an_opponent_flipped_it() -> None:
    """Flipped by its owner it does not raise the limit; an active one that a director moves still does."""
    hand = ["agent 1", "agent 2", "agent 3"]
    own = table(left=[(0, "quartermaster")] * 3, rows=[[down(0, "agent 1")]], hands=[hand] * 3)
    play(own, Train("agent 1", 0))
    assert own.view(0).locations[0].row[1].active is False
    for _ in range(2):
        play(own, GoUndercover("agent 1", 2))
    assert own.to_act() == (0,)
    assert hidings(own) == set()

    theirs = table(active=2, left=[(0, "quartermaster")] * 3, rows=[[down(0, "agent 1")]])
    play(theirs, Train("agent 1", 0))
    assert theirs.to_act() == (0,)  # nobody was asked: the power needs no decision
    assert theirs.view(0).locations[0].row[1].active is True
    assert hidings(theirs) == {0, 1, 2}

    moved = flipped("director", [up(2, "quartermaster", active=True)])
    play(moved, MoveAgent(0, 0, 2))
    assert moved.view(0).locations[2].row[0].active is True


def test_ruling_16_director() -> None:
    """Any face-up card, its own and itself too, to the end of another location's row; no face-down one."""
    state = flipped("director", [up(0, "agent 2"), down(2, "agent 1")], [up(1, "agent 3")])
    spots = {(0, 0), (0, 2), (1, 0)}
    assert set(moves(state)) == {Decline()} | {
        MoveAgent(at, pos, to) for at, pos in spots for to in range(3) if to != at
    }
    play(state, MoveAgent(0, 0, 1))
    assert told(state, AgentMoved) == [AgentMoved(1, 0, "agent 2", 0, 0, 1)]
    assert row(state, 0) == [(2, None), (1, "director")]
    assert row(state, 1) == [(1, "agent 3"), (0, "agent 2")]


def test_ruling_17_informant() -> None:
    """Any undercover agent; only the special player sees it; to the end of any row, also of its own."""
    state = flipped("informant", [down(2, "agent 4"), up(2, "agent 1")], [down(1, "agent 3")])
    assert set(moves(state)) == {Decline(), Look(0, 0), Look(1, 0)}
    play(state, Look(0, 0))
    assert told(state, Looked) == [Looked(1, 0, 0, 2)]
    assert told(state, Looked, 2) == [Looked(1, 0, 0, 2)]
    assert told(state, Looked, 1) == [Looked(1, 0, 0, 2, "agent 4")]
    assert (state.stage, state.to_act(), state.view(0).held) == ("place", (1,), Spot(0, 0))
    assert set(moves(state)) == {Place(0), Place(1), Place(2)}
    assert state.default(1) == Place(0)
    same = play(state.clone(), Place(0))
    assert row(same, 0) == [(2, "agent 1"), (1, "informant"), (2, None)]
    play(state, Place(1))
    assert told(state, PutBack) == [PutBack(1, 0, 0, 1)]
    assert row(state, 1) == [(1, None), (2, None)]
    assert state.view(0).held is None


def test_ruling_17_informant_with_nothing_face_down() -> None:
    """No effect: nobody is asked."""
    assert flipped("informant", [up(2, "agent 4")]).stage == "turn"


@pytest.mark.parametrize(("die", "removed"), [(2, False), (3, True), (4, True)])
def test_ruling_18_auditor_removes_on_the_value_or_more(die: int, removed: bool) -> None:
    """A card of value 3; it goes to its owner's discards, and the active player's turn goes on to its end."""
    state = flipped("auditor", [up(2, "agent 3")], audit=die)
    play(state, Audit(0, 0))
    assert told(state, Audited) == [Audited(1, 0, 0, 2, "agent 3", die, removed)]
    assert row(state, 0) == ([] if removed else [(2, "agent 3")]) + [(1, "auditor")]
    assert state.memory(0).discarded[2] == (("agent 3",) if removed else ())
    assert (state.active, state.die) == (1, 6)


def test_ruling_18_auditor_may_choose_any_face_up_card() -> None:
    """Also an own one, and itself; none face down."""
    state = flipped("auditor", [up(1, "agent 1"), down(0, "agent 1")], [up(0, "agent 2")], audit=6)
    assert set(moves(state)) == {Decline(), Audit(0, 0), Audit(0, 2), Audit(1, 0)}
    play(state, Audit(0, 2))
    assert row(state, 0) == [(1, "agent 1"), (0, None)]


def test_ruling_19_spy() -> None:
    """All probationary agents, one to each location again; looking is the spy's owner's alone."""
    state = play(flipped("spy"), SpyOut())
    assert (state.stage, state.to_act()) == ("arrange", (1,))
    assert len(moves(state)) == 6
    assert state.default(1) == Arrange((0, 1, 2))
    play(state, Arrange((2, 0, 1)))
    assert [trainee and trainee.card for trainee in state.trainees] == ["agent 2", "agent 1", "agent 3"]
    assert told(state, Arranged) == [Arranged(1, (2, 0, 0))]
    assert told(state, Arranged, 0) == [Arranged(1, (2, 0, 0))]
    assert told(state, Arranged, 1) == [Arranged(1, (2, 0, 0), (2, 0, 1))]


def test_ruling_19_equal_agents_make_equal_arrangements() -> None:
    """Two like cards of one owner: three ways to deal them out, not six."""
    state = table(left=[(1, "spy"), (0, "agent 1"), (2, "agent 1")])
    play(state, Train("agent 1", 0))
    play(state, SpyOut())
    assert len(moves(state)) == 3


def test_ruling_20_smuggler() -> None:
    """Exactly 2 crates, from a location that has them to one other."""
    state = flipped("smuggler", crates=[2, 1, 5])
    assert set(moves(state)) == {Decline(), Smuggle(0, 1), Smuggle(0, 2), Smuggle(2, 0), Smuggle(2, 1)}
    play(state, Smuggle(2, 1))
    assert told(state, Smuggled) == [Smuggled(1, 2, 1)]
    assert state.crates == [2, 3, 3]


def test_ruling_20_smuggler_without_two_crates_anywhere() -> None:
    """No effect: nobody is asked, however full the Warehouse is."""
    state = table(left=[(1, "smuggler")] * 3, crates=[1, 1, 1], warehouse=4)
    assert play(state, Train("agent 1", 0)).stage == "turn"


def test_ruling_21_powers_never_chain() -> None:
    """A special agent that a director moves, or that a spy puts elsewhere, does nothing."""
    state = flipped("director", [up(2, "auditor")])
    play(state, MoveAgent(0, 0, 1))
    assert (state.stage, state.to_act()) == ("turn", (1,))
    state = table(left=[(1, "spy"), (0, "director"), (2, "auditor")])
    play(state, Train("agent 1", 0))
    play(state, SpyOut())
    play(state, Arrange((1, 2, 0)))
    assert (state.stage, state.to_act()) == ("turn", (1,))


def test_a_power_is_no_move_of_another_seat() -> None:
    """Only the owner decides."""
    state = flipped("director")
    assert state.legal(0) == ()
    with pytest.raises(IllegalMove, match=r"seats \[0\], but to act: \[1\]"):
        state.apply({0: Decline()})
