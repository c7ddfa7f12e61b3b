"""The bots of the box beat those below them: at the same deals each time, so that nothing here is left to luck."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

import pytest

from arena.games import Deal, Ranking, find_game
from arena.protocol import encode_body
from bots.gangsta.greedy import Greedy as GangstaGreedy
from bots.gangsta.planner import Planner as GangstaPlanner
from bots.gunrunners.greedy import Greedy
from bots.gunrunners.planner import Planner

Turn = dict[str, Any]


class Bot(Protocol):
    """As the files in `bots/` are written."""

    def choose(self, turn: Turn, /) -> int: ...


class AtRandom:
    """Any legal move."""

    def __init__(self, start: Turn) -> None:
        self._random = Random(start["seed"])

    def choose(self, turn: Turn) -> int:
        return self._random.randrange(len(turn["legal"]))


Make = Callable[[Turn], Bot]


def _share(game_name: str, seats: int, strong: Make, weak: Make, deals: int) -> float:
    """The part of the others that the strong one beats, alone among weak ones, on each seat of each deal."""
    game = find_game(game_name)
    beaten = 0.0
    for deal in range(deals):
        for own in range(seats):
            state = game.new(game.options_type(), seats, Deal(f"order {deal}"))
            options = json.loads(encode_body(game.options_type()))
            starts = [{"seat": seat, "seats": seats, "options": options, "seed": deal} for seat in range(seats)]
            bots = [(strong if seat == own else weak)(start) for seat, start in enumerate(starts)]
            while acting := state.to_act():
                moves = {}
                for seat in acting:
                    legal = state.legal(seat)
                    turn = {"view": state.view(seat), "memory": state.memory(seat), "legal": legal}
                    moves[seat] = legal[bots[seat].choose(json.loads(encode_body(turn)))]
                state.apply(moves)
            outcome = state.outcome()
            assert isinstance(outcome, Ranking)
            others = [place for seat, place in enumerate(outcome.places) if seat != own]
            place = outcome.places[own]
            beaten += sum((other > place) + (other == place) / 2 for other in others) / len(others)
    return beaten / (deals * seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("game", "greedy"), [("gunrunners", Greedy), ("gangsta", GangstaGreedy)])
def test_greedy_beats_random(game: str, greedy: Make, seats: int) -> None:
    """At each number of seats two of three opponents or more."""
    assert _share(game, seats, greedy, AtRandom, 6) >= 2 / 3


@pytest.mark.parametrize(
    ("game", "planner", "greedy"), [("gunrunners", Planner, Greedy), ("gangsta", GangstaPlanner, GangstaGreedy)]
)
def test_the_planner_beats_greedy(game: str, planner: Make, greedy: Make) -> None:
    """Three of four or more."""
    assert _share(game, 2, planner, greedy, 4) >= 3 / 4
