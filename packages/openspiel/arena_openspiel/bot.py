"""OpenSpiel's own players as a bot of arena, over stdin and stdout, for the games of this package.

python -m arena_openspiel.bot --mcts 1000       UCT with as many simulations, where nothing is hidden
python -m arena_openspiel.bot --minimax         perfect play, by alpha-beta to the end: for small games
python -m arena_openspiel.bot --cfr 1000        an equilibrium by CFR+, of as many iterations: for small games
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

import click
import msgspec
import pyspiel

from arena_openspiel.family import NAME, find, table_of
from arena_openspiel.state import Table
from arena_openspiel.worlds import played


@dataclass(frozen=True)
class Start:
    """What a bot knows of a game before its first decision."""

    table: Table
    seat: int
    seed: int


Mind: TypeAlias = Callable[[Mapping[str, Any]], int]
"""`mind(turn)`: OpenSpiel's number of the action that is chosen at that message of a referee."""


def mcts(start: Start, simulations: int) -> Mind:
    """UCT with random play-outs, OpenSpiel's in C++. Its draws come from the seed of the game."""
    _must_be_open(start.table)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=start.seed % 2**31)
    bot = pyspiel.MCTSBot(
        game=start.table.game,
        evaluator=evaluator,
        uct_c=2.0,
        max_simulations=simulations,
        max_memory_mb=1000,
        solve=True,
        seed=start.seed % 2**31,
        verbose=False,
    )
    return lambda turn: int(bot.step(_position(start.table, turn)))


def minimax(start: Start) -> Mind:
    """Perfect play in a game for two without chance: the whole tree is looked at, at each decision."""
    _must_be_open(start.table)
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    def choose(turn: Mapping[str, Any]) -> int:
        position = _position(start.table, turn)
        _, action = alpha_beta_search(start.table.game, state=position, maximizing_player_id=start.seat)
        return int(action)

    return choose


Policy: TypeAlias = Mapping[str, list[tuple[int, float]]]
"""For each information state its actions, with how likely each is chosen."""


def equilibrium(game: Any, iterations: int) -> Policy:
    """The average policy of CFR+ after so many iterations, which comes near to an equilibrium in a zero-sum game for
    two."""
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    return {state: list(chosen) for state, chosen in policy.policy_table().items()}


def cfr(start: Start, policy: Policy) -> Mind:
    """Draws from that policy, by the seed of the game."""
    rng = Random(start.seed)

    def choose(turn: Mapping[str, Any]) -> int:
        actions, chances = zip(*policy[turn["view"]["text"]], strict=True)
        [action] = rng.choices(actions, chances)
        return int(action)

    return choose


def _must_be_open(table: Table) -> None:
    if table.hidden:
        raise click.UsageError(f"{table.game.get_type().short_name} hides something: this player sees all, give --cfr")


def _position(table: Table, turn: Mapping[str, Any]) -> Any:
    return played(table, [(seat, action) for seat, action in turn["memory"]["acts"]])


def _begin(game: str, message: Mapping[str, Any]) -> Start:
    name = game.partition(f"{NAME}.")[2]
    options = msgspec.convert(message["options"], find(game).options_type)
    return Start(table_of(name, options, message["seats"]), message["seat"], message["seed"])


@click.command()
@click.option("--mcts", "simulations", type=click.IntRange(1), help="Monte Carlo tree search, simulations a move.")
@click.option("--minimax", "perfect", is_flag=True, help="Alpha-beta to the end.")
@click.option("--cfr", "iterations", type=click.IntRange(1), help="CFR+, iterations before the first game.")
def main(simulations: int | None, perfect: bool, iterations: int | None) -> None:
    """Play a game of OpenSpiel as a bot."""
    if sum((simulations is not None, perfect, iterations is not None)) != 1:
        raise click.UsageError("give one of --mcts, --minimax and --cfr")
    solved: dict[str, Policy] = {}

    def mind_of(start: Start) -> Mind:
        if simulations is not None:
            return mcts(start, simulations)
        if iterations is None:
            return minimax(start)
        which = str(start.table.game)
        if which not in solved:
            solved[which] = equilibrium(start.table.game, iterations)
        return cfr(start, solved[which])

    game, mind = "", None
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                game = message["game"]
                answer = {"type": "ready", "id": message["id"], "protocol": 1, "name": "OpenSpiel"}
            case "start":
                mind = mind_of(_begin(game, message))
                answer = {"type": "ready", "id": message["id"], "protocol": 1, "name": "OpenSpiel"}
            case "turn":
                assert mind is not None
                action = mind(message)
                choice = next(at for at, move in enumerate(message["legal"]) if move["action"] == action)
                answer = {"id": message["id"], "choice": choice}
            case "end":
                continue
            case _:
                return
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
