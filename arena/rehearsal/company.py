"""Who sits with a bot that is checked: others of several kinds, from the weakest."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from arena.box import in_the_box
from arena.games import Game
from arena.players import FunctionPlayer, PlayerFactory, choose_at_random, program_players
from arena.rehearsal.rogues import PATIENT
from arena.sandbox import Limits, Program

QUICK = ("greedy", "careful", "planner")
"""The bots of the box that answer at once, by the names of their files."""


def company_of(game: Game, logs: Path) -> dict[str, PlayerFactory]:
    """What makes a player of each kind, by its name: random movers, and what of `QUICK` the box has for the game."""
    found: dict[str, PlayerFactory] = {"random": partial(FunctionPlayer, choose_at_random)}
    for name in QUICK:
        path = in_the_box("bots") / game.name / f"{name}.py"
        if path.is_file():
            program = Program(name, (sys.executable, str(path)), str(path.parent), {})
            found |= program_players({name: program}, PATIENT, Limits(), "none", logs / "company")
    return found
