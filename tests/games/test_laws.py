"""The laws hold for every game that can be played here.

`ARENA_LAW_GAMES` (default 5) is the number of random games per law and number of seats, shared among the variants of
the game but never less than one for each: raise it, to 100 say, for a long run before a game's rules are released.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from arena.games import Game, find_game, game_names, laws
from arena.games.toys import BIDS, LANTERNS, BidsOptions
from tests.games.variants import VARIANTS, tables

GAMES = int(os.environ.get("ARENA_LAW_GAMES", "5"))
Check = Callable[..., int]
CHECKS: list[Check] = [
    laws.check_rules,
    laws.check_determinism,
    laws.check_clone,
    laws.check_illegal_moves,
    laws.check_twins,
]
PLAIN: Mapping[str, Any] = {"plain": None}
"""What a game is played with that lists no variants: its own defaults."""
TABLES = [(name, variant) for name in game_names() for variant in VARIANTS.get(name, PLAIN)]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize(("name", "variant"), TABLES)
def test_every_registered_game_keeps_every_law(name: str, variant: str, check: Check) -> None:
    """In each combination of its variants, with every number of seats that this allows."""
    game, variants = find_game(name), VARIANTS.get(name, PLAIN)
    for seats in tables(game, variants[variant]):
        assert check(game, seats, max(1, GAMES // len(variants)), options=variants[variant]) > 0


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("game", [BIDS, LANTERNS], ids=["bids", "lanterns"])
def test_the_toys_keep_every_law(game: Game, check: Check) -> None:
    """Many games, as they are quick."""
    for seats in game.seats:
        assert check(game, seats, 2 * GAMES) > 0


def test_options_reach_the_game() -> None:
    """A game of five rounds has five positions to check, one of the default three has three."""
    options = BidsOptions(rounds=5, double_last=True)
    assert [check(BIDS, 2, 1, options=options) for check in CHECKS] == [5] * 5
    assert [check(BIDS, 2, 1) for check in CHECKS] == [3] * 5


def test_check_all_runs_every_check_with_every_number_of_seats() -> None:
    """Five checks of one game of three rounds with 2, 3, 4 and 5 seats."""
    assert laws.check_all(BIDS, 1) == 5 * 3 * 4


def test_check_all_tells_what_it_has_done_as_it_goes() -> None:
    """A sentence for each law and number of seats, and one at the end."""
    told: list[str] = []
    laws.check_all(BIDS, 2, tell=told.append)
    assert len(told) == 5 * 4 + 1
    assert told[0] == "bids, 2 seats: the law of rules holds at 6 positions of 2 games."
    assert told[-2] == "bids, 5 seats: the law of twins holds at 6 positions of 2 games."
    assert told[-1] == "bids keeps all laws, as far as 120 positions can show it."


@pytest.mark.parametrize("name", game_names())
def test_games_do_not_depend_on_the_hash_seed(name: str) -> None:
    """Two processes that order their sets differently show the same bytes in the same games."""
    program = (
        "from arena.games import find_game, laws; "
        f"game = find_game({name!r}); print([laws.fingerprint(game, seats, 1) for seats in game.seats])"
    )
    prints = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert prints[0] == prints[1] != ""


def test_a_fingerprint_tells_games_apart() -> None:
    """Other deals give another fingerprint, the same deals the same."""
    prints = [laws.fingerprint(BIDS, 3, 2, seed) for seed in (0, 0, 1)]
    assert prints[0] == prints[1] != prints[2]
