"""Plays any game: likes some legal moves better than others, and draws lots between those that it likes best.

What it knows of the games in the box stands in `liking`, a few lines for each: the place for your own ideas.
`arena init` writes it into a new folder.

Start: python my_bot.py
"""

import json
import sys
from random import Random
from typing import Any


def liking(game: str, move: Any, view: Any, seat: int) -> float:
    """How much `seat`, which sees `view` of the table, likes a legal move; 0 is a move like any other."""
    match game, move:
        # Gunrunners: strong agents belong where many crates lie, and another's agent should not come out there.
        case "gunrunners", {"do": "undercover", "card": card, "at": at}:
            crates: int = view["locations"][at]["crates"]
            return strength(card) + crates
        case "gunrunners", {"do": "train", "card": card, "at": at}:
            location = view["locations"][at]
            crates = location["crates"] if location["probationary"] == seat else -location["crates"]
            return strength(card) + crates
        # Gangsta!: heists bring influence, and a gang that is large and awake can do more of them.
        case "gangsta", {"do": "perform"}:
            return 3
        case "gangsta", {"do": "recruit"}:
            return 2
        case "gangsta", {"do": "wake"}:
            return 1
        # The Grizzled: three cards with the same threat fail the mission; withdraw before that.
        case "grizzled", {"do": "play", "card": card}:
            return 1 if all(view["threats"].get(word, 0) < 2 for word in card.split()) else -2
        case "grizzled", {"do": "withdraw"}:
            return -1
    return 0


def strength(card: str) -> int:
    """The number in the name of a plain agent; special ones count as middling."""
    return int(card.split()[1]) if card.startswith("agent ") else 3


def main() -> None:
    """The talk with the referee: a line in, a line out."""
    rng, game, seat = Random(), "", 0
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                game = message["game"]
                answer = {"type": "ready", "id": message["id"], "protocol": 1, "name": "my bot"}
            case "start":
                seat = message["seat"]
                rng.seed(message["seed"])  # the same contest gives the same game again
                answer = {"type": "ready", "id": message["id"], "protocol": 1, "name": "my bot"}
            case "turn":
                likings = [liking(game, move, message["view"], seat) for move in message["legal"]]
                best = [choice for choice, liked in enumerate(likings) if liked == max(likings)]
                answer = {"id": message["id"], "choice": rng.choice(best)}
            case "quit":
                return
            case _:
                continue  # "end" needs no answer
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
