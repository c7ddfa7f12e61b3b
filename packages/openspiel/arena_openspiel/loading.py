"""Loads a game of OpenSpiel with parameters that may be anything.

Some wrong ones end the whole process inside of OpenSpiel (a poker game with fewer stacks than players), or never come
to an end. So parameters that are not the game's own defaults are tried in a process apart first.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any, Final, TypeAlias

import pyspiel

Parameters: TypeAlias = Mapping[str, int | float | bool | str]
"""Parameters of a game that are not its defaults. One that is itself a game is a text: `kuhn_poker(players=3)`."""

_PATIENCE: Final = 60
"""Seconds that the trial of parameters may take, on a busy machine."""
_LONGEST: Final = 2_000
"""How many actions the trial makes at most."""


def load(name: str, parameters: Parameters) -> Any:
    """The game, as pyspiel has it. Raises ValueError, with a sentence, where these parameters make none."""
    # `players` alone is checked by OpenSpiel itself, with an exception.
    return _load(name, json.dumps(dict(parameters), sort_keys=True), not set(parameters) <= {"players"})


@cache
def _load(name: str, parameters: str, doubtful: bool) -> Any:
    if doubtful and (problem := _trial(name, parameters)):
        raise ValueError(f"OpenSpiel cannot make a game of {name} with {parameters}: {problem}")
    try:
        return _loaded(name, json.loads(parameters))
    except Exception as problem:  # OpenSpiel's own, or any of C++ as Python has it
        raise ValueError(f"OpenSpiel cannot make a game of {name} with {parameters}: {_words(problem)}") from None


def _loaded(name: str, parameters: dict[str, Any]) -> Any:
    games = games_among(name)
    found = {
        key: pyspiel.game_parameters_from_string(value) if key in games else value for key, value in parameters.items()
    }
    return pyspiel.load_game(name, found)


@cache
def games_among(name: str) -> frozenset[str]:
    """Which parameters of a game are games themselves."""
    return frozenset(key for key, value in specification(name).items() if isinstance(value, dict))


@cache
def kinds() -> dict[str, Any]:
    """All games of OpenSpiel by its names for them, with what it says of each."""
    return {kind.short_name: kind for kind in pyspiel.registered_games()}


@cache
def specification(name: str) -> dict[str, Any]:
    """The parameters of a game with their defaults; a game is a mapping."""
    return dict(kinds()[name].parameter_specification)


def default_loadable(name: str) -> bool:
    """Whether a game can be made without parameters."""
    return bool(kinds()[name].default_loadable)


@cache
def _trial(name: str, parameters: str) -> str:
    """What goes wrong where a game with these parameters is begun and played at random; "" if nothing does."""
    command = [sys.executable, "-m", "arena_openspiel.loading", name, parameters]
    try:
        tried = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=_PATIENCE)
    except subprocess.TimeoutExpired:
        return f"it had not played {_LONGEST} moves after {_PATIENCE} seconds"
    said = " ".join(tried.stdout.split()) or " ".join(tried.stderr.split())[-300:] or f"exit status {tried.returncode}"
    return "" if tried.returncode == 0 else said


def _words(problem: Exception) -> str:
    """An error of OpenSpiel in a line: without the place in its sources, and without the list of all games."""
    text = str(problem).partition(" Available games")[0]
    if text.startswith("/"):
        text = text.partition(" ")[2]
    return " ".join(text.split()) or repr(problem)


def _try(name: str, parameters: dict[str, Any]) -> str:
    rng = Random(0)
    try:
        state = _loaded(name, parameters).new_initial_state()
        for _ in range(_LONGEST):
            if state.is_terminal():
                break
            if state.is_simultaneous_node():
                legal = [state.legal_actions(seat) for seat in range(state.num_players())]
                state.apply_actions([rng.choice(actions) if actions else 0 for actions in legal])
            elif not (actions := state.legal_actions()):
                return f"at some time there is no legal action, in {' '.join(str(state).split())[:80]!r}"
            else:
                state.apply_action(rng.choice(actions))
    except Exception as problem:  # OpenSpiel's own, or any of C++ as Python has it
        return _words(problem)
    return ""


if __name__ == "__main__":
    wrong = _try(sys.argv[1], json.loads(sys.argv[2]))
    print(wrong)
    sys.exit(1 if wrong else 0)
