"""Gangsta!, one turn deep: makes each legal move on a sketch of the table and takes the one that looks best.

A heist is judged with the crew that leaves the table at its best, and in the mobilisation together with the waking that
it takes: gangsters are woken for a purpose, and where a whole gang can be sent, it is: it will wake by itself. Worths
are in influence at the end; what serves the future (money, skills, gangsters that are awake) is worth less the nearer
the end is. Nothing is random.

Start: python planner.py
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

DOLLAR = 0.5
SYMBOL = (1.0, 0.6, 0.3)  # the first of a skill in a gang, the second, each further one
AWAKE = 0.4  # a gangster that will be Available in the next turn without money
OPEN = 0.3  # part of a heist on display that the gang could perform if all were Available
WAR = 1.0  # to have one Mercenary more than any opponent when the gang war comes, or one less
COVERED = 0.7  # part of a resource that is not active yet for the needed skills that the gang has
END = 100.0  # to be ahead, or behind, when the game is over
RICHEST = LARGEST = 1.0  # for the lead in money, and in gangsters, at the end

CREWS = 100  # that are compared for one heist: shared ones of four gangs could have thousands
SIZE = {1: 4, 2: 7, 3: 9}  # of the gang that ends a chapter
REWARDS = {"recruit": 0.7, "play_again": 1.5, "assassination": 2.0, "theft": 0.6, "diversion": 0.3, "learn": 0.8}
POWERS = {"media": 4.0, "headquarters": 2.0, "counterfeit printing": 2.0, "black market": 1.0, "hospital": 1.0}

Card = dict[str, Any]
Crew = frozenset[str]


class One(NamedTuple):
    """A gangster of a gang."""

    card: str
    family: str
    skills: str
    influence: int
    awake: bool


@dataclass
class Table:
    """What counts; lists are by seat, the money that is in a bank is counted with the rest."""

    chapter: int
    snitches: int
    dollars: list[float]
    influence: list[float]
    gangs: list[tuple[One, ...]]
    heists: list[Card]

    def copy(self) -> Table:
        return replace(self, dollars=[*self.dollars], influence=[*self.influence], gangs=[*self.gangs])

    def turn(self, cards: Crew, awake: bool) -> None:
        """Make gangsters Available or Activated."""
        self.gangs = [
            tuple([one._replace(awake=awake) if one.card in cards else one for one in gang]) for gang in self.gangs
        ]

    def lose(self, card: str) -> None:
        self.gangs = [tuple([one for one in gang if one.card != card]) for gang in self.gangs]

    def future(self) -> float:
        """1 at the beginning of the game, 0 at its end."""
        left = (SIZE[3] - max(map(len, self.gangs))) / (SIZE[3] - 1)
        return min(left, (3 - self.snitches) / 6) if self.chapter == 3 else left


class Planner:
    """One game as one seat."""

    def __init__(self, start: Card) -> None:
        self.me: int = start["seat"]
        self.families: bool = start["options"]["families"]

    def choose(self, turn: Card) -> int:
        """The index of the best move; of equal ones the first."""
        self.view, self.memory, legal = turn["view"], turn["memory"], turn["legal"]
        self.resources = [player["resource"] for player in self.view["players"]]
        table = Table(
            self.view["chapter"],
            len(self.view["snitches"]),
            [player["dollars"] + player["bank"] for player in self.view["players"]],
            [player["influence"] for player in self.view["players"]],
            [tuple(map(read, player["gang"])) for player in self.view["players"]],
            self.view["heists"],
        )
        if self.view["stage"] == "mobilise":
            index: int = legal.index(self.wake(table, legal))
            return index
        worths = [self.worth_of(move, table.copy()) for move in legal]
        return worths.index(max(worths))

    # -- what moves lead to

    def worth_of(self, move: Card, table: Table) -> float:
        """What the table, which is changed, is worth after a move."""
        me, job, gangster = self.me, self.view["job"], move.get("gangster", "")
        match move["do"]:
            case "keep":
                (card,) = [card for card in self.view["offered"] if card["card"] == move["resource"]]
                return float(card["influence"] + POWERS.get(card["card"], 0.0) - 0.5 * len(card["need"]))
            case "recruit":
                return self.recruited(table, gangster)
            case "perform":
                heist = next(one for one in [*table.heists, self.memory["top_heist"]] if one["card"] == move["heist"])
                table.dollars[me] -= heist not in table.heists
                return self.performed(table, heist, heist["need"].replace(move.get("drop", "-"), "", 1))
            case "activate":
                (one,) = [one for gang in table.gangs for one in gang if one.card == gangster]
                crew = frozenset([*job["crew"], gangster])
                return self.performed(table, job["heist"], supply(job["missing"], one.skills), crew)
            case "pass":
                leaders = sum(["L" in one.skills for one in table.gangs[me]])
                table.dollars[me] += leaders + 2 * self.has(me, "black market")
            case "rob":
                loot = min(job["heist"]["theft"], table.dollars[move["seat"]])
                table.dollars[move["seat"]] -= loot
                table.dollars[me] += loot
            case "assassinate":
                table.lose(cheapest([one for one in table.gangs[move["seat"]] if len(one.skills) == 2]))
            case "give_up" | "eliminate":
                table.lose(gangster)
            case "teach":
                learned = job["heist"]["learn"]
                gang = table.gangs[me]
                table.gangs[me] = tuple(
                    [one._replace(skills=one.skills + learned) if one.card == gangster else one for one in gang]
                )
            case "wake":
                table.turn(frozenset([gangster]), awake=True)
            case "divert":
                table.turn(frozenset([gangster]), awake=False)
            case "discharge":
                back = next(one for one in self.view["players"][me]["hospital"] if one["card"] == gangster)
                return self.joined(table, read(back)._replace(awake=True))
            case "discard":
                table.heists = [heist for heist in table.heists if heist["card"] != move["card"]]
                return self.worth(table) - 0.1  # who knows what comes instead
        return self.worth(table)

    def wake(self, table: Table, legal: list[Card]) -> Card:
        """The next to be woken for the best that can be done in this turn, or nobody."""
        me, left = self.me, self.view["left"]
        best, freed = self.free(table, left)
        plan = freed
        for gangster in self.view["gangsters"]:
            if self.price(table, gangster) <= table.dollars[me]:
                after = table.copy()
                after.turn(frozenset(freed), awake=True)
                if (worth := self.recruited(after, gangster["card"])) > best:
                    best, plan = worth, freed
        asleep = frozenset(one.card for one in table.gangs[me] if not one.awake)
        all_awake = table.copy()
        all_awake.turn(asleep, awake=True)
        for heist in table.heists:
            for crew in self.crews(all_awake, heist, heist["need"]):
                woken = sorted(asleep & crew)
                after = self.perform(table, heist, crew)
                after.dollars[me] -= max(0, len(woken) - left)
                if after.dollars[me] < heist.get("dollars", 0):
                    continue
                worth, extra = self.free(after, left - len(woken), crew)
                if worth > best:
                    best, plan = worth, woken + extra
        if len(plan) > left + 1 and {"do": "wake_all"} in legal:
            return {"do": "wake_all"}
        return {"do": "wake", "gangster": plan[0]} if plan else {"do": "done"}

    def free(self, table: Table, left: int, busy: Crew = frozenset()) -> tuple[float, list[str]]:
        """What the table is worth with the best use of what is left of the Leaders' orders, and whom they wake."""
        asleep = [one for one in table.gangs[self.me] if not one.awake and one.card not in busy]
        asleep.sort(key=lambda one: ("L" not in one.skills, -len(one.skills)))
        woken = [one.card for one in asleep[: max(0, left)]]
        if not woken:
            return self.worth(table), woken
        after = table.copy()
        after.turn(frozenset(woken), awake=True)
        return max((self.worth(table), []), (self.worth(after), woken))

    def crews(self, table: Table, heist: Card, missing: str, sent: Crew = frozenset()) -> Iterator[Crew]:
        """Crews of Available gangsters that can supply what is missing, those included that were sent before; of an
        opponent's gangsters only the first of those that would supply the same."""
        found = {(missing, sent)}
        waiting = [(missing, sent)]
        crews = 0
        while waiting:
            missing, crew = waiting.pop()
            if not missing:
                yield crew
                crews += 1
                if crews == CREWS:
                    return
                continue
            for seat in range(len(table.gangs)) if crew and heist.get("cooperation") else (self.me,):
                supplied = {missing}
                for one in table.gangs[seat]:
                    rest = supply(missing, one.skills)
                    step = rest, crew | {one.card}
                    if one.awake and rest not in supplied and one.card not in crew and step not in found:
                        if seat != self.me:
                            supplied.add(rest)
                        found.add(step)
                        waiting.append(step)

    def performed(self, table: Table, heist: Card, missing: str, sent: Crew = frozenset()) -> float:
        """What the table is worth after a heist with the best crew."""
        return max([self.worth(self.perform(table, heist, crew)) for crew in self.crews(table, heist, missing, sent)])

    def perform(self, before: Table, heist: Card, crew: Crew) -> Table:
        """After a heist; its rewards that are still to be decided on count as usual."""
        me, table = self.me, before.copy()
        table.turn(crew, awake=False)
        table.heists = [other for other in before.heists if other["card"] != heist["card"]]
        gangs = [seat for seat, gang in enumerate(before.gangs) if any(one.card in crew for one in gang)]
        for seat in gangs if len(gangs) > 1 else []:
            table.dollars[seat] += heist.get("cooperation", 0)
        if heist.get("rally"):
            table.turn(frozenset(one.card for one in table.gangs[me]), awake=True)
        table.dollars[me] += heist.get("dollars", 0)
        table.influence[me] += reward(heist, table.future())
        return table

    def price(self, table: Table, gangster: Card) -> int:
        """With all discounts."""
        cost: int = gangster["cost"]
        if gangster["family"] != table.gangs[self.me][0].family:
            return cost
        return cost - self.families - (gangster not in self.view["gangsters"])

    def recruited(self, table: Table, card: str) -> float:
        """What the table, which is changed, is worth after a gangster has been paid for."""
        on_offer = [*self.view["gangsters"], self.memory["top_gangster"]]
        gangster = next(one for one in on_offer if one["card"] == card)
        table.dollars[self.me] -= self.price(table, gangster)
        return self.joined(table, read(gangster | {"available": True}))

    def joined(self, table: Table, newcomer: One) -> float:
        """What the table, which is changed, is worth with a gangster more, who may end the chapter."""
        table.gangs[self.me] += (newcomer,)
        if len(table.gangs[self.me]) < SIZE[table.chapter]:
            return self.worth(table)
        if table.chapter == 1:
            skills = [sum([len(one.skills) for one in gang]) for gang in table.gangs]
            table.dollars = [have + max(skills) - own for have, own in zip(table.dollars, skills, strict=True)]
        elif table.chapter == 2:
            strength = [count(gang, "M") for gang in table.gangs]
            for seat, own in enumerate(strength):
                if own < max(strength) or strength.count(own) > 1:
                    table.lose(cheapest(table.gangs[seat]))
        else:
            score = self.scores(table)
            others = max([points for seat, points in enumerate(score) if seat != self.me])
            return END * (score[self.me] - others)
        table.chapter += 1
        table.heists = []
        return self.worth(table)

    # -- what a table is worth

    def scores(self, table: Table) -> list[float]:
        """As if the game ended now."""
        sizes = list(map(len, table.gangs))
        return [
            table.influence[seat]
            + sum([one.influence for one in gang])
            + RICHEST * (table.dollars[seat] == max(table.dollars))
            + LARGEST * (sizes[seat] == max(sizes))
            + (kept["influence"] if (kept := self.resources[seat]) and kept["active"] else 0)
            for seat, gang in enumerate(table.gangs)
        ]

    def worth(self, table: Table) -> float:
        """Our lead over the others, half over their mean and half over the best of them."""
        future = table.future()
        worths = [points + self.prospects(table, seat, future) for seat, points in enumerate(self.scores(table))]
        own = worths.pop(self.me)
        return own - (sum(worths) / len(worths) + max(worths)) / 2

    def prospects(self, table: Table, seat: int, future: float) -> float:
        """What a seat's money, skills and gangsters will bring it."""
        gang = table.gangs[seat]
        skills = "".join([one.skills for one in gang])
        worth = DOLLAR * table.dollars[seat]
        for skill in "LMISBH":
            have = skills.count(skill)
            worth += sum(SYMBOL[:have]) + SYMBOL[-1] * max(0, have - len(SYMBOL))
        awake = [one for one in gang if one.awake]
        ready = min(len(gang), len(awake) + count(awake, "L")) if awake else len(gang)
        worth += AWAKE * ready
        possible = [heist for heist in table.heists if not supply(heist["need"], skills)]
        rewards = [reward(heist, future) + DOLLAR * heist.get("dollars", 0) for heist in possible]
        worth += OPEN * max(rewards, default=0.0)
        worth *= future
        if table.chapter < 3:
            rivals = max([count(other, "M") for rival, other in enumerate(table.gangs) if rival != seat])
            worth += WAR * (1 - future) * max(-1, min(1, skills.count("M") - rivals))
        kept = self.resources[seat]
        if kept and not kept["active"]:
            missing = len(supply(kept["need"], skills)) / len(kept["need"])
            worth += (COVERED * (1 - missing) if missing else 1) * kept["influence"]
        return worth

    def has(self, seat: int, card: str) -> bool:
        kept = self.resources[seat]
        return bool(kept and kept["active"] and kept["card"] == card)


def read(card: Card) -> One:
    return One(card["card"], card["family"], card["skills"], card["influence"], card["available"])


def supply(missing: str, skills: str) -> str:
    """What is missing after these skills have been supplied."""
    for skill in skills:
        missing = missing.replace(skill, "", 1)
    return missing


def count(gang: list[One] | tuple[One, ...], skill: str) -> int:
    return sum([one.skills.count(skill) for one in gang])


def cheapest(gang: list[One] | tuple[One, ...]) -> str:
    """Whom a gang gives up, never its boss."""
    mortal = [one for one in gang if not one.card.endswith("boss")]
    return min(mortal, key=lambda one: one.influence + len(one.skills) / 2).card if mortal else ""


def reward(heist: Card, future: float) -> float:
    """Of a heist, but for the money."""
    worth: float = heist.get("influence", 0)
    return worth + future * sum([each * int(bool(heist.get(name))) for name, each in REWARDS.items()])


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
