"""The bots that come with the project, each through a real process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.games import find_game
from arena.players import BotProcess, FunctionPlayer, Limits, ProcessPlayer, Program, TimeControl, choose_at_random
from arena.referee import FaultPolicy, Fixture, GameRecord, play

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "bots"
PATIENT = TimeControl(move_ms=60_000, start_ms=60_000)
"""No test here is about time: a slow machine must not decide it."""

TURN = {
    "type": "turn",
    "id": 41,
    "events": ["legal", {"legal": [1, 2, 3]}],
    "view": {"legal": [1], "say": 'a "legal":[1,2,3,4],', "id": 99, "deep": [{"legal": [[1, 2], 3]}]},
    "memory": {},
    "legal": [
        [1, [2, 3]],
        {"]}\",[{": {"c": [1, 2]}, "legal": [1, 2, 3, 4, 5]},
        "ends in a backslash \\",
        "grüße 😀, \u2028 [",
        {},
        None,
        -1.5e3,
    ],
    "last_ms": None,
    "left_ms": None,
    "legal ": [1],
}
"""A turn of no game, made to mislead whoever reads JSON by looking for signs."""


@cache
def _compiled() -> str:
    """The C++ bot, compiled once for all tests."""
    target = Path(os.environ.get("PYTEST_BOTS", "/dev/null"))
    return str(target)


