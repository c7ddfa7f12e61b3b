"""What the seats remember of face-down cards, and the positions that they imagine from it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from arena.games.gunrunners.deck import Options
from arena.games.gunrunners.imagine import imagine
from arena.games.gunrunners.knowledge import Group, exactly, learned, mixed, revealed
from arena.games.gunrunners.moves import Arrange, GoUndercover, Look, Place, SpyOut, Train
from arena.games.gunrunners.position import Trainee
from arena.games.gunrunners.view import Undercover
from tests.games.gunrunners.table import DECK, down, play, set_up, table, up


def test_everybody_knows_the_agents_of_the_set_up() -> None:
    """Plain ones, as the rules say."""
    state = set_up(3)
    for seat in range(3):
        assert state.memory(seat).probationary == tuple(exactly(at, "agent 1") for at in range(3))


def test_an_owner_knows_what_it_put_down() -> None:
    """Others do not, and forget what was there before."""
    state = set_up(3)
    card = state.hands[0][-1]
    play(state, Train(card, 1))
    assert exactly(1, card) in state.memory(0).probationary
    assert state.memory(2).probationary == (exactly(0, "agent 1"), exactly(2, "agent 1"))


def test_a_spy_knows_all_and_others_only_what_they_knew_by_owner() -> None:
    """Seat 0 had one known card at two places of its own and of seat 2; after the spy it knows sets."""
    left = [(1, "spy"), (0, "agent 3"), (2, "agent 2")]
    state = play(table(left=left), Train("agent 1", 0))
    assert state.memory(0).probationary == (exactly(1, "agent 3"), exactly(0, "agent 1"))
    play(state, SpyOut())
    seen = tuple(exactly(at, card) for at, card in enumerate(["agent 1", "agent 3", "agent 2"]))
    assert state.memory(1).probationary == seen
    play(state, Arrange((2, 0, 1)))
    assert state.memory(0).probationary == (Group((1, 2), ("agent 1", "agent 3")),)
    assert state.memory(1).probationary == tuple(
        exactly(at, card) for at, card in enumerate(["agent 2", "agent 1", "agent 3"])
    )
    assert state.memory(2).probationary == (exactly(0, "agent 2"),)


def test_undercover_agents_are_known_to_those_who_saw_them() -> None:
    """Their owner and an informant's; wherever they go."""
    state = table(
        left=[(1, "informant"), (0, "agent 1"), (2, "agent 1")], rows=[[down(2, "agent 4"), up(0, "agent 1")]]
    )
    play(state, Train("agent 1", 0))
    play(state, Look(0, 0))
    assert [state.memory(seat).undercover for seat in range(3)] == [(), *[(Undercover(0, 0, "agent 4"),)] * 2]
    play(state, Place(0))
    assert [state.memory(seat).undercover for seat in range(3)] == [(), *[(Undercover(0, 2, "agent 4"),)] * 2]


def test_learned_adds_a_card_known_exactly() -> None:
    """After those known before."""
    assert learned((exactly(0, "spy"),), 2, "agent 1") == (exactly(0, "spy"), exactly(2, "agent 1"))


@pytest.mark.parametrize(
    ("before", "card", "after"),
    [
        ((exactly(1, "spy"),), "spy", ()),
        ((exactly(0, "spy"),), "agent 1", (exactly(0, "spy"),)),
        # One of two known ones is out: the other is known exactly.
        ((Group((0, 1), ("agent 1", "spy")),), "spy", (exactly(0, "agent 1"),)),
        # The unknown one is out: the known one is what is left.
        ((Group((0, 1), ("agent 1",)),), "spy", (exactly(0, "agent 1"),)),
        # The known one is out: nothing is known of what is left.
        ((Group((0, 1), ("agent 1",)),), "agent 1", ()),
        ((Group((0, 1, 2), ("agent 1", "spy")),), "spy", (Group((0, 2), ("agent 1",)),)),
    ],
)
def test_revealed(before: tuple[Group, ...], card: str, after: tuple[Group, ...]) -> None:
    """The card at location 1 is turned up."""
    assert revealed(before, 1, card) == after


def test_mixed_merges_the_groups_of_an_owner() -> None:
    """An owner with nothing known has no group."""
    known = (exactly(0, "spy"), Group((1, 2), ("agent 1",)))
    assert mixed(known, [0, 0, 0, 1], [1, 0, 0, 0]) == (Group((1, 2, 3), ("agent 1", "spy")),)


def test_imagined_unknown_cards_vary_and_known_ones_stay() -> None:
    """Over many draws: the mixed pair lies both ways, the own undercover agent is always the same."""
    left = [(1, "spy"), (0, "agent 3"), (2, "agent 2")]
    state = set_up(3)
    hand = state.hands[0]
    state.trainees = table(left=left).trainees
    state.known = [(Group((1,), ("agent 3",)),), (), ()]
    play(state, GoUndercover(hand[0], 2))
    drawn = Counter[str]()
    for number in range(40):
        world = imagine(0, state.view(0), state.memory(0), Random(number), Options(deck=DECK))
        assert world.trainees[1] == Trainee(0, "agent 3")
        assert world.rows[2] == state.rows[2]
        first = world.trainees[0]
        assert first is not None
        assert first.owner == 1
        drawn[first.card] += 1
        assert sorted(world.luck.piles[0]) == sorted(_rest([*state.hands[0], hand[0], "agent 3"]))
    assert len(drawn) > 3


def _rest(cards: list[str]) -> list[str]:
    rest = Counter(DECK.cards())
    rest.subtract(cards)
    return list(rest.elements())
