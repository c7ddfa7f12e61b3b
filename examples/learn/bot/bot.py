"""Plays with the policy beside it, which `train.py` has kept.

Start: python bot.py [POLICY]       (`arena` and numpy must be importable; PettingZoo is not needed)
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from arena.learn import Encoder, Layout


class Policy:
    """Scores of moves, from what a seat is sent."""

    def __init__(self, path: Path) -> None:
        with np.load(path, allow_pickle=False) as kept:
            self.weights = kept["weights"]
            self.layout = Layout.decoded(kept["layout"].tobytes())
        self.game, _ = self.layout.rules()
        self.encoder = Encoder(self.layout, self.game)

    def best(self, seat: int, turn: dict[str, Any]) -> int:
        """The place of the move with the highest score in the legal list."""
        view = msgspec.convert(turn["view"], self.game.view_type)
        memory = msgspec.convert(turn["memory"], self.game.memory_type)
        seen = np.append(self.encoder.observation(seat, view, memory), np.float32(1))
        legal = [msgspec.convert(move, self.game.move_type) for move in turn["legal"]]
        rows = np.stack([self.encoder.row(seat, move) for move in legal])
        return int((rows @ (seen @ self.weights)).argmax())


def main() -> None:
    policy = Policy(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("policy.npz"))
    seat = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            break
        if message["type"] == "start":
            seat = message["seat"]
            if message["seats"] != policy.layout.seats:
                sys.exit(f"this policy was trained for {policy.layout.seats} seats, and here are {message['seats']}")
        if message["type"] in ("hello", "start"):
            answer = {"type": "ready", "id": message["id"], "protocol": 1, "name": f"learned {policy.layout.name}"}
        elif message["type"] == "turn":
            answer = {"id": message["id"], "choice": policy.best(seat, message)}
        else:
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
