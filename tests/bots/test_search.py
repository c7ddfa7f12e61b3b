"""The search bot beyond Gunrunners: cooperative games, simultaneous moves, the guard on its time, its policy."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from pkgutil import resolve_name
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest

from arena.games import Deal, Game, Ranking, TeamResult, find_game
from arena.games.toys import BIDS, LANTERNS
from arena.games.toys.bids import Bid, BidsOptions, BidsShown, BidsState
from arena.games.toys.lanterns import LanternsState, Placed
from arena.protocol import encode_body

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


class Stubborn:
    """A policy that always takes the same one of the moves."""

    def __init__(self, index: int) -> None:
        self.index = index

    def choose(self, turn: dict[str, Any]) -> int:
        return self.index


def _last_bid(bot: ModuleType, seed: int, *policy: Stubborn) -> Bid:
    """The choice between 2 and 8 in the last of three rounds, at one point each."""
    rounds = [BidsShown((1, 3), 1), BidsShown((5, 4), 0)]
    state = BidsState(BidsOptions(), [[2, 8], [6, 7]], rounds)
    search = bot.Search(BIDS, BidsOptions(), 0, seed, 60, policy)
    bids = state.legal(0)
    choice: int = search.choose(state.view(0), state.memory(0), bids, None)
    return bids[choice]


@pytest.mark.parametrize("seed", range(5))
def test_a_dominant_bid_is_found(bot: ModuleType, seed: int) -> None:
    """8 wins against every other bid and shares with an 8; 2 wins against a 1 alone."""
    assert _last_bid(bot, seed) == Bid(8)


@pytest.mark.parametrize("seed", range(5))
def test_a_policy_that_is_wrong_is_not_followed(bot: ModuleType, seed: int) -> None:
    """Whatever it says, the dominant bid is made."""
    assert [_last_bid(bot, seed, Stubborn(index), Stubborn(0)) for index in (0, 1)] == [Bid(8), Bid(8)]


def _last_lantern(bot: ModuleType, table: str, *policy: Stubborn) -> int:
    """The index of the move with a blue and a red lantern in hand, when one more may be put down beside these."""
    placed = [Placed(0, False, colour) for colour in table.split()]
    state = LanternsState([["blue", "red"]], ["green"], placed)
    search = bot.Search(LANTERNS, LANTERNS.options_type(), 0, 1, 20, policy)
    choice: int = search.choose(state.view(0), state.memory(0), state.legal(0), None)
    return choice


def test_the_colour_that_is_missing_is_put_down(bot: ModuleType) -> None:
    """Of blue alight, blue covered, red alight, red covered one of the first two wins, with a policy that says red,
    too."""
    assert _last_lantern(bot, "green red") in {0, 1}
    assert _last_lantern(bot, "green red", Stubborn(3)) in {0, 1}


@pytest.mark.parametrize("index", range(4))
def test_what_is_no_better_is_left_to_the_policy(bot: ModuleType, index: int) -> None:
    """With two colours missing all four moves lose alike."""
    assert _last_lantern(bot, "green green", Stubborn(index)) == index
    assert _last_lantern(bot, "red red", Stubborn(index)) == index


def test_better_beyond_chance(bot: ModuleType) -> None:
    """One world says nothing; the same gain in every one says all; a mean that others hide says nothing either."""
    assert not bot.surely_better([1.0], [0.0])
    assert bot.surely_better([0.5, 1.0, 0.0], [0.4, 0.9, -0.1])
    assert not bot.surely_better([1.0, 0.0, 0.0], [0.0, 0.0, 0.5])
    assert not bot.surely_better([0.5, 0.5], [0.5, 0.5])


def test_it_beats_its_own_policy(bot: ModuleType) -> None:
    """Against one that always bids its lowest card, and is the policy: it sees through it."""
    won = lost = 0
    for deal in range(20):
        state = BIDS.new(BidsOptions(), 2, Deal(f"policy {deal}"))
        search = bot.Search(BIDS, BidsOptions(), deal % 2, deal, 40, [Stubborn(0), Stubborn(0)])
        while state.to_act():
            both = [state.legal(seat) for seat in (0, 1)]
            moves = {seat: legal[0] for seat, legal in enumerate(both)}
            own = both[search.seat]
            moves[search.seat] = own[search.choose(state.view(search.seat), state.memory(search.seat), own, None)]
            state.apply(moves)
        outcome = state.outcome()
        assert isinstance(outcome, Ranking)
        won += outcome.places[search.seat] < outcome.places[1 - search.seat]
        lost += outcome.places[search.seat] > outcome.places[1 - search.seat]
    assert won > 2 * lost


_QUICK = [(policy, seats) for policy in ("gunrunners.greedy:Greedy", "gangsta.greedy:Greedy") for seats in (2, 3, 4)]


@pytest.mark.parametrize(("policy", "seats"), [*_QUICK, ("gangsta.planner:Planner", 2)])
def test_the_bots_of_the_box_as_policies(bot: ModuleType, policy: str, seats: int) -> None:
    """What they are told in a play-out is what the wire says, and they choose for every seat to the end of the game."""
    game = find_game(policy.partition(".")[0])
    options = game.options_type()
    state = game.new(options, seats, Deal("policy"))
    (seat,) = state.to_act()
    view, memory, legal = state.view(seat), state.memory(seat), state.legal(seat)
    wire = encode_body({"view": view, "memory": memory, "legal": legal})
    assert bot.told(view, memory, legal) == json.loads(wire)
    start = {"seats": seats, "options": json.loads(encode_body(options))}
    minds = [resolve_name(f"bots.{policy}")(start | {"seat": each}) for each in range(seats)]
    search = bot.Search(game, options, seat, 1, 1, minds)
    first, second = [search.play_out(state.clone(), Random(3)) for _ in range(2)]
    assert first == second
