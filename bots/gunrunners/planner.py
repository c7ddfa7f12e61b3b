"""Gunrunners, some turns deep: tries its moves in worlds that could be the true one, and plays on there.

A world deals the cards that this seat cannot know to the places where they can be, and has the dice to come. Every move
is tried in the same worlds. Then the seats take their turns, each by what the locations promise it and without a look
at what it may not see, and the table is judged. Which moves are worth that, a glance right after them tells.

Start: python planner.py
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product
from random import Random
from typing import Any

EXPOSED = 4  # face-up agents at a location that bring about a bust
LAST_SPACE = 7  # of the bust marker
FULL = 5  # crates in the Warehouse that open it
STAGES = ((0, 6, 8), (1.5, 6, 3), (1.5, 12, 1))  # of a decision: rounds played on, worlds, moves kept for the next one
NEARNESS = (0.1, 0.3, 0.55, 0.8)  # what a location's crates count for, by its exposed agents: the more, the surer

Message = dict[str, Any]


class Card:
    """A card where it lies; equal ones are one object. `name` is None and `value` a mean where it may not be seen;
    `active` is said of a quartermaster whose power counts."""

    __slots__ = ("active", "name", "owner", "up", "value")

    def __init__(self, owner: int, name: str | None, value: float, up: bool, active: bool) -> None:
        self.owner, self.name, self.value, self.up, self.active = owner, name, value, up, active


Row = tuple[Card, ...]
Spot = tuple[int, int]  # a location and a place in its row


@dataclass
class World:
    """All that counts, and nothing of it hidden. Lists are by location or by seat, piles are drawn from their ends;
    `dice` are those to come, `trainees` the probationary agents."""

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
        lists = ("crates", "rows", "trainees", "taken", "hands", "piles", "dice")
        return replace(self, **{name: getattr(self, name).copy() for name in lists})

    def spots(self, up: bool) -> list[Spot]:
        """Where face-up cards lie, or undercover agents."""
        return [(at, pos) for at, row in enumerate(self.rows) for pos, card in enumerate(row) if card.up == up]

    def remove(self, at: int, pos: int) -> Card:
        """A card out of its row; those behind it move up."""
        row = self.rows[at]
        self.rows[at] = row[:pos] + row[pos + 1 :]
        return row[pos]

    def draw(self, seat: int, name: str) -> None:
        """A card leaves the hand, the next one is drawn."""
        hand, pile = list(self.hands[seat]), self.piles[seat]
        hand.remove(name)
        self.hands[seat], self.piles[seat] = (*hand, *pile[-1:]), pile[:-1]

    def deliver(self) -> None:
        """Phase 1."""
        if self.warehouse >= FULL:
            self.crates = [crates + 1 for crates in self.crates]
            self.warehouse -= len(self.crates)
        die, new = self.dice.pop(), min(1, self.stock)
        self.stock, self.warehouse = self.stock - new, self.warehouse + new
        if die <= len(self.crates):
            self.crates[die - 1] += self.warehouse
            self.warehouse = 0

    def confiscate(self, at: int, crates: int) -> None:
        """Share crates of a location out."""
        taken = shares(self.rows[at], crates, len(self.taken))
        self.taken = [old + new for old, new in zip(self.taken, taken, strict=True)]
        self.crates[at] -= sum(taken)

    def bust(self, at: int) -> None:
        self.confiscate(at, self.crates[at])
        self.rows[at] = ()
        self.marker += 1
        for to in (at, at, *(to for to in range(len(self.crates)) if to != at)):  # the special delivery
            new = min(1, self.stock)
            self.stock -= new
            self.crates[to] += new

    def finish_turn(self) -> None:
        """Phase 4, and the end of the game."""
        for at, row in enumerate(self.rows):
            if exposed(row) >= EXPOSED:
                self.bust(at)
        self.over = self.marker >= LAST_SPACE or not any(self.hands)
        if self.marker < LAST_SPACE and self.over:
            for at, crates in enumerate(self.crates):
                self.confiscate(at, crates // 2)


def exposed(row: Row) -> int:
    """Face-up agents."""
    return sum([card.up for card in row])


def shares(row: Row, crates: int, seats: int) -> list[int]:
    """The highest total takes half, rounded up, the next half of the rest; ties go to the card nearest to the place."""
    totals: dict[int, float] = {}
    for card in row:
        totals[card.owner] = totals.get(card.owner, 0.0) + card.value
    taken = [0] * seats
    for owner in sorted(totals, key=lambda owner: -totals[owner]):
        taken[owner] = (crates + 1) // 2
        crates -= taken[owner]
    return taken


def use(world: World, move: Message) -> None:
    """Use a power."""
    match move["do"]:
        case "move":
            card = world.remove(move["from"], move["pos"])
            world.rows[move["to"]] += (card,)
        case "audit":
            if world.dice.pop() >= world.rows[move["at"]][move["pos"]].value:
                world.remove(move["at"], move["pos"])
        case "arrange":
            world.trainees = [world.trainees[source] for source in move["sources"]]
        case "smuggle":
            world.crates[move["from"]] -= 2
            world.crates[move["to"]] += 2


def ways_to_use(world: World, power: str | None) -> Iterator[Message]:
    """The moves of a power; an informant's are those of a director with the undercover agents."""
    places = range(len(world.rows))
    match power:
        case "director" | "informant":
            for (at, pos), to in product(world.spots(up=power == "director"), places):
                if to != at:
                    yield {"do": "move", "from": at, "pos": pos, "to": to}
        case "auditor":
            yield from ({"do": "audit", "at": at, "pos": pos} for at, pos in world.spots(up=True))
        case "spy":
            yield from ({"do": "arrange", "sources": sources} for sources in permutations(places))
        case "smuggler":
            for source, to in permutations(places, 2):
                if world.crates[source] >= 2:
                    yield {"do": "smuggle", "from": source, "to": to}


class Planner:
    """One game as one seat."""

    def __init__(self, start: Message) -> None:
        deck = start["options"]["deck"]
        self.me: int = start["seat"]
        self.seats: int = start["seats"]
        self.seed: int = start["seed"]
        self.specials: dict[str, int] = deck["specials"]
        self.values = {f"agent {value}": int(value) for value in deck["plain"]} | self.specials
        plain = {f"agent {value}": copies for value, copies in deck["plain"].items()}
        self.deck = Counter(plain | dict.fromkeys(self.specials, 1))
        self.mean = sum([self.values[name] for name in self.deck.elements()]) / self.deck.total()
        self.cards: dict[tuple[int, str | None, bool, bool], Card] = {}
        self.promises: dict[tuple[Row, Card | None, int, int], float] = {}

    def card(self, owner: int, name: str | None, up: bool = False, active: bool = False) -> Card:
        """The one object for such a card."""
        key = (owner, name, up, active)
        if key not in self.cards:
            self.cards[key] = Card(owner, name, self.mean if name is None else self.values[name], up, active)
        return self.cards[key]

    def choose(self, turn: Message) -> int:
        """The index of the move that did best."""
        view, legal = turn["view"], turn["legal"]
        if view["stage"] == "setup":
            return 0  # hands are not dealt yet, and locations are alike
        self.promises.clear()
        # From the position alone: what is asked twice is answered alike, whatever was asked between.
        random = Random(f"{self.seed} {view['turn']} {view['stage']}")
        left = list(range(len(legal)))
        for rounds, worlds, kept in STAGES:
            if len(left) > kept:
                sums = dict.fromkeys(left, 0.0)
                for _ in range(worlds):
                    world = self.imagine(view, turn["memory"], random)
                    for index in left:
                        sums[index] += self.tried(world.copy(), legal[index], view["held"], round(rounds * self.seats))
                left = sorted(left, key=lambda index: -sums[index])[:kept]
        return left[0]

    def imagine(self, view: Message, memory: Message, random: Random) -> World:
        """A world that could be the true one."""
        locations = view["locations"]
        # By location those in training, by spot those in the rows.
        names: dict[int | Spot, str] = {(one["at"], one["pos"]): one["card"] for one in memory["undercover"]}
        for group in memory["probationary"]:
            names |= zip(random.sample(group["at"], len(group["cards"])), group["cards"], strict=True)
        owners: dict[int | Spot, int] = {}
        for at, where in enumerate(locations):
            if where["probationary"] is not None:
                owners[at] = where["probationary"]
            owners |= {(at, pos): agent["owner"] for pos, agent in enumerate(where["row"])}
            names |= {(at, pos): agent["card"] for pos, agent in enumerate(where["row"]) if agent["card"]}
        unknown = [self.deck - Counter(discarded) for discarded in memory["discarded"]]
        unknown[self.me].subtract(view["hand"])
        for place, name in names.items():
            unknown[owners[place]][name] -= 1
        piles = [list(cards.elements()) for cards in unknown]
        for pile in piles:
            random.shuffle(pile)
        for place, owner in owners.items():
            if place not in names:
                names[place] = piles[owner].pop()
        piles[self.me] = [*view["hand"], *piles[self.me]]
        hands = [player["hand"] for player in view["players"]]
        rows: list[Row] = [
            tuple([
                self.card(agent["owner"], names[at, pos], agent["card"] is not None, agent.get("active", False))
                for pos, agent in enumerate(where["row"])
            ])
            for at, where in enumerate(locations)
        ]  # fmt: skip
        trainees = [self.card(owners[at], names[at]) if at in owners else None for at in range(len(locations))]
        return World(
            view["active"], view["marker"], view["stock"], view["warehouse"],
            [where["crates"] for where in locations], rows, trainees,
            [player["crates"] for player in view["players"]],
            [tuple(pile[:hand]) for pile, hand in zip(piles, hands, strict=True)],
            [tuple(pile[hand:]) for pile, hand in zip(piles, hands, strict=True)],
            random.choices(range(1, 7), k=4 * self.seats),
        )  # fmt: skip

    def tried(self, world: World, move: Message, held: Message | None, turns: int) -> float:
        """What a world, which is changed, is worth some turns after a move."""
        match move["do"]:
            case "train" | "undercover":
                self.send(world, self.me, move["card"], move["at"], move["do"] == "undercover")
            case "place" if held is not None:
                use(world, {"do": "move", "from": held["at"], "pos": held["pos"], "to": move["to"]})
            case "raid":
                world.bust(move["at"])
            case "look":
                ways = ways_to_use(world, "informant")
                spot = (move["at"], move["pos"])
                self.use_best(world, self.me, [way for way in ways if (way["from"], way["pos"]) == spot])
            case "spy_out":
                self.use_best(world, self.me, ways_to_use(world, "spy"), unhidden=True)
            case _:
                use(world, move)
        world.finish_turn()
        while turns > 0 and not world.over:
            self.play(world)
            turns -= 1
        return self.lead(world.taken, self.me) + (not world.over and self.promised(world, self.me, unhidden=True))

    def lead(self, crates: list[int], seat: int) -> float:
        """Over the mean opponent."""
        return crates[seat] - (sum(crates) - crates[seat]) / (self.seats - 1)

    def promise(self, row: Row, trainee: Card | None, crates: int, seat: int) -> float:
        """The lead that a location promises a seat; of a bust one all of it."""
        key = (row, trainee, crates, seat)
        known = self.promises.get(key)
        if known is None:
            nearness = (*NEARNESS, 1.0)[min(EXPOSED, exposed(row))]
            if nearness < 1 and trainee is not None:  # sooner or later somebody sends it out
                row = (*row, trainee)
            known = self.promises[key] = nearness * self.lead(shares(row, crates, self.seats), seat)
        return known

    def promised(self, world: World, seat: int, unhidden: bool) -> float:
        """By all locations, as the seat sees them or as they are."""
        total = 0.0
        for row, trainee, crates in zip(world.rows, world.trainees, world.crates, strict=True):
            if not unhidden:
                row, trainee = self.seen(row, seat), trainee and self.covered(trainee, seat)
            total += self.promise(row, trainee, crates, seat)
        return total

    def seen(self, row: Row, seat: int) -> Row:
        """A row as a seat sees it."""
        for card in row:
            if not card.up and card.owner != seat:
                return tuple([one if one.up else self.covered(one, seat) for one in row])
        return row

    def covered(self, card: Card, seat: int) -> Card:
        """A face-down card as a seat sees it."""
        return card if card.owner == seat else self.card(card.owner, None)

    # -- the turns of a world: every seat does what promises it most

    def play(self, world: World) -> None:
        """The turn of the next seat."""
        world.active = seat = (world.active + 1) % self.seats
        world.deliver()
        _, name, at, undercover = max(self.ways_to_send(world, seat))
        self.send(world, seat, name, at, undercover)
        world.finish_turn()

    def ways_to_send(self, world: World, seat: int) -> Iterator[tuple[float, str, int, bool]]:
        """All that are worth a thought, each with what it promises more."""
        rows = [self.seen(row, seat) for row in world.rows]
        coming = [trainee and self.covered(trainee, seat) for trainee in world.trainees]
        before = [self.promise(*there, seat) for there in zip(rows, coming, world.crates, strict=True)]
        # Of cards of one value the agent with a power goes into training, the plain one undercover.
        hand = sorted(world.hands[seat], key=self.specials.__contains__)
        places = [at for at, card in enumerate(world.trainees) if card and card.owner != seat]
        if None in world.trainees:  # the first turn of two
            places = [world.trainees.index(None)]
        elif not places or (len(hand) == 1 and not world.piles[seat]):  # the last card may send an own agent
            places = list(range(len(rows)))
        for name in {self.values[name]: name for name in hand}.values():
            card = self.card(seat, name)
            for at in places:
                row, flipped = rows[at], coming[at]
                if flipped is not None:
                    row = (*row, self.card(flipped.owner, flipped.name, up=True))
                ends = world.marker + 1 >= LAST_SPACE and exposed(row) >= EXPOSED
                lost = sum(before) if ends else before[at]
                yield self.promise(row, card, world.crates[at], seat) - lost, name, at, False
        own = [card for row in world.rows for card in row if card.owner == seat]
        limit = 1 + any(card.active for card in own)  # a quartermaster raises it
        if sum([not card.up for card in own]) < limit:
            for name in {self.values[name]: name for name in reversed(hand)}.values():
                card = self.card(seat, name)
                for at, row in enumerate(rows):
                    yield self.promise((*row, card), coming[at], world.crates[at], seat) - before[at], name, at, True

    def send(self, world: World, seat: int, name: str, at: int, undercover: bool) -> None:
        """Phase 2, and the power of the agent that is sent out."""
        world.draw(seat, name)
        if undercover:
            world.rows[at] += (self.card(seat, name),)
            return
        flipped, world.trainees[at] = world.trainees[at], self.card(seat, name)
        if flipped is None:
            return
        owner, power = flipped.owner, None if flipped.owner == seat else flipped.name
        world.rows[at] += (self.card(owner, flipped.name, up=True, active=power == "quartermaster"),)
        self.use_best(world, owner, ways_to_use(world, power), unhidden=power == "spy")

    def use_best(self, world: World, seat: int, moves: Iterable[Message], unhidden: bool = False) -> None:
        """The move of a power that promises the seat most, if one promises more than none."""
        most, best = self.promised(world, seat, unhidden), None
        before = most
        for move in moves:
            after, chance = world.copy(), 1.0
            if move["do"] == "audit":
                chance = max(0.0, (7 - after.remove(move["at"], move["pos"]).value) / 6)
            else:
                use(after, move)
            promised = before + chance * (self.promised(after, seat, unhidden) - before)
            if promised > most:
                most, best = promised, move
        if best:
            use(world, best)


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
