"""Where the figures of `bots/grizzled/planner.py` come from: whole games in the thoughts of that bot, in milliseconds.

    python benchmarks/grizzled_worth.py --games 4000

Everybody plays by the planner's rules of thumb; Support is drawn with its frequencies (`SUPPORT`), and what else only
tiles, Orders and Helping Hands decide is left out. For each number of seats it prints how many games were won, and the
logarithm of the odds of peace after a mission, as a logistic regression over the ends of all missions: what the planner
has as MARGIN, ROOM, LENGTH, CHARM, TOKEN and HURT. To tune a rule of thumb, change it and look at the games won.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bots.grizzled.planner import (
    BOLTS,
    DECK,
    HAND_LIMIT,
    INTENDED,
    LAST,
    NEW,
    NOT_IN_SOLO,
    ONE,
    SUPPORT,
    Card,
    Mission,
    card_of,
)

SEATS = {1: [0, 0, 0], 2: [0, 0, 1, 1], 3: [0, 1, 2], 4: [0, 1, 2, 3]}
"""By number of seats, the seat of each veteran."""
PILE, TOKENS, FIRST, DROP = 30, 5, 3, {1: 6, 2: 7, 3: 6, 4: 6}
ANYBODY = 0.2
"""How often somebody else than the veteran with most bolts is supported."""
TERMS = ("MARGIN", "ROOM", "LENGTH", "HURT 1", "HURT 2", "HURT 3", "CHARM", "TOKEN", "constant")

End = tuple[list[float], bool]
"""The terms at the end of a mission, and whether the game was won."""


def begin(seats: int, random: Random) -> tuple[Mission, list[Card]]:
    """A table before the first mission, and the reserve, its top card last."""
    veterans = [
        {"seat": seat, "knocks": [], "withdrawn": False, "charm": charm, "ready": True, "speeches": 0}
        for seat, charm in zip(SEATS[seats], random.sample(list(ONE), len(SEATS[seats])), strict=True)
    ]
    view: dict[str, Any] = {"veterans": veterans, "orders": [], "order": None, "threats": {}, "success": None}
    view |= {"filling": seats == 1, "luck": [], "land": [], "reserve": 0, "solo_tiles": []}
    table = Mission(view, traps=True)
    cards = [card_of(card) for card in sorted([*DECK.elements(), *NEW]) if seats > 1 or card not in NOT_IN_SOLO]
    random.shuffle(cards)
    table.pile, reserve = cards[:PILE], cards[PILE:]
    if table.solo:
        table.hands = [[]] * len(table.hands)
    return table, reserve


def deal(table: Mission, leader: int, first: bool) -> None:
    """Cards for a mission, as the planner deals them; one player fills the hand."""
    count, held = len(table.out), sum(map(len, table.hands))
    if table.solo:
        table.fill()
        return
    last = len(table.pile) <= LAST and len(table.pile) + held < HAND_LIMIT - 1
    near = min(range(1, LAST), key=lambda intensity: abs(held + count * intensity - INTENDED))
    for at in range(count * (FIRST if first else len(table.pile) if last else near)):
        if table.pile:
            table.hands[(leader + at) % count].append(table.pile.pop())


def support(table: Mission, random: Random) -> None:
    """The veteran with most bolts is supported, or another one, or nobody; the worst Hard Knocks come off."""
    count = len(table.out)
    whom = max(range(count), key=lambda one: (table.bolts[one], not table.ready[one]))
    chance = SUPPORT[not table.failed]
    if table.solo or random.random() < ANYBODY:
        whom, chance = random.randrange(count), 1 - 1 / 4 * table.solo
    if random.random() < chance:
        table.ready[whom] = True
        worst = sorted(table.knocks[whom], key=lambda knock: (-card_of(knock).bolts, knock))
        for knock in worst[: 2 - table.failed]:
            table.knocks[whom] -= {knock}
            table.bolts[whom] = max(0, table.bolts[whom] - card_of(knock).bolts)


def play(seats: int, random: Random, ends: list[End]) -> bool:
    """One game; adds the ends of its missions and says whether it was won."""
    table, reserve = begin(seats, random)
    count, leader, supply = len(table.out), random.randrange(len(table.out)), 0 if seats == 1 else TOKENS
    terms: list[list[float]] = []
    while True:
        table.traumas = [sum([card_of(knock).shows for knock in had]) for had in table.knocks]
        table.counts, table.land, table.luck, table.out = sum(table.traumas), [], 0, [False] * count
        table.failed = table.fails(table.counts)
        deal(table, leader, not terms)
        table.go_on(leader - 1)
        support(table, random)
        if table.failed:
            table.pile += table.land
            random.shuffle(table.pile)
        hands = len(table.hands[0]) if table.solo else sum(map(len, table.hands))
        won = not (table.failed or table.pile or hands) and max(table.bolts) < BOLTS
        drop = max(3, min(DROP[seats], hands)) + any("demoralized" in had for had in table.knocks)
        if won or max(table.bolts) >= BOLTS or len(reserve) <= drop or hands >= HAND_LIMIT:
            ends += [(one, won) for one in terms]
            return won
        table.pile += reserve[-drop:]
        del reserve[-drop:]
        left = len(reserve)
        hurt = [table.bolts.count(bolts) for bolts in (1, 2, 3)]
        margin = (left - len(table.pile) - hands) / left**0.5
        terms.append([margin, left**-0.5, left**0.5, *hurt, sum(table.ready), sum(table.tokens), 1.0])
        table.tokens[leader] += supply > 0
        supply = max(0, supply - 1)
        leader = (leader + 1) % count


def regression(ends: list[End]) -> list[float]:
    """The weights of the terms by Newton's method, with a little ridge."""
    x = np.array([terms for terms, _ in ends])
    y = np.array([won for _, won in ends], float)
    weights = np.zeros(x.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        curve = x.T @ (x * (chance * (1 - chance))[:, None]) + 0.01 * np.eye(len(weights))
        weights += np.linalg.solve(curve, x.T @ (y - chance) - 0.01 * weights)
    return [float(weight) for weight in weights]


def main() -> None:
    """A line of games won and one of weights for each number of seats."""
    parser = ArgumentParser(description="Games in the thoughts of the planner of The Grizzled.")
    parser.add_argument("--games", type=int, default=4000, help="for each number of seats (default: %(default)s)")
    games = parser.parse_args().games
    for seats in SEATS:
        ends: list[End] = []
        won = sum([play(seats, Random(f"{seats} {number}"), ends) for number in range(games)])
        print(f"{seats} seats: {won / games:.1%} of {games} games won")
        print("  " + ", ".join(f"{name} {weight:.2f}" for name, weight in zip(TERMS, regression(ends), strict=True)))


if __name__ == "__main__":
    main()
