"""What it costs the referee that somebody may listen, and that somebody does.

    python -m benchmarks.listened [--game gunrunners] [--seats 4] [--games 20] [--rounds 60] [--json]

One referee process and bots in C that answer at once, as in `decision.py`: its own CPU per decision where there is no
folder to tell games in, where there is one and nobody listens, and where somebody does. The three take turns, beginning
with another one each time, and what counts is the median of their ratios within a turn: that holds on a shared machine.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path
from statistics import median

from arena.games import find_game
from arena.referee import GameFiles, Listener
from benchmarks.decision import play_alone

HOW = ("no folder", "nobody listens", "somebody listens")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--game", default="gunrunners")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    game = find_game(asked.game)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found: dict[str, list[float]] = {how: [] for how in HOW}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "live"
        for number in range(asked.rounds):
            first = number % len(HOW)
            for how in HOW[first:] + HOW[:first]:
                files = None if how == HOW[0] else GameFiles(str(folder))
                listener = Listener(folder) if how == HOW[2] else None
                alone = play_alone(game, asked.seats, asked.games, observer=files)
                if listener is not None:
                    listener.close()
                found[how].append(alone.median_us)
    figures = {}
    for how, costs in found.items():
        ratios = sorted(cost / base for cost, base in zip(costs, found[HOW[0]], strict=True))
        low, high = ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]
        figures[how] = {"least_us": round(min(costs), 2), "ratio": round(median(ratios), 3)}
        print(f"{how:<18}{min(costs):6.1f} us own CPU a decision at least, ", end="")
        print(f"{median(ratios):.3f} of that without a folder (half of all turns {low:.3f} to {high:.3f})")
    if asked.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
