"""Prints a hash of all that anybody is shown in some random games of every game in the box, in each of its variants.

Start: python tests/same_games.py [--games 20]

Equal output in two places means equal rules: `.ci/compiled` compares the rules as they are with what is compiled of
them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from arena.games import find_game, laws
from tests.games.variants import VARIANTS, tables


def main() -> None:
    """The program's entry."""
    parser = argparse.ArgumentParser(description="hashes of random games")
    parser.add_argument("--games", type=int, default=20, help="with each number of seats, in each variant")
    games = parser.parse_args().games
    for name, variants in VARIANTS.items():
        game = find_game(name)
        for variant, options in variants.items():
            for seats in tables(game, options):
                print(name, variant, seats, laws.fingerprint(game, seats, games, options=options))


if __name__ == "__main__":
    main()
