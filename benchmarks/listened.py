"""What it costs the referee that somebody may listen, and that somebody does.

    python benchmarks/listened.py [--game gunrunners] [--seats 4] [--games 100] [--rounds 15] [--json]

One referee process and bots in C that answer at once, as in `decision.py`: its own CPU per decision where there is no
folder to tell games in, where there is one and nobody listens, and where somebody does. The three take turns, and the
cheapest batch of each counts, so that their ratios hold on a shared machine.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path

from arena.games import find_game
from arena.referee import GameFiles, Listener
from benchmarks.decision import play_alone


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--game", default="gunrunners")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    game = find_game(asked.game)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "live"
        for _ in range(asked.rounds):
            for how in ("no folder", "nobody listens", "somebody listens"):
                files = None if how == "no folder" else GameFiles(str(folder))
                listener = Listener(folder) if how == "somebody listens" else None
                alone = play_alone(game, asked.seats, asked.games, observer=files)
                if listener is not None:
                    listener.close()
                found[how] = min(alone.own_us, found.get(how, alone.own_us))
    base = found["no folder"]
    for how, cost in found.items():
        print(f"{how:<18}{cost:6.1f} us own CPU a decision, {cost / base:.3f} of that without a folder")
    if asked.json:
        print(json.dumps({how: round(cost, 2) for how, cost in found.items()}))


if __name__ == "__main__":
    main()
