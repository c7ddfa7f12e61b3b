"""The Grizzled by rules of thumb: play what fits, then help with a charm or a Speech, then withdraw.

It looks at its own hand and at what lies open, one move deep, and counts nothing that it does not see. Nothing is
random, and it remembers nothing.

Start: python greedy.py
"""

from __future__ import annotations

import json
import sys
from typing import Any

ALIKE = 3  # active threats of one kind that fail a mission
BOLTS = 4  # on one veteran that lose the game
CARDS = 7  # wanted in all hands when a mission begins
LAST = 9  # so many in the pile are dealt out at once, as peace needs an empty pile
MANY, FEW = 4, 2  # cards in the hands of those who would hear a Speech: it comes before the own cards, or after them
TIRED = 2  # bolts: such a veteran, and one with whose card no more of a threat can come, springs no Trap
CROWDED = 2  # so many threats of which no more can be played: then one who is kept in draws no more
STAYING = {"hardheaded", "prideful", "fragile"}  # who has such a Hard Knock keeps somebody with cards in the mission
TILES = {"left 1": 1, "right 1": -1, "left 2": 2, "right 2": -2}  # to the left sits the next in playing order

Move = dict[str, Any]
Veteran = dict[str, Any]


def bolts(knocks: list[str]) -> int:
    """How many a veteran has who bears these Hard Knocks."""
    return sum(2 if knock == "wounded" else 1 for knock in knocks)


class Greedy:
    """One game as one seat."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.me: int = start["seat"]

    def choose(self, turn: dict[str, Any]) -> int:
        """The index of the move with the highest worth; of equal ones the first."""
        self.read(turn["view"])
        self.orders = turn["memory"]["orders"]
        worths = [self.worth_of(move) for move in turn["legal"]]
        return worths.index(max(worths))

    def read(self, view: dict[str, Any]) -> None:
        """What lies open: the active threats, the veterans, and the cards that this seat may look at."""
        self.view = view
        self.veterans: list[Veteran] = view["veterans"]
        self.threats: dict[str, int] = dict(view["threats"])
        for order in view["orders"]:  # such a threat fails no mission
            self.threats.pop(order.get("ignores"), None)
        self.self: int = next((one for one in view["asked"] if self.veterans[one]["seat"] == self.me), self.me)
        self.hand = [trial["card"] for hand in view["hands"] for trial in hand["cards"]]
        self.bolts = [bolts(one["knocks"]) for one in self.veterans]
        self.inside = [at for at, one in enumerate(self.veterans) if not one["withdrawn"]]

    def fits(self, card: str, without: str = "") -> bool:
        """Whether the card fails no mission, if another one were gone."""
        shown, gone = card.split(), without.split()
        return all(count - (one in gone) + 1 < ALIKE for one, count in self.threats.items() if one in shown)

    def worth_of(self, move: Move) -> float:
        """More than 0, which is what withdrawing is worth, if it should be made before; less if never."""
        match move:
            case {"do": "play", "card": card}:
                return self.worth_of_play(card)
            case {"do": "charm" | "clear", "card": card}:
                return 2.0 if any(self.fits(other, card) for other in self.hand if not self.fits(other)) else -1.0
            case {"do": "speech", "threat": threat}:
                hear = [one["hand"] for one in self.veterans if not one["withdrawn"] and one["seat"] != self.me]
                first = 30.0 if sum(hear) >= MANY else 1.0 if sum(hear) >= FEW else -1.0
                return first + 0.1 * self.threats.get(threat, 0)
            case {"do": "shed", "card": card}:
                return 1.0 + (not self.fits(card)) + 0.1 * len(card.split())
            case {"do": "fill"}:
                bound = any(not STAYING.isdisjoint(self.veterans[one]["knocks"]) for one in self.inside)
                return -1.0 if bound and self.full() >= CROWDED else 1.0
            case {"do": "place", "tile": tile}:  # for who has most Hard Knocks
                return float(self.bolts[(self.self + TILES[tile]) % len(self.bolts)])
            case {"do": "remove", "veteran": veteran, "card": card}:
                return 10.0 * self.bolts[veteran] + bolts([card])
            case {"do": "deal", "intensity": intensity}:
                held = sum(one["hand"] for one in self.veterans)
                wanted = CARDS if self.view["trials"] > LAST else CARDS + LAST
                return -abs(float(held + intensity * len(self.veterans) - wanted))
            case {"do": "order", "order": order}:  # one that brings few cards, or leaves out a threat
                known = next(one for one in self.orders if one["order"] == order)
                return 2.0 * bool(known.get("ignores")) - float(known["least"][len(self.veterans) - 3])
            case {"do": "use"}:
                return 3.0
            case {"do": "withdraw"}:
                return self.worth_of_leaving()
            case {"do": "done"}:
                return 0.0
        return -0.5  # of what it does not know it takes the first, if there is nothing better

    def full(self, card: str = "") -> int:
        """Of how many threats no more can be played, after this card."""
        return sum(count + (one in card.split()) == ALIKE - 1 for one, count in self.threats.items())

    def worth_of_leaving(self) -> float:
        """One player has one hand for all: who is hurt leaves it at once to a veteran who is less so."""
        alone = self.veterans[-1]["seat"] == self.veterans[0]["seat"]
        least = min([self.bolts[one] for one in self.inside], default=BOLTS)
        return 25.0 if alone and self.bolts[self.self] >= max(TIRED, least + 1) else 0.0

    def worth_of_play(self, card: str) -> float:
        """Threats before Hard Knocks; of the Threats the one after which fewest can no more be played. If it may not
        withdraw it rather fails the mission than the game."""
        if not self.fits(card):
            return -10.0
        shown, full = card.split(), self.full(card)
        if "trauma" in shown or "phobia" in shown or not any(one in shown for one in self.view["threats"]):
            return 1.5 if self.bolts[self.self] + bolts([card]) < BOLTS else -20.0
        if "trap" in shown:
            dangerous = full > 0 or self.bolts[self.self] >= TIRED
            return -2.0 if dangerous and self.view["trials"] and not self.view["luck"] else 18.0
        return 20.0 - full


def main() -> None:
    """The talk with the referee."""
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello" | "start":
                if message["type"] == "start":
                    bot = Greedy(message)
                answer = {"type": "ready", "id": message["id"], "protocol": 1, "name": "greedy"}
            case "turn":
                answer = {"id": message["id"], "choice": bot.choose(message)}
            case "quit":
                return
            case _:
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
