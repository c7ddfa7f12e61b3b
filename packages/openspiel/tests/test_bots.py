"""OpenSpiel's own players as bots, kept to what is known of their games."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import permutations
from typing import Any

import msgspec
import pytest
from arena.games import Deal, Ranking

from arena_openspiel.bot import Mind, Policy, Start, equilibrium, mcts, minimax
from arena_openspiel.family import find, table_of
from arena_openspiel.state import SpielState, Table
from arena_openspiel.structs import CHANCE
from arena_openspiel.worlds import played


def table(name: str) -> Table:
    return table_of(name, find(f"openspiel.{name}").options_type(), 2)


def play(name: str, minds: list[Mind]) -> Ranking:
    """The game's outcome when those choose, from what is sent to them."""
    game = find(f"openspiel.{name}")
    state = game.new(game.options_type(), 2, Deal("x"))
    while state.to_act():
        (seat,) = state.to_act()
        turn = json.loads(msgspec.json.encode({"view": state.view(seat), "memory": state.memory(seat)}))
        action = minds[seat](turn)
        state.apply({seat: next(move for move in state.legal(seat) if move.action == action)})
    outcome = state.outcome()
    assert isinstance(outcome, Ranking)
    return outcome


def test_tic_tac_toe_is_drawn_by_perfect_play() -> None:
    """Whoever plays it perfectly, by alpha-beta or by a search that proves its moves."""
    board = table("tic_tac_toe")
    perfect = [minimax(Start(board, seat, 1)) for seat in (0, 1)]
    searching = [mcts(Start(board, seat, 7), 3000) for seat in (0, 1)]
    for minds in (perfect, [perfect[0], searching[1]], [searching[0], perfect[1]]):
        assert play("tic_tac_toe", minds).places == (1, 1)


def value(state: SpielState, policy: Policy) -> float:
    """What the first seat may expect when all seats choose by that policy."""
    if not state.to_act():
        outcome = state.outcome()
        assert isinstance(outcome, Ranking)
        return outcome.scores[0]
    (seat,) = state.to_act()
    chances = dict(policy[state.view(seat).text])
    worth = 0.0
    for move in state.legal(seat):
        after = state.clone()
        after.apply({seat: move})
        worth += chances[move.action] * value(after, policy)
    return worth


def test_kuhn_poker_is_worth_minus_one_in_eighteen_to_the_first_seat() -> None:
    """Kuhn's result of 1950, exact over all six deals, with the average policy of CFR+ after 2,000 iterations, by
    what arena shows and pays."""
    cards = table("kuhn_poker")
    policy = equilibrium(cards.game, 2000)
    deals = [[(CHANCE, card) for card in hands] for hands in permutations(range(3), 2)]
    worth = [value(SpielState(cards, played(cards, deal), Deal("x"), deal), policy) for deal in deals]
    assert len(worth) == 6
    assert sum(worth) / 6 == pytest.approx(-1 / 18, abs=1e-4)


def ask(command: list[str], messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    done = subprocess.run(
        [sys.executable, "-m", "arena_openspiel.bot", *command], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_program_speaks_the_protocol() -> None:
    """Of two lines of three it makes the third; a move's number in the legal list is not its number in OpenSpiel."""
    game = find("openspiel.tic_tac_toe")
    state = game.new(game.options_type(), 2, Deal("x"))
    for action in (0, 3, 1, 4):
        (seat,) = state.to_act()
        state.apply({seat: next(move for move in state.legal(seat) if move.action == action)})
    turn = {"type": "turn", "id": 3, "view": state.view(0), "memory": state.memory(0), "legal": state.legal(0)}
    answers = ask(
        ["--minimax"],
        [
            {"type": "hello", "id": 1, "protocol": 1, "game": "openspiel.tic_tac_toe"},
            {"type": "start", "id": 2, "seat": 0, "seats": 2, "options": {}, "seed": 5},
            json.loads(msgspec.json.encode(turn)),
            {"type": "end"},
            {"type": "quit"},
        ],
    )
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert state.legal(0)[answers[2]["choice"]].action == 2
