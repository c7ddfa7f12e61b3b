"""A position: luck from the deal, moves with their words, what is shown, how it ends."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from arena.games import PUBLIC, Deal, IllegalMove, Ranking, TeamResult

from arena_openspiel.family import find
from arena_openspiel.structs import CHANCE, SpielActed, SpielMove


def begin(name: str, seats: int = 2, deal: str = "x", **options: Any) -> Any:
    game = find(f"openspiel.{name}")
    return game.new(game.options_type(**options), seats, Deal(deal))


def act(state: Any, *texts: str) -> Any:
    """All who are to act do what is called so, in the order of seats."""
    moves = {
        seat: next(move for move in state.legal(seat) if move.text == text)
        for seat, text in zip(state.to_act(), texts, strict=True)
    }
    state.apply(moves)
    return state


def luck(state: Any) -> list[int]:
    return [action for seat, action in state.acts if seat == CHANCE]


def test_the_same_deal_gives_the_same_cards_whatever_is_done() -> None:
    """Of leduc poker: two hands before anybody acts, and the card on the table whenever it comes."""
    called = act(act(begin("leduc_poker"), "Call"), "Call")
    raised = act(act(act(begin("leduc_poker"), "Raise"), "Raise"), "Call")
    assert luck(called) == luck(raised)
    assert len(luck(called)) == 3
    others = {tuple(luck(begin("leduc_poker", deal=str(number)))) for number in range(40)}
    assert len(others) > 10


def test_chance_falls_as_likely_as_openspiel_says() -> None:
    """The first card of Kuhn poker is each of three in a third of all deals: 300 of 900, a deviation being 14."""
    first = [luck(begin("kuhn_poker", deal=str(number)))[0] for number in range(900)]
    assert all(abs(first.count(card) - 300) < 71 for card in range(3))


def test_all_who_act_at_once_are_asked_at_once() -> None:
    """The prisoner's dilemma: who defects against one who cooperates has 10, the other 0."""
    state = begin("matrix_pd")
    assert state.to_act() == (0, 1)
    act(state, "Defect", "Cooperate")
    assert state.outcome() == Ranking((1, 2), (10.0, 0.0))


def test_equal_returns_share_a_place() -> None:
    state = act(begin("matrix_pd"), "Cooperate", "Cooperate")
    assert state.outcome() == Ranking((1, 1), (5.0, 5.0))


def test_a_game_of_one_result_is_a_teams() -> None:
    """Tiny Hanabi: 10 is the most that can be had."""
    assert find("openspiel.tiny_hanabi").cooperative
    state = begin("tiny_hanabi")
    while state.to_act():
        state.apply({seat: state.legal(seat)[0] for seat in state.to_act()})
    outcome = state.outcome()
    assert isinstance(outcome, TeamResult)
    assert outcome.won == (outcome.score == 10)
    assert find("openspiel.2048").cooperative


def test_where_nothing_is_hidden_everybody_is_told_all() -> None:
    """The board, the moves by their words, the history."""
    state = act(begin("tic_tac_toe"), "x(1,1)")
    assert state.view(0).text == state.view(1).text == state.public().text == "...\n.x.\n..."
    (event,) = state.events
    assert event.seen_by(PUBLIC) == SpielActed(0, 4, "x(1,1)")
    assert [(one.seat, one.action) for one in state.memory(1).acts] == [(0, 4)]


def test_dice_are_told_where_nothing_is_hidden() -> None:
    """Of pig, in which a seat that has not stopped rolls on: the event of the roll stands behind that of the act."""
    state = act(begin("pig"), "roll")
    acted, rolled = (event.seen_by(PUBLIC) for event in state.events)
    assert (acted.seat, acted.text, rolled.seat) == (0, "roll", CHANCE)
    assert find("openspiel.pig").tell(rolled) == f"chance: {rolled.text}"
    assert [(one.seat, one.action) for one in state.memory(1).acts] == [(0, acted.action), (CHANCE, rolled.action)]


def test_where_something_is_hidden_others_see_that_one_acted() -> None:
    """Its own act a seat knows; so does no other, and nobody is told of chance."""
    state = act(begin("phantom_ttt"), "x(1,1)")
    (event,) = state.events
    assert event.seen_by(0) == SpielActed(0, 4, "x(1,1)")
    assert event.seen_by(1) == event.seen_by(PUBLIC) == SpielActed(0, None, None)
    assert [one.action for one in state.memory(0).acts] == [4]
    assert [one.action for one in state.memory(1).acts] == [None]
    assert begin("leduc_poker").memory(0).acts == ()


def test_what_a_seat_sees_is_an_option_where_openspiel_has_several() -> None:
    """The information state by default; the struct is JSON."""
    information, struct = begin("hearts", 4), begin("hearts", 4, sees="struct")
    assert information.view(0).text == information.position.information_state_string(0)
    assert struct.view(0).text.startswith('{"current_player"')


def test_a_move_is_number_and_words_and_both_must_fit() -> None:
    state = begin("tic_tac_toe")
    with pytest.raises(IllegalMove):
        state.apply({0: SpielMove(4, "x(0,0)")})
    assert state.legal(0)[4] == SpielMove(4, "x(1,1)")
    assert state.default(0) == state.legal(0)[0]


def test_a_world_that_is_imagined_looks_the_same_and_is_another() -> None:
    """Leduc poker: the other's card is drawn anew, each of the five that are left."""
    game = find("openspiel.leduc_poker")
    state = act(begin("leduc_poker"), "Raise")
    rng = Random(1)
    worlds: list[Any] = [game.imagine(1, state.view(1), state.memory(1), rng, game.options_type()) for _ in range(60)]
    assert {world.view(1).text for world in worlds} == {state.view(1).text}
    assert len({luck(world)[0] for world in worlds}) == 5
