"""The search bot beyond Gunrunners: cooperative games, simultaneous moves, the guard on its time."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest

from arena.games import Deal, Game, Ranking, TeamResult
from arena.games.toys import BIDS, LANTERNS

PATH = Path(__file__).parents[2] / "bots" / "search.py"


@pytest.fixture(scope="module")
def bot() -> ModuleType:
    """The bot's file as a module: it is no package's."""
    spec = importlib.util.spec_from_file_location("search_bot", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["search_bot"] = module
    spec.loader.exec_module(module)
    return module


def _play(bot: ModuleType, game: Game, seats: int, deal: str, searching: set[int], playouts: int) -> Any:
    """The outcome of a game in which the other seats move at random."""
    options = game.options_type()
    state = game.new(options, seats, Deal(deal))
    minds = {seat: bot.Search(game, options, seat, seat, playouts) for seat in searching}
    rng = Random(deal)
    while acting := state.to_act():
        moves = {}
        for seat in acting:
            legal = state.legal(seat)
            if seat in minds:
                moves[seat] = legal[minds[seat].choose(state.view(seat), state.memory(seat), legal, None)]
            else:
                moves[seat] = rng.choice(legal)
        state.apply(moves)
    return state.outcome()


def test_seats_that_move_at_once(bot: ModuleType) -> None:
    """It plays, and wins more than its share of a small game against random seats."""
    outcomes = [_play(bot, BIDS, 3, f"bids {i}", {i % 3}, 60) for i in range(90)]
    beaten = [sum(place > outcome.places[i % 3] for place in outcome.places) for i, outcome in enumerate(outcomes)]
    lost_to = [sum(place < outcome.places[i % 3] for place in outcome.places) for i, outcome in enumerate(outcomes)]
    assert sum(beaten) > sum(lost_to)


@pytest.mark.parametrize("seats", [1, 3])
def test_a_team(bot: ModuleType, seats: int) -> None:
    """A cooperative game, alone as well, ends better than by random moves."""
    everybody = set(range(seats))
    with_search = [_play(bot, LANTERNS, seats, f"team {i}", everybody, 60).score for i in range(15)]
    at_random = [_play(bot, LANTERNS, seats, f"team {i}", set(), 60).score for i in range(15)]
    assert sum(with_search) > sum(at_random)


def test_a_deadline_that_has_passed_still_gives_a_move(bot: ModuleType) -> None:
    """Without a single play-out there is a choice all the same."""
    game: Game = BIDS
    state = game.new(game.options_type(), 2, Deal("late"))
    search = bot.Search(game, game.options_type(), 0, 1, 10**9)
    assert search.choose(state.view(0), state.memory(0), state.legal(0), 0.0) in range(len(state.legal(0)))


@pytest.mark.parametrize(
    ("move_ms", "bank_ms", "increment_ms", "left_ms", "seconds"),
    [
        (None, None, 0, None, None),
        (1000, None, 0, None, 0.5),
        (None, 60_000, 0, 60_000, 1.5),
        (1000, 60_000, 0, 60_000, 0.5),
        (1000, 60_000, 0, 400, 0.01),
        (None, 60_000, 200, 100, 0.05),
    ],
)
def test_how_long_it_may_think(
    bot: ModuleType,
    move_ms: int | None,
    bank_ms: int | None,
    increment_ms: int,
    left_ms: int | None,
    seconds: float | None,
) -> None:
    """Half of the least of the limits: the move's, the bank's, and this decision's part of the bank."""
    time = {"start_ms": 1, "move_ms": move_ms, "bank_ms": bank_ms, "increment_ms": increment_ms}
    deadline = bot.deadline_of({"left_ms": left_ms}, time, 100.0)
    assert deadline == (None if seconds is None else pytest.approx(100 + seconds))


def test_the_worth_of_an_end(bot: ModuleType) -> None:
    """Of two seats the better place is worth more whatever the lead; in the same place the wider lead is."""
    wide, narrow = Ranking((1, 2), (20.0, 2.0)), Ranking((1, 2), (12.0, 11.0))
    assert bot.worth(wide, 0) > bot.worth(narrow, 0) > bot.worth(narrow, 1) > bot.worth(wide, 1)
    tie = Ranking((1, 1), (5.0, 5.0))
    assert bot.worth(tie, 0) == bot.worth(tie, 1) == 0.5
    assert bot.worth(Ranking((1, 2), (0.0, 0.0)), 0) == 1
    assert bot.worth(TeamResult(False, 3.5), 0) == 3.5


def test_it_chooses_the_same_with_the_same_seed(bot: ModuleType) -> None:
    """Without a deadline nothing depends on the clock."""
    first, second = [msgspec.json.encode(_play(bot, BIDS, 3, "same", {0, 1, 2}, 30)) for _ in range(2)]
    assert first == second
