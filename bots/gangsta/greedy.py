"""Gangsta!, one move deep: gives every legal move a worth from what it brings at once, and takes the best.

Worths are in influence. It looks at one step at a time: which heist pays best, then which gangster to send, then what
to take. It does not plan its turn, as `planner.py` does. Nothing is random.

Start: python greedy.py
"""

from __future__ import annotations

import json
import sys
from typing import Any

DOLLAR = 0.2
SYMBOL = 1.0  # of a new gangster
AWAKE = 0.1  # a symbol that is Available instead of Activated
INFORMANT = 0.5  # on top of it, against snitches
EXPOSED = 1.0  # not to have the money for the next snitch
SNITCH = 3  # Informants that it mostly asks for
REWARDS = {"recruit": 0.5, "play_again": 1.5, "assassination": 1.5, "theft": 0.5, "diversion": 0.3, "learn": 0.8}

Card = dict[str, Any]
Move = dict[str, Any]


class Greedy:
    """One game as one seat."""

    def __init__(self, start: Card) -> None:
        self.me: int = start["seat"]
        self.families: bool = start["options"]["families"]

    def choose(self, turn: Card) -> int:
        """The index of the best move; of equal ones the first."""
        view, top = turn["view"], turn["memory"]
        self.own: Card = view["players"][self.me]
        self.snitches = view["chapter"] > 1
        self.cards = {card["card"]: card for card in (*view["heists"], *view["gangsters"])}
        self.cards |= {card["card"]: card for card in (top["top_heist"], top["top_gangster"]) if card}
        self.members = {one["card"]: one for player in view["players"] for one in player["gang"] + player["hospital"]}
        worths = [self.worth_of(move, view) for move in turn["legal"]]
        return worths.index(max(worths))

    def worth_of(self, move: Move, view: Card) -> float:
        """What the move brings at once; 0 is nothing."""
        stage = view["stage"]
        match move["do"]:
            case "keep":
                card = next(card for card in view["offered"] if card["card"] == move["resource"])
                return float(card["influence"] - len(card["need"]))
            case "wake":
                paid = DOLLAR if stage == "mobilise" and not view["left"] else 0
                return AWAKE * len(self.members[move["gangster"]]["skills"]) - paid
            case "wake_all":
                asleep = [one for one in self.own["gang"] if not one["available"]]
                return AWAKE * sum(len(one["skills"]) for one in asleep) - DOLLAR
            case "recruit":
                return self.worth_of_recruit(self.cards[move["gangster"]])
            case "perform":
                return self.worth_of_heist(self.cards[move["heist"]])
            case "pass":
                return DOLLAR * sum("L" in one["skills"] for one in self.own["gang"])
            case "activate":
                # Nothing of it should be lost, and others' gangsters are cheaper than the own ones.
                one, missing = self.members[move["gangster"]], view["job"]["missing"]
                used = sum(min(one["skills"].count(skill), missing.count(skill)) for skill in set(missing))
                return float(2 * used - len(one["skills"]) + 10 * (one not in self.own["gang"]))
            case "teach" | "play_again":
                return 1.0
            case "rob" | "assassinate":
                return 1.0 + self.strength(view["players"][move["seat"]])
            case "give_up":
                return -self.worth_of_member(move["gangster"])
            case "eliminate" | "discharge":
                return self.worth_of_member(move["gangster"])
            case "divert":
                return float(len(self.members[move["gangster"]]["skills"]))
        return 0.0 if move["do"] == "done" else -1.0  # to put a card away mostly helps the next one

    def worth_of_recruit(self, card: Card) -> float:
        discount = self.families and card["family"] == self.own["gang"][0]["family"]
        paid = card["cost"] - discount
        informants = sum(one["skills"].count("I") for one in self.own["gang"])
        exposed = self.snitches and self.own["dollars"] - paid < SNITCH - informants
        gains = card["influence"] + SYMBOL * len(card["skills"]) + INFORMANT * card["skills"].count("I")
        return float(gains - DOLLAR * paid - EXPOSED * exposed)

    def worth_of_heist(self, card: Card) -> float:
        gains: float = card.get("influence", 0) + DOLLAR * card.get("dollars", 0)
        gains += sum(worth * card[reward] for reward, worth in REWARDS.items() if reward in card and reward != "learn")
        return gains + REWARDS["learn"] * ("learn" in card) - AWAKE * len(card["need"])

    def worth_of_member(self, card: str) -> float:
        one = self.members[card]
        return float(one["influence"] + SYMBOL * len(one["skills"]))

    def strength(self, player: Card) -> float:
        """How well a seat stands."""
        gang = sum(one["influence"] for one in player["gang"])
        return float(player["influence"] + gang + DOLLAR * player["dollars"])


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
