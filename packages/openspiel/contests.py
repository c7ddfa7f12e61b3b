"""Contests of ten games of OpenSpiel, before a release: each is played whole and killed at random moments, which must
come to the same; then its file is verified, sealed, and the seal verified.

Start, in the package's own environment: .venv/bin/python contests.py [GAME]... [--kills 3]
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

ARENA: Final = Path(__file__).resolve().parents[2]
BOTS: Final[Mapping[str, str]] = {
    "minimax": "{python} -m arena_openspiel.bot --minimax",
    "mcts": "{python} -m arena_openspiel.bot --mcts 200",
    "quick": "{python} -m arena_openspiel.bot --mcts 20",
    "cfr": "{python} -m arena_openspiel.bot --cfr 200",
    "random": "{python} random_bot.py",
    "other": "{python} random_bot.py",
    "third": "{python} random_bot.py",
    "fourth": "{python} random_bot.py",
}
CONTESTS: Final[Mapping[str, tuple[int, tuple[str, ...], Mapping[str, Any]]]] = {
    "tic_tac_toe": (2, ("minimax", "mcts", "random"), {}),
    "kuhn_poker": (2, ("cfr", "random"), {}),
    "leduc_poker": (2, ("cfr", "random"), {}),
    "connect_four": (2, ("mcts", "random"), {}),
    "go": (2, ("quick", "random"), {"options": {"board_size": 5}}),
    "backgammon": (2, ("quick", "random"), {}),
    "goofspiel": (2, ("random", "other"), {"options": {"num_cards": 6}}),
    "hearts": (4, ("random", "other", "third", "fourth"), {"seatings": "rotations"}),
    "hanabi": (3, ("random", "other"), {"format": "self-play"}),
    "chess": (2, ("random", "other"), {}),
}
"""For each game its seats, its bots, and what else its configuration says."""


def contest(game: str, folder: Path) -> Path:
    """The configuration, as JSON, which is YAML."""
    seats, bots, more = CONTESTS[game]
    written = {
        "game": f"openspiel.{game}",
        "seats": seats,
        "seed": 1,
        "deals": 4,
        "jobs": 2,
        "time": {"start_ms": 120_000, "move_ms": 60_000},
        "bots": {bot: {"command": BOTS[bot], "dir": str(folder / "bots")} for bot in bots},
        **more,
    }
    (folder / "bots").mkdir()
    shutil.copy(ARENA / "bots" / "random_bot.py", folder / "bots")
    path = folder / f"{game}.yaml"
    path.write_text(json.dumps(written))
    return path


def try_contest(game: str, kills: int) -> str:
    """What was found in a line; raises CalledProcessError where something does not hold."""
    with TemporaryDirectory(prefix="openspiel-") as name:
        folder = Path(name)
        config, db = contest(game, folder), folder / f"{game}.db"
        resumed = _run(ARENA / "tests" / "kill_and_resume.py", config, "--kills", kills)
        table = _run("-m", "arena", "run", config, "--db", db, "--format", "json")
        _run("-m", "arena", "verify", db)
        _run("-m", "arena", "seal", db, "-o", folder / "sealed.zip")
        _run("-m", "arena", "verify", folder / "sealed.zip")
        standings = json.loads(table)
        for pair in standings.get("pairs", []):
            # By perfect play no game of tic-tac-toe is lost, and MCTS proves its moves in so small a tree.
            if game == "tic_tac_toe" and "random" not in (pair["bot"], pair["opponent"]):
                assert pair["draws"] == pair["games"], pair
        scores = ", ".join(
            f"{row['bot']} {row.get('score_percent', row.get('self_play'))}" for row in standings["rows"]
        )
        return f"{game}: {resumed.strip()}; verified and sealed; {scores}"


def _run(*words: object) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ARENA)}
    done = subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.stderr.write(done.stdout[-2000:] + done.stderr[-2000:])
    done.check_returncode()
    return done.stdout


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", choices=[[], *CONTESTS], default=[])
    parser.add_argument("--kills", type=int, default=3)
    given = parser.parse_args()
    for game in given.games or CONTESTS:
        print(try_contest(game, given.kills), flush=True)


if __name__ == "__main__":
    main()
