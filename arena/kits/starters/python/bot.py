"""My bot. The types of what it sees and may do are in game.py; what all of it means, in {{page}}."""

import protocol
from game import Memory, Move, View


class Bot:
    """One game: made as the game starts, asked at each turn, thrown away at its end."""

    def __init__(self, start: protocol.Start) -> None:
        self.seat = start.seat
        self.random = start.random

    def choose(self, turn: protocol.Turn[View, Memory, Move]) -> int:
        """The index of a move in `turn.legal`."""
        # Think here: look at turn.view and at each of turn.legal, and return the index of the best.
        # Print to stderr what you want to see later: import sys, and print(turn.view, file=sys.stderr).
        return self.random.below(len(turn.legal))


if __name__ == "__main__":
    protocol.play("my bot", Bot)
