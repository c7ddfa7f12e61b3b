"""How many steps a second games make as environments for those who train, beside OpenSpiel's and RLCard's.

    python benchmarks/learn.py --seconds 2

Random legal moves, each environment as its own project hands it out, with everything that a learner is given at a step:
the observation and which moves are legal. By processor time of this one process; a machine that others use, too, makes
it slower in all rows. The extra `learn` is needed; `open_spiel` and `rlcard` are taken where they are installed, which
is best done in an environment of its own (`pip install open_spiel rlcard`).
"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from random import Random
from typing import Any, NamedTuple

from tabulate import tabulate

from arena import learn
from arena.games import Deal, find_game

GameSteps = Callable[[Random], int]
"""Plays one game; how many decisions it had."""

IN_THE_BOX = (("gunrunners", 2), ("gunrunners", 4), ("gangsta", 2), ("gangsta", 4), ("grizzled", 2), ("grizzled", 4))
OF_OPEN_SPIEL = (
    "kuhn_poker",
    "leduc_poker",
    "tic_tac_toe",
    "connect_four",
    "backgammon",
    "hearts",
    "gin_rummy",
    "chess",
)
OF_RLCARD = ("leduc-holdem", "uno", "doudizhu", "mahjong", "gin-rummy", "bridge")


class Row(NamedTuple):
    """`numbers` of an observation, and CPU in microseconds a step."""

    project: str
    game: str
    what: str
    numbers: int | None
    steps: int
    us: float


def rules_alone(name: str, seats: int) -> GameSteps:
    """The rules without anything that is shown."""
    game = find_game(name)
    options = game.options_type()

    def play(rng: Random) -> int:
        state, steps = game.new(options, seats, Deal(str(rng.random()))), 0
        while acting := state.to_act():
            state.apply({seat: rng.choice(state.legal(seat)) for seat in acting})
            steps += len(acting)
        return steps

    return play


def as_environment(made: Any) -> GameSteps:
    """PettingZoo's loop."""

    def play(rng: Random) -> int:
        made.reset(seed=rng.getrandbits(30))
        steps = 0
        for _ in made.agent_iter():
            observed, _, ended, _, _ = made.last()
            steps += not ended
            made.step(None if ended else rng.randrange(int(observed["action_mask"].sum())))
        return steps

    return play


def arenas() -> Iterator[tuple[str, str, str, int | None, GameSteps]]:
    for name, seats in IN_THE_BOX:
        made = learn.env(name, seats)
        yield "arena", f"{name}, {seats} seats", "rules alone", None, rules_alone(name, seats)
        yield "arena", f"{name}, {seats} seats", "environment", made.encoder.size, as_environment(made)


def open_spiels() -> Iterator[tuple[str, str, str, int | None, GameSteps]]:
    import pyspiel
    from open_spiel.python.rl_environment import Environment

    def bare(game: Any) -> GameSteps:
        def play(rng: Random) -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    steps += 1
            return steps

        return play

    def whole(made: Any) -> GameSteps:
        def play(rng: Random) -> int:
            at, steps = made.reset(), 0
            while not at.last():
                player = at.observations["current_player"]
                at = made.step([rng.choice(at.observations["legal_actions"][player])])
                steps += 1
            return steps

        return play

    for name in OF_OPEN_SPIEL:
        game = pyspiel.load_game(name)
        made = Environment(game)
        yield "OpenSpiel", name, "rules alone", None, bare(game)
        yield "OpenSpiel", name, "environment", made.observation_spec()["info_state"][0], whole(made)


def rlcards() -> Iterator[tuple[str, str, str, int | None, GameSteps]]:
    import rlcard

    def whole(made: Any) -> GameSteps:
        def play(rng: Random) -> int:
            state, _ = made.reset()
            steps = 0
            while not made.is_over():
                state, _ = made.step(rng.choice(list(state["legal_actions"])))
                steps += 1
            return steps

        return play

    for name in OF_RLCARD:
        made = rlcard.make(name, {"seed": 1})
        size = 1
        for part in made.state_shape[0]:
            size *= part
        yield "RLCard", name, "environment", size, whole(made)


def measure(play: GameSteps, seconds: float) -> tuple[int, float]:
    """Steps, and processor time of each in microseconds; a first game is not counted."""
    rng = Random(1)
    play(rng)
    steps, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        steps += play(rng)
    return steps, spent / max(1, steps) * 1e6


def main() -> None:
    parser = ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="of processor time for each row")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows: list[Row] = []
    for package, all_of_it in (("arena-referee", arenas), ("open_spiel", open_spiels), ("rlcard", rlcards)):
        try:
            found = version(package)
            for project, game, what, numbers, play in all_of_it():
                rows.append(Row(f"{project} {found}", game, what, numbers, *measure(play, asked.seconds)))
        except (PackageNotFoundError, ImportError) as missing:
            print(f"left out, as it is not installed: {package} ({missing})", file=sys.stderr)
    if asked.json:
        print(json.dumps([row._asdict() for row in rows]))
        return
    shown = [(*row[:3], row.numbers or "", f"{row.us:,.0f}", f"{1e6 / row.us:,.0f}") for row in rows]
    heads = ("project", "game", "what", "numbers", "CPU a step, us", "steps/s")
    print(tabulate(shown, heads, tablefmt="github", colalign=("left",) * 3 + ("right",) * 3, disable_numparse=True))


if __name__ == "__main__":
    main()
