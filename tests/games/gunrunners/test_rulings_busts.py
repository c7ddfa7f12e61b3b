"""Rulings 22 to 29: busts, the ends of the game, the winner."""

from __future__ import annotations

import pytest

from arena.games import Ranking
from arena.games.gunrunners import busts
from arena.games.gunrunners.events import Busted, GameOver, HalfDiscarded, SpecialDelivery
from arena.games.gunrunners.moves import Audit, Decline, GoUndercover, MoveAgent, Raid, Train
from arena.games.gunrunners.state import State
from tests.games.gunrunners.table import down, moves, play, row, table, told, up

ONES = [up(0, "agent 1")] * 3
THREE_AND_A_DIRECTOR = [(1, "director"), (1, "agent 1"), (2, "agent 1")]


def test_ruling_22_an_auditor_can_undo_a_bust() -> None:
    """The fourth face-up card is there, but gone before phase 4."""
    left = [(1, "auditor"), (1, "agent 1"), (2, "agent 1")]
    state = play(table(left=left, rows=[ONES], audit=6), Train("agent 1", 0))
    assert told(state, Busted) == []
    stays = play(state.clone(), Decline())
    assert len(told(stays, Busted)) == 1
    play(state, Audit(0, 0))
    assert told(state, Busted) == []
    assert len(row(state, 0)) == 3


def test_ruling_22_a_director_can_cause_a_bust() -> None:
    """Where it moves the fourth card to."""
    state = play(table(left=THREE_AND_A_DIRECTOR, rows=[[], ONES]), Train("agent 1", 0))
    play(state, MoveAgent(0, 0, 1))
    (bust,) = told(state, Busted)
    assert (bust.at, bust.totals) == (1, (3, 1, None))


def test_ruling_23_five_face_up_cards() -> None:
    """A flip makes four, a director five: one bust with all of them."""
    state = table(left=THREE_AND_A_DIRECTOR, rows=[ONES, [up(2, "agent 4")]])
    play(state, Train("agent 1", 0))
    play(state, MoveAgent(1, 0, 0))
    (bust,) = told(state, Busted)
    assert (bust.totals, len(bust.row)) == ((3, 1, 4), 5)


def test_ruling_23_face_down_cards_do_not_count_to_four() -> None:
    """Three face-up ones, an undercover and a probationary one are no bust."""
    state = table(rows=[[*ONES, down(1, "agent 1")]])
    play(state, GoUndercover("agent 1", 0))
    assert told(state, Busted) == []
    assert len(row(state, 0)) == 5


def double_bust(marker: int = 0) -> State:
    """A director has moved a fourth card to location 2 while location 1 had five: two busts."""
    four = [*ONES, up(2, "agent 4")]
    state = table(left=THREE_AND_A_DIRECTOR, rows=[four, ONES], crates=[4, 8, 4], marker=marker)
    play(state, Train("agent 1", 0))
    return play(state, MoveAgent(0, 3, 1))


def test_ruling_24_active_player_picks_the_order_of_two_busts() -> None:
    """Each is complete before the other: the second location has one crate more, the first gets one from it."""
    state = double_bust()
    assert (state.stage, state.active, state.to_act()) == ("raid", 0, (0,))
    assert moves(state) == (Raid(0), Raid(1))
    play(state, Raid(1))
    first, second = told(state, Busted)
    assert (first.at, first.marker, first.taken, first.left) == (1, 1, (2, None, 4), 2)
    # 4 + 1 of the first special delivery.
    assert (second.at, second.marker, second.taken, second.left) == (0, 2, (3, 1, None), 1)
    assert told(state, SpecialDelivery) == [SpecialDelivery((1, 2, 1)), SpecialDelivery((2, 1, 1))]
    assert state.crates == [3, 5, 6]


@pytest.mark.parametrize(
    ("values", "crates", "taken"),
    [
        # The highest total first, whatever the order in the row.
        ([(0, 1), (1, 3), (2, 4), (0, 1)], 12, (2, 3, 6)),
        # All equal: by the nearest card.
        ([(2, 2), (0, 1), (1, 2), (0, 1)], 12, (3, 2, 6)),
        # Two players with cards: the third gets nothing.
        ([(1, 1), (1, 1), (0, 1), (0, 3)], 5, (3, 1, None)),
        # Not enough crates for all.
        ([(0, 4), (1, 3), (2, 2), (2, 1)], 2, (1, 1, 0)),
        ([(0, 4), (1, 3), (2, 1), (2, 1)], 1, (1, 0, 0)),
    ],
)
def test_ruling_25_split(values: list[tuple[int, int]], crates: int, taken: tuple[int | None, ...]) -> None:
    """Half rounded up to the highest total, and again of what is left to the next; ties to the nearest card."""
    *three, (owner, value) = values
    other = (owner + 1) % 3
    state = table(
        active=other,
        left=[(owner, f"agent {value}")] * 3,
        rows=[[up(who, f"agent {what}") for who, what in three]],
        crates=[crates, 4, 4],
    )
    play(state, Train("agent 1", 0))
    (bust,) = told(state, Busted)
    assert bust.taken == taken
    assert bust.left == crates - sum(filter(None, taken))


def test_ruling_26_all_cards_on_the_right_are_discarded() -> None:
    """Undercover ones too, to their owners; the probationary agent stays, and no view shows the discards."""
    left = [(1, "agent 2"), (1, "agent 1"), (2, "agent 1")]
    state = play(table(left=left, rows=[[*ONES, down(2, "spy")]]), Train("agent 1", 0))
    assert row(state, 0) == []
    assert state.discards == [("agent 1",) * 3, ("agent 2",), ("spy",)]
    assert state.view(0).locations[0].probationary == 0
    assert state.memory(1).discarded == (("agent 1",) * 3, ("agent 2",), ("spy",))


def test_ruling_27_the_seventh_bust_ends_the_game_with_the_turn() -> None:
    """Undercover agents elsewhere stay unscored, crates elsewhere unconfiscated."""
    left = [(1, "agent 2"), (1, "agent 1"), (2, "agent 1")]
    rows = [ONES, [down(2, "agent 4")]]
    state = play(table(left=left, rows=rows, marker=6), Train("agent 1", 0))
    assert (state.stage, state.to_act(), state.marker) == ("over", (), 7)
    assert len(told(state, Busted)) == 1
    assert row(state, 1) == [(2, None)]
    assert state.outcome() == Ranking((1, 2, 3), (2, 1, 0))


def test_ruling_27_an_eighth_bust_is_possible() -> None:
    """Both busts of a turn are resolved, with their special deliveries."""
    state = play(double_bust(marker=6), Raid(0))
    assert [bust.marker for bust in told(state, Busted)] == [7, 8]
    assert len(told(state, SpecialDelivery)) == 2
    (over,) = told(state, GameOver)
    assert over.reason == "busts"


def last_turn(**more: object) -> State:
    """Seat 2 has the last card of all."""
    return table(active=2, hands=[[], [], ["agent 2"]], **more)  # type: ignore[arg-type]


def test_ruling_28_cards_out() -> None:
    """Half of the crates go, rounded up; then every location is bust however many are there; nothing is delivered."""
    rows = [[up(0, "agent 3"), down(1, "agent 4")], [up(1, "agent 1")]]
    state = last_turn(rows=rows, crates=[9, 4, 5], warehouse=5, marker=2)
    play(state, GoUndercover("agent 2", 1))
    assert told(state, HalfDiscarded) == [HalfDiscarded((5, 2, 3))]
    assert [(bust.at, bust.taken, bust.left, bust.marker) for bust in told(state, Busted)] == [
        (0, (1, 2, None), 1, None),
        (1, (None, 1, 1), 0, None),
        (2, (None, None, None), 2, None),
    ]
    assert told(state, SpecialDelivery) == []
    assert (state.marker, state.warehouse, state.stock) == (2, 5, 50)
    (over,) = told(state, GameOver)
    assert over.reason == "cards out"
    assert state.outcome() == Ranking((2, 1, 2), (1, 3, 1))


def test_ruling_28_an_ordinary_bust_in_the_last_turn_comes_first() -> None:
    """With its special delivery, which is then halved like the rest."""
    state = last_turn(left=[(1, "agent 1")] * 3, rows=[ONES], crates=[8, 4, 4])
    play(state, Train("agent 2", 0))
    assert [bust.marker for bust in told(state, Busted)] == [4, None, None, None]
    assert told(state, SpecialDelivery) == [SpecialDelivery((2, 1, 1))]
    assert told(state, HalfDiscarded) == [HalfDiscarded((2, 3, 3))]


def test_ruling_28_a_seventh_bust_in_the_last_turn_goes_first() -> None:
    """Then there are no last busts."""
    state = play(last_turn(left=[(1, "agent 1")] * 3, rows=[ONES], marker=6), Train("agent 2", 0))
    assert told(state, HalfDiscarded) == []
    (over,) = told(state, GameOver)
    assert over.reason == "busts"


def ended(taken: list[int], hands: list[list[str]]) -> Ranking | None:
    """The result with these crates and hands; an agent 4 of seat 2 discarded, an agent 1 of each seat on the left."""
    state = table(taken=taken, hands=hands, piles=[["agent 2"], [], []])
    state.discards[2] = ("agent 4",)
    busts.end(state, "busts")
    return state.outcome()


def test_ruling_29_winner() -> None:
    """Most crates; then the total of hand, pile and both sides; then the highest card; then the win is shared."""
    assert ended([5, 9, 7], [["agent 4"], [], []]) == Ranking((3, 1, 2), (5, 9, 7))
    # Pile 2 + hand 1 against hand 2 and hand 2.
    assert ended([5, 5, 5], [["agent 1"], ["agent 2"], ["agent 2"]]) == Ranking((1, 2, 2), (5, 5, 5))
    # All 4 with the agent on the left: a highest card of 2, 3 and 2.
    assert ended([5, 5, 5], [["agent 1"], ["agent 3"], ["agent 2", "agent 1"]]) == Ranking((2, 1, 2), (5, 5, 5))


@pytest.mark.parametrize(
    ("taken", "cards"),
    [
        ([5, 9, 7], ()),
        ([7, 9, 9], ((), ("agent 2",), ("agent 1", "agent 4"))),
        ([5, 5, 5], (("agent 3",), ("agent 2",), ("agent 1", "agent 4"))),
    ],
)
def test_ruling_29_all_see_the_cards_that_break_a_tie(taken: list[int], cards: tuple[tuple[str, ...], ...]) -> None:
    """Only of those with as many crates as another; where crates decide there is nothing to show."""
    state = table(taken=taken, rows=[[up(0, "agent 3")], [down(1, "agent 2")], [up(2, "agent 4"), down(2, "agent 1")]])
    state.trainees, state.hands = [None] * 3, [()] * 3
    busts.end(state, "busts")
    (over,) = told(state, GameOver)
    assert over.cards == cards


def test_ruling_29_cards_on_the_right_count_too() -> None:
    """Face up or face down, at the end by busts."""
    rows = [[], [down(1, "agent 3"), up(2, "agent 2")]]
    state = table(taken=[5, 5, 5], rows=rows)
    busts.end(state, "busts")
    assert state.outcome() == Ranking((3, 1, 2), (5, 5, 5))
