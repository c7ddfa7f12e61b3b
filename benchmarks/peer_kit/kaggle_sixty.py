"""Sixty as an environment of kaggle-environments: `kaggle_sixty.py GAMES` plays so many games and checks each.

The agents are Python functions in the same process, which is the way that asks least of the machine.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

MOVES = 60
SPECIFICATION = {
    "name": "sixty",
    "title": "Sixty",
    "description": "In turn each puts 1, 2 or 3 on its pile.",
    "version": "1",
    "agents": [2],
    "configuration": {"episodeSteps": MOVES + 10},
    "reward": {"type": "number", "default": 0},
    "action": {"type": "integer", "minimum": 0, "maximum": 2, "default": 0},
    "observation": {"piles": {"type": "array", "shared": True, "items": {"type": "integer"}, "default": [0, 0]}},
}


def interpreter(state: Any, env: Any) -> Any:
    """Makes the move of the seat that is on turn, and gives the turn to the other."""
    if env.done:  # it is being set up
        state[0].observation.piles = [0, 0]
        state[0].status, state[1].status = "ACTIVE", "INACTIVE"
        return state
    seat = 0 if state[0].status == "ACTIVE" else 1
    if state[seat].status != "ACTIVE":
        raise SystemExit(f"seat {seat} has come to harm: {state[seat].status}")
    piles = state[0].observation.piles
    piles[seat] += 1 + state[seat].action
    if len(env.steps) == MOVES:  # of which the first is the set-up
        for own, other in ((0, 1), (1, 0)):
            state[own].reward, state[own].status = piles[own] - piles[other], "DONE"
    else:
        state[seat].status, state[1 - seat].status = "INACTIVE", "ACTIVE"
    return state


def agent(observation: Any, configuration: Any) -> int:
    return 0


def main() -> None:
    kaggle: Any = import_module("kaggle_environments")
    game = {
        "specification": SPECIFICATION,
        "interpreter": interpreter,
        "renderer": lambda state, env: "",
        "html_renderer": lambda: "",
    }
    kaggle.register("sixty", game)
    env = kaggle.make("sixty")
    for _ in range(int(sys.argv[1])):
        steps = env.run([agent, agent])
        if len(steps) != MOVES + 1 or steps[-1][0].observation.piles != [30, 30]:
            raise SystemExit(f"a game went wrong after {len(steps)} steps: {steps[-1]}")


if __name__ == "__main__":
    main()
