"""Gunrunners, one move deep: makes each legal move on a sketch of the table and takes the one that looks best.

The sketch has what decides crates: how many lie where, whose cards stand there with which values, and which agents are
about to be sent out. A card that this seat cannot know counts as an average one. Nothing is random.

Start: python greedy.py
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

EXPOSED = 4  # face-up agents at a location that bring about a bust
LAST_SPACE = 7  # of the bust marker


class Card(NamedTuple):
    """`value` is an expectation where the card is unknown."""

    owner: int
    value: float
    up: bool = True


@dataclass
class Table:
    """Lists are by location, rows from the card nearest to the location; `taken` is by seat."""

    marker: int
    crates: list[int]
    rows: list[tuple[Card, ...]]
    probationary: list[Card | None]
    taken: list[int]

    def copy(self) -> Table:
        return Table(self.marker, [*self.crates], [*self.rows], [*self.probationary], [*self.taken])

    def take(self, at: int, pos: int) -> Card:
        """A card out of its row; those behind it move up."""
        row = self.rows[at]
        self.rows[at] = row[:pos] + row[pos + 1 :]
        return row[pos]


Move = dict[str, Any]


class Greedy:
    """One game as one seat."""

    def __init__(self, start: dict[str, Any]) -> None:
        deck = start["options"]["deck"]
        self.me: int = start["seat"]
        self.values: dict[str, float] = {f"agent {value}": float(value) for value in deck["plain"]} | deck["specials"]
        plain = [int(value) for value, copies in deck["plain"].items() for _ in range(copies)]
        values = [*plain, *deck["specials"].values()]
        self.mean = sum(values) / len(values)

    def choose(self, turn: dict[str, Any]) -> int:
        """The index of the best move; of equal ones the first."""
        view = turn["view"]
        table = self.read(view, turn["memory"])
        worths = [self.worth_of(move, table, view) for move in turn["legal"]]
        return worths.index(max(worths))

    def read(self, view: dict[str, Any], memory: dict[str, Any]) -> Table:
        """What lies on the table, as far as this seat knows."""
        known = {(card["at"], card["pos"]): card["card"] for card in memory["undercover"]}
        left: dict[int, float] = {}
        for group in memory["probationary"]:  # these cards lie at these places, in an order that may be unknown
            for at in group["at"]:
                left[at] = sum(self.values[card] for card in group["cards"]) / len(group["cards"])
        return Table(
            view["marker"],
            [where["crates"] for where in view["locations"]],
            [
                tuple(
                    Card(agent["owner"], self.value(agent["card"] or known.get((at, pos))), agent["card"] is not None)
                    for pos, agent in enumerate(where["row"])
                )
                for at, where in enumerate(view["locations"])
            ],
            [
                None if where["probationary"] is None else Card(where["probationary"], left.get(at, self.mean))
                for at, where in enumerate(view["locations"])
            ],
            [player["crates"] for player in view["players"]],
        )

    def value(self, card: str | None) -> float:
        return self.mean if card is None else self.values[card]

    def worth_of(self, move: Move, before: Table, view: dict[str, Any]) -> float:
        """What the table is worth after a move."""
        table = before.copy()
        match move["do"]:
            case "deploy":
                table.probationary[move["at"]] = Card(self.me, 1)
            case "train":
                at = move["at"]
                flipped = table.probationary[at]
                if flipped is not None:
                    table.rows[at] += (flipped,)
                table.probationary[at] = Card(self.me, self.values[move["card"]])
            case "undercover":
                table.rows[move["at"]] += (Card(self.me, self.values[move["card"]], up=False),)
            case "move":
                card = table.take(move["from"], move["pos"])
                table.rows[move["to"]] += (card,)
            case "place":
                card = table.take(view["held"]["at"], view["held"]["pos"])
                table.rows[move["to"]] += (card,)
            case "arrange":
                table.probationary = [before.probationary[source] for source in move["sources"]]
            case "smuggle":
                table.crates[move["from"]] -= 2
                table.crates[move["to"]] += 2
            case "raid":
                self.bust(table, move["at"])
            case "audit":
                # The die removes the card when it shows the card's value or more.
                removed = before.copy()
                card = removed.take(move["at"], move["pos"])
                chance = max(0.0, min(1.0, (7 - card.value) / 6))
                return chance * self.worth(removed) + (1 - chance) * self.worth(table)
            case "look" | "spy_out":
                return self.worth(table) + 0.01  # to know more costs nothing; what was seen may stay where it is
        return self.worth(table)

    def worth(self, table: Table) -> float:
        """Our lead in crates over the mean opponent: those taken, and our prospects at each location."""
        due = [at for at, row in enumerate(table.rows) if len(row) >= EXPOSED and exposed(row) >= EXPOSED]
        if due:
            table = table.copy()
            for at in due:  # a bust changes no other row
                self.bust(table, at)
        worth = lead(table.taken, self.me)
        if table.marker < LAST_SPACE:
            seats = len(table.taken)
            for row, coming, crates in zip(table.rows, table.probationary, table.crates, strict=True):
                worth += prospects(row, coming, crates, seats, self.me)
        return worth

    def bust(self, table: Table, at: int) -> None:
        """Share the crates of a location out and clear it; then the special delivery."""
        taken = shares(table.rows[at], table.crates[at], len(table.taken))
        table.marker += 1
        table.crates[at] -= int(sum(taken))
        table.taken = [old + int(new) for old, new in zip(table.taken, taken, strict=True)]
        table.rows[at] = ()
        table.crates = [crates + (2 if to == at else 1) for to, crates in enumerate(table.crates)]


def exposed(row: tuple[Card, ...]) -> int:
    """Face-up agents."""
    return len([card for card in row if card.up])


def lead(crates: Sequence[float], seat: int) -> float:
    """Over the mean opponent."""
    own = crates[seat]
    return own - (sum(crates) - own) / (len(crates) - 1)


@lru_cache(maxsize=20_000)  # most moves leave most locations as they were, and whoever searches asks again and again
def prospects(row: tuple[Card, ...], coming: Card | None, crates: int, seats: int, seat: int) -> float:
    """The lead that a location promises a seat."""
    # The further away the bust, the more can still change.
    nearness = exposed(row) / EXPOSED
    # Sooner or later somebody sends the probationary agent out: it counts as if it stood in the row.
    return nearness * lead(shares(row if coming is None else (*row, coming), crates, seats), seat)


def shares(row: tuple[Card, ...], crates: int, seats: int) -> list[float]:
    """The highest total takes half, rounded up, the next half of the rest; ties go to the card nearest to the place."""
    totals: dict[int, float] = {}
    for card in row:
        totals[card.owner] = totals.get(card.owner, 0.0) + card.value
    taken = [0.0] * seats
    for owner in sorted(totals, key=lambda owner: -totals[owner]):
        taken[owner] = (crates + 1) // 2
        crates -= (crates + 1) // 2
    return taken


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
