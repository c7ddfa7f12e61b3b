"""Gunrunners, a round deep: tries each legal move in worlds that could be the true one, and plays on there.

A world deals the cards that this seat cannot know to the places where they can be, and has the dice to come. Every move
is tried in the same worlds; then the seats move in turn, each by its own promises and without looking at what it may
not see, and after a round or so the table is judged. The half of the moves that did better is tried in more worlds, and
so on to the last one.

Start: python planner.py
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random
from typing import Any

EXPOSED = 4  # face-up agents at a location that bring about a bust
LAST_SPACE = 7  # of the bust marker
WAREHOUSE_FULL = 5
PLAYOUTS = 200  # for one decision, about
ROUNDS = 1.5  # of turns that are played on
KEPT = 100_000  # promises that are remembered
NEARNESS = (0.1, 0.3, 0.55, 0.8)  # what crates count for while so many agents are exposed

Move = dict[str, Any]


class Card:
    """A card as it lies, one object for equal ones; `name` is None and `value` a mean where it may not be seen."""

    __slots__ = ("active", "name", "owner", "up", "value")

    def __init__(self, owner: int, name: str | None, value: float, up: bool, active: bool) -> None:
        self.owner, self.name, self.value, self.up, self.active = owner, name, value, up, active


Row = tuple[Card, ...]


@dataclass
class World:
    """All that counts, with nothing hidden; lists are by location or by seat. `dice` are those to come."""

    active: int
    marker: int
    stock: int
    warehouse: int
    crates: list[int]
    rows: list[Row]
    trainees: list[Card | None]
    taken: list[int]
    hands: list[tuple[str, ...]]
    piles: list[tuple[str, ...]]
    dice: list[int]
    over: bool = False

    def copy(self) -> World:
        return replace(
            self, crates=[*self.crates], rows=[*self.rows], trainees=[*self.trainees], taken=[*self.taken],
            hands=[*self.hands], piles=[*self.piles], dice=[*self.dice],
        )  # fmt: skip


class Planner:
    """One game as one seat."""

    def __init__(self, start: Move) -> None:
        deck = start["options"]["deck"]
        self.me: int = start["seat"]
        self.seats: int = start["seats"]
        self.values: dict[str, float] = {f"agent {value}": float(value) for value in deck["plain"]} | deck["specials"]
        self.deck = Counter({f"agent {value}": copies for value, copies in deck["plain"].items()})
        self.deck.update(deck["specials"].keys())
        self.mean = sum(self.values[name] * copies for name, copies in self.deck.items()) / self.deck.total()
        self.specials = frozenset(deck["specials"])
        self.seed = start.get("seed", 0)
        self.cards: dict[tuple[int, str | None, bool, bool], Card] = {}
        self.promises: dict[tuple[Row, Card | None, int, int], float] = {}

    def card(self, owner: int, name: str | None, up: bool = False, active: bool = False) -> Card:
        key = (owner, name, up, active)
        if key not in self.cards:
            value = self.mean if name is None else self.values[name]
            self.cards[key] = Card(owner, name, value, up, active)
        return self.cards[key]

    def choose(self, turn: Move) -> int:
        """The index of the move that did best."""
        legal: list[Move] = turn["legal"]
        left = list(range(len(legal)))
        view = turn["view"]
        if view["stage"] == "setup" or len(legal) == 1:
            return 0
        if len(self.promises) > KEPT:
            self.promises.clear()
        random = Random(f"{self.seed} {view['turn']} {view['stage']}")
        sums = [0.0] * len(legal)
        rounds = (len(legal) - 1).bit_length()
        while len(left) > 1:
            for _ in range(max(1, PLAYOUTS // (rounds * len(left)))):
                world = self.imagine(view, turn["memory"], random)
                for index in left:
                    sums[index] += self.tried(world.copy(), legal[index], view)
            left.sort(key=lambda index: -sums[index])
            left = left[: (len(left) + 1) // 2]
        return left[0]

    def imagine(self, view: Move, memory: Move, random: Random) -> World:
        """A world that could be the true one."""
        unknown = [self.deck.copy() for _ in view["players"]]
        for owner, names in enumerate(memory["discarded"]):
            unknown[owner].subtract(names)
        unknown[self.me].subtract(view["hand"])
        trainee: dict[int, str] = {}
        for group in memory["probationary"]:
            unknown[view["locations"][group["at"][0]]["probationary"]].subtract(group["cards"])
            trainee |= zip(random.sample(group["at"], len(group["cards"])), group["cards"], strict=True)
        known = {(spot["at"], spot["pos"]): spot["card"] for spot in memory["undercover"]}
        for at, where in enumerate(view["locations"]):
            for pos, agent in enumerate(where["row"]):
                name = agent["card"] or known.get((at, pos))
                if name:
                    unknown[agent["owner"]][name] -= 1
        piles = [sorted(left.elements()) for left in unknown]
        for pile in piles:
            random.shuffle(pile)
        rows: list[Row] = []
        trainees: list[Card | None] = []
        for at, where in enumerate(view["locations"]):
            owner = where["probationary"]
            trainees.append(None if owner is None else self.card(owner, trainee.get(at) or piles[owner].pop()))
            row = []
            for pos, agent in enumerate(where["row"]):
                owner = agent["owner"]
                name = agent["card"] or known.get((at, pos)) or piles[owner].pop()
                row.append(self.card(owner, name, agent["card"] is not None, agent.get("active", False)))
            rows.append(tuple(row))
        hands = []
        for owner, player in enumerate(view["players"]):
            hands.append(tuple(view["hand"] if owner == self.me else [piles[owner].pop() for _ in range(player["hand"])]))
        return World(
            view["active"], view["marker"], view["stock"], view["warehouse"],
            [where["crates"] for where in view["locations"]], rows, trainees,
            [player["crates"] for player in view["players"]], hands, list(map(tuple, piles)),
            random.choices(range(1, 7), k=40),
        )  # fmt: skip

    def tried(self, world: World, move: Move, view: Move) -> float:
        """What a world, which is changed, is worth some turns after a move."""
        match move["do"]:
            case "train":
                self.train(world, self.me, move["card"], move["at"])
            case "undercover":
                self.go_undercover(world, self.me, move["card"], move["at"])
            case "move":
                self.shift(world, move["from"], move["pos"], move["to"])
            case "place":
                self.shift(world, view["held"]["at"], view["held"]["pos"], move["to"])
            case "arrange":
                world.trainees = [world.trainees[source] for source in move["sources"]]
            case "smuggle":
                world.crates[move["from"]] -= 2
                world.crates[move["to"]] += 2
            case "raid":
                self.bust(world, move["at"])
            case "audit":
                card = world.rows[move["at"]][move["pos"]]
                if world.dice.pop() >= card.value:
                    self.remove(world, move["at"], move["pos"])
            case "look":
                self.inform(world, self.me, [(move["at"], move["pos"])])
            case "spy_out":
                self.spy(world, self.me)
        self.finish(world)
        for _ in range(round(ROUNDS * self.seats)):
            if world.over:
                break
            self.play(world)
        return self.worth(world)

    def worth(self, world: World) -> float:
        """Our lead in crates over the mean opponent: those taken, and what the locations promise."""
        own = world.taken[self.me]
        worth = own - (sum(world.taken) - own) / (self.seats - 1)
        if not world.over:
            for row, trainee, crates in zip(world.rows, world.trainees, world.crates, strict=True):
                worth += self.promise(row, trainee, crates, self.me)
        return worth

    def promise(self, row: Row, trainee: Card | None, crates: int, seat: int) -> float:
        """The lead that a location promises a seat; all of it, if the row is bust."""
        key = (row, trainee, crates, seat)
        known = self.promises.get(key)
        if known is None:
            exposed = sum([card.up for card in row])
            if exposed >= EXPOSED:
                nearness = 1.0
            else:
                nearness = NEARNESS[exposed]
                if trainee is not None:  # sooner or later somebody sends it out
                    row = (*row, trainee)
            taken = self.shares(row, crates)
            own = taken[seat]
            known = self.promises[key] = nearness * (own - (sum(taken) - own) / (self.seats - 1))
        return known

    def shares(self, row: Row, crates: int) -> list[int]:
        """The highest total takes half, rounded up, the next half of the rest; ties go to the card nearest."""
        totals: dict[int, float] = {}
        for card in row:
            totals[card.owner] = totals.get(card.owner, 0.0) + card.value
        taken = [0] * self.seats
        for owner in sorted(totals, key=lambda owner: -totals[owner]):
            taken[owner] = (crates + 1) // 2
            crates -= taken[owner]
        return taken

    # -- a turn in a world

    def play(self, world: World) -> None:
        """The turn of the next seat, which takes what promises it most."""
        world.active = seat = (world.active + 1) % self.seats
        self.deliver(world)
        hand, pile = world.hands[seat], world.piles[seat]
        trainees, rows, crates = world.trainees, world.rows, world.crates
        seen = [self.seen(row, seat) for row in rows]
        coming = [self.covered(trainee, seat) for trainee in trainees]
        promised = [self.promise(seen[at], coming[at], crates[at], seat) for at in range(len(rows))]
        everything = sum(promised)
        last = world.marker + 1 >= LAST_SPACE
        if None in trainees:
            places = [at for at, trainee in enumerate(trainees) if trainee is None]
        else:
            places = [at for at, trainee in enumerate(trainees) if trainee and trainee.owner != seat]
            if not places or (len(hand) == 1 and not pile):
                places = list(range(len(rows)))
        best, do, with_card, there = -1000.0, self.train, hand[0], places[0]
        by_value = {self.values[name]: name for name in sorted(hand, key=self.specials.__contains__)}
        for at in places:
            flipped = trainees[at]
            row = seen[at]
            if flipped is not None:
                whose = flipped.owner
                row = (*row, self.card(whose, flipped.name if whose == seat else None, True))
            ends = last and sum([card.up for card in row]) >= EXPOSED
            for name in by_value.values():
                gain = self.promise(row, self.card(seat, name), crates[at], seat)
                gain -= everything if ends else promised[at]
                if gain > best:
                    best, with_card, there = gain, name, at
        if self.may_go_undercover(world, seat):
            by_value = {self.values[name]: name for name in sorted(hand, key=self.specials.__contains__, reverse=True)}
            for at, row in enumerate(seen):
                for name in by_value.values():
                    gain = self.promise((*row, self.card(seat, name)), coming[at], crates[at], seat) - promised[at]
                    if gain > best:
                        best, do, with_card, there = gain, self.go_undercover, name, at
        do(world, seat, with_card, there)
        self.finish(world)

    def seen(self, row: Row, seat: int) -> Row:
        """As a seat sees it."""
        for card in row:
            if not card.up and card.owner != seat:
                return tuple([one if one.up else self.covered(one, seat) or one for one in row])
        return row

    def covered(self, card: Card | None, seat: int) -> Card | None:
        """A face-down card as a seat sees it."""
        return card if card is None or card.owner == seat else self.card(card.owner, None)

    def may_go_undercover(self, world: World, seat: int) -> bool:
        out = 0
        limit = 1
        for row in world.rows:
            for card in row:
                if card.owner == seat:
                    out += not card.up
                    if card.active:
                        limit = 2
        return out < limit

    def deliver(self, world: World) -> None:
        """Phase 1."""
        if world.warehouse >= WAREHOUSE_FULL:
            world.crates = [crates + 1 for crates in world.crates]
            world.warehouse -= len(world.crates)
        new = min(1, world.stock)
        world.stock -= new
        die = world.dice.pop()
        if die <= len(world.crates):
            world.crates[die - 1] += new + world.warehouse
            world.warehouse = 0
        else:
            world.warehouse += new

    def spend(self, world: World, seat: int, name: str) -> None:
        """A card leaves the hand, another one is drawn."""
        hand = list(world.hands[seat])
        hand.remove(name)
        if world.piles[seat]:
            hand.append(world.piles[seat][-1])
            world.piles[seat] = world.piles[seat][:-1]
        world.hands[seat] = tuple(hand)

    def go_undercover(self, world: World, seat: int, name: str, at: int) -> None:
        world.rows[at] += (self.card(seat, name),)
        self.spend(world, seat, name)

    def train(self, world: World, seat: int, name: str, at: int) -> None:
        """Option A, with the power of the agent that is sent out."""
        flipped = world.trainees[at]
        world.trainees[at] = self.card(seat, name)
        self.spend(world, seat, name)
        if flipped is None:
            return
        owner, power = flipped.owner, flipped.name if flipped.owner != seat else None
        world.rows[at] += (self.card(owner, flipped.name, True, power == "quartermaster"),)
        match power:
            case "director":
                self.direct(world, owner)
            case "auditor":
                self.audit(world, owner)
            case "informant":
                spots = [(at, pos) for at, row in enumerate(world.rows) for pos, one in enumerate(row) if not one.up]
                self.inform(world, owner, spots)
            case "spy":
                self.spy(world, owner)
            case "smuggler":
                self.smuggle(world, owner)

    def finish(self, world: World) -> None:
        """Phase 4, and the end of the game."""
        for at, row in enumerate(world.rows):
            if len(row) >= EXPOSED and sum([card.up for card in row]) >= EXPOSED:
                self.bust(world, at)
        if world.marker >= LAST_SPACE:
            world.over = True
        elif not any(world.hands):
            world.over = True
            for row, crates in zip(world.rows, world.crates, strict=True):
                taken = self.shares(row, crates // 2)
                world.taken = [old + new for old, new in zip(world.taken, taken, strict=True)]

    def bust(self, world: World, at: int) -> None:
        taken = self.shares(world.rows[at], world.crates[at])
        world.taken = [old + new for old, new in zip(world.taken, taken, strict=True)]
        world.crates[at] -= sum(taken)
        world.rows[at] = ()
        world.marker += 1
        for to in (at, *range(len(world.crates)), ):
            new = min(1, world.stock)
            world.crates[to] += new
            world.stock -= new

    # -- powers: the owner takes what promises most

    def promised(self, world: World, at: int, row: Row, seat: int, crates: int = 0) -> float:
        """What a location promises a seat with another row."""
        coming = self.covered(world.trainees[at], seat)
        return self.promise(self.seen(row, seat), coming, world.crates[at] + crates, seat)

    def shift(self, world: World, at: int, pos: int, to: int) -> None:
        """A card to the end of another row."""
        card = self.remove(world, at, pos)
        world.rows[to] += (card,)

    def remove(self, world: World, at: int, pos: int) -> Card:
        row = world.rows[at]
        world.rows[at] = row[:pos] + row[pos + 1 :]
        return row[pos]

    def direct(self, world: World, seat: int, spots: list[tuple[int, int]] | None = None) -> None:
        if spots is None:
            spots = [(at, pos) for at, row in enumerate(world.rows) for pos, one in enumerate(row) if one.up]
        before = [self.promised(world, at, row, seat) for at, row in enumerate(world.rows)]
        best, todo = 0.0, None
        for at, pos in spots:
            row = world.rows[at]
            without = self.promised(world, at, row[:pos] + row[pos + 1 :], seat) - before[at]
            for to, other in enumerate(world.rows):
                if to != at:
                    gain = without + self.promised(world, to, (*other, row[pos]), seat) - before[to]
                    if gain > best:
                        best, todo = gain, (at, pos, to)
        if todo:
            self.shift(world, *todo)

    def inform(self, world: World, seat: int, spots: list[tuple[int, int]]) -> None:
        self.direct(world, seat, spots)

    def audit(self, world: World, seat: int) -> None:
        roll = world.dice.pop()
        best, todo = 0.0, None
        for at, row in enumerate(world.rows):
            before = self.promised(world, at, row, seat)
            for pos, card in enumerate(row):
                if card.up:
                    gain = (7 - card.value) * (self.promised(world, at, row[:pos] + row[pos + 1 :], seat) - before)
                    if gain > best:
                        best, todo = gain, (at, pos)
        if todo and roll >= world.rows[todo[0]][todo[1]].value:
            self.remove(world, *todo)

    def spy(self, world: World, seat: int) -> None:
        places = range(len(world.rows))
        rows = [self.seen(row, seat) for row in world.rows]
        fits = [[self.promise(rows[at], one, world.crates[at], seat) for one in world.trainees] for at in places]
        best = max(permutations(places), key=lambda order: sum([fits[at][order[at]] for at in places]))
        world.trainees = [world.trainees[source] for source in best]

    def smuggle(self, world: World, seat: int) -> None:
        change = [
            [self.promised(world, at, row, seat, crates) if crates >= -world.crates[at] else -1000.0 for crates in (-2, 0, 2)]
            for at, row in enumerate(world.rows)
        ]
        less = [two - same for two, same, _ in change]
        more = [two - same for _, same, two in change]
        gain, source, to = max(
            (less[source] + more[to], source, to) for source in range(len(less)) for to in range(len(less)) if source != to
        )
        if gain > 0:
            world.crates[source] -= 2
            world.crates[to] += 2


def main() -> None:
    """The talk with the referee."""
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello" | "start":
                if message["type"] == "start":
                    bot = Planner(message)
                answer = {"type": "ready", "id": message["id"], "protocol": 1, "name": "planner"}
            case "turn":
                answer = {"id": message["id"], "choice": bot.choose(message)}
            case "quit":
                return
            case _:
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
