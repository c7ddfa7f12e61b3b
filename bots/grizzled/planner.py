"""The Grizzled, one mission deep: plays the mission on in its thoughts, takes the move after which peace is likeliest.

- Worlds: the cards that it has not seen are dealt at random to the other hands, the pile and the reserve. All moves are
  tried in the same worlds, so that the moves are compared and not their luck.
- Play-outs: in its thoughts everybody looks at the own hand alone and plays by rules of thumb (`Mission.act`).
- Worth: the share of games that teams won from where a mission ends (`worth`). Its figures are a logistic regression
  over the ends of missions in many thousands of games that were played by these rules of thumb alone.

Orders of the Day, Helping Hands and Recruits it knows roughly. Its random numbers come from the seed of the game.

Start: python planner.py
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from functools import cache
from itertools import product
from math import exp
from random import Random
from typing import Any

WEATHERS, ATTACKS = ("night", "snow", "rain"), ("shell", "mask", "whistle")
THREATS = WEATHERS + ATTACKS
BOLTS, HAND_LIMIT, SOLO_HAND = 4, 13, 3

# Six counts of threats in one number, four bits each. With 5 added to a count its highest bit is set from the third
# threat on, which fails the mission, with 6 from the second on.
ONE = {threat: 1 << 4 * at for at, threat in enumerate(THREATS)}
FIVE, SIX, HIGHEST = 0x555555, 0x666666, 0x888888

# The deck. Each weather goes with each attack on three cards, one of them with a Trap; three pairs are there once more.
PAIRS = [f"{weather} {attack}" for weather in WEATHERS for attack in ATTACKS]
DECK = Counter(PAIRS * 2 + [f"{pair} trap" for pair in PAIRS] + ["night shell", "snow whistle", "rain mask"])
DECK.update(["night snow", "snow rain", "night rain", "shell mask", "mask whistle", "shell whistle"])
DECK.update([" ".join(WEATHERS), " ".join(ATTACKS), " ".join(THREATS), "merry christmas", "wounded", "demoralized"])
DECK.update([*[f"trauma {one}" for one in WEATHERS], *[f"phobia {one}" for one in ATTACKS], "fearful", "hardheaded"])
NOT_IN_SOLO = ("panicked", "selfish", "frenzied", "absent-minded", "tyrannical", "mute")
DECK.update(["prideful", "fragile", "clumsy", *NOT_IN_SOLO])
NEW = [*[f"{threat} luck" for threat in THREATS], "aggressive", "superstitious", "listless"]

TILES = {"left 1": 1, "right 1": -1, "left 2": 2, "right 2": -2}  # to the left sits the next in playing order
SOLO_TILES = ("left", "centre", "right", "nobody")
TRIED = ("play", "play_blind", "charm", "use", "speech", "shed", "withdraw", "fill", "done")  # in thoughts

# The rules of thumb. How little a Threat with a Trap is liked, and for each threat of which then no more can come; a
# Hard Knock, for each bolt that its veteran has already, and for each threat that it adds; merry christmas.
TRAP, TRAP_FULL, KNOCK, BOLT, TRAUMA, CHRISTMAS = 0.5, 0.9, -0.3, 0.1, 0.35, -0.5
DISLIKED = -4.0  # one rather keeps such a card
EARLY, LATE = 4, 2  # cards in the hands of those who hear a Speech, that it takes: before the own cards, and after
INTENDED, LAST = 7.5, 9  # cards in all hands when a mission begins; so many in the pile are dealt out at once

# Peace, as the logarithm of its odds at the end of a mission; see `after_support`.
MARGIN, ROOM, LENGTH, CHARM, TOKEN, HURT = 1.5, 6.0, -0.55, 0.13, 0.14, (0.0, -0.38, -0.8, -1.35)
SUPPORT = (0.25, 0.67)  # how often the veteran with most bolts is supported after a failure and after a success

# What an Order of the Day brings besides the cards that are dealt, in cards; those that are left out bring little.
ORDERS = {"mail call": 1.5, "quiet sector": 1.5, "pass it along": 0.7, "aid post": 0.6, "relief": 0.6, "cut off": -0.6}
ORDERS |= {"flooded trench": -0.5, "endless night": -1.5, "deep winter": -1.5, "sleepless": -0.8, "stragglers": -0.8}
ORDERS |= {"empathy": -1.0, "nothing forgotten": -1.5, "confusion": -1.8, "no trinkets": -1.8, "no reprieve": -1.8}
ORDERS |= {"barrage": -2.0, "gas cloud": -2.0, "endless assault": -2.0, "overreach": -1.5, "broken spirits": -2.5}
EASIER, CROWD = 2.5, 0.5  # one that leaves out a threat; each card in hands above those intended

# Helping Hands, the best to keep first, and those that are used as soon as they can be.
HELPING = ["smuggled rations", "narrow escape", "stretcher bearers", "letter from home", "field dressing"]
HELPING += ["unbreakable", "covering fire", "shared burden", "close shave", "sharp eyes", "hot coffee", "marching song"]
WELCOME = (*HELPING[:4], "close shave", "sharp eyes", "friend at headquarters", "casting vote", "kept promise")

Move = dict[str, Any]


class Card:
    """A Trial card: `shows` are its threats as counts, `threats` how many these are."""

    def __init__(self, name: str) -> None:
        words = name.split()
        shown = [ONE[word] for word in words if word in ONE]
        self.name, self.shows, self.threats = name, sum(shown), len(shown)
        self.trap, self.luck = "trap" in words, "luck" in words
        self.knock = words[0] in ("trauma", "phobia") or not shown
        self.bolts = {"merry christmas": 0, "wounded": 2}.get(name, 1) if self.knock else 0


card_of = cache(Card)


class Mission:
    """A mission as it could be, with all cards known, and how it goes on by rules of thumb.

    Lists are by veteran; one player's three veterans have one hand. `counts` are the active threats, `live` says which
    of them can fail the mission, `traumas` what the Hard Knocks of each add while it is in it. The top of the pile is
    its last card.
    """

    def __init__(self, view: dict[str, Any], traps: bool) -> None:
        veterans: list[dict[str, Any]] = view["veterans"]
        ignored = [order.get("ignores") for order in view["orders"]]
        self.order: str = view["order"] or ""
        self.seats: list[int] = [one["seat"] for one in veterans]
        self.solo, self.traps = self.seats[-1] == 0, traps
        self.live: int = sum([8 * one for threat, one in ONE.items() if threat not in ignored])
        self.counts: int = sum([one * view["threats"].get(threat, 0) for threat, one in ONE.items()])
        self.failed, self.filling, self.luck = view["success"] is False, bool(view["filling"]), len(view["luck"])
        self.land = [card_of(trial["card"]) for trial in view["land"]]
        self.pile: list[Card] = []
        self.reserve: int = view["reserve"]
        self.hands: list[list[Card]] = [[] for _ in veterans]
        self.out: list[bool] = [one["withdrawn"] for one in veterans]
        self.knocks = [frozenset(one["knocks"]) for one in veterans]
        self.bolts = [sum([card_of(knock).bolts for knock in had]) for had in self.knocks]
        self.traumas = [sum([card_of(knock).shows for knock in had]) for had in self.knocks]
        self.charms = [ONE.get(one["charm"], 0) for one in veterans]
        charm, speech = self.order != "no trinkets", self.order != "silence in the ranks"
        self.ready = [charm and one["ready"] and "superstitious" not in one["knocks"] for one in veterans]
        self.tokens = [speech * one["speeches"] * ("mute" not in one["knocks"]) for one in veterans]
        self.tiles: tuple[str, ...] = tuple(view["solo_tiles"]) or SOLO_TILES

    def copy(self) -> Mission:
        """An independent copy; what never changes is shared."""
        twin = object.__new__(Mission)
        twin.__dict__ = {name: part[:] if type(part) is list else part for name, part in self.__dict__.items()}
        twin.hands = [self.hands[0][:]] * len(self.hands) if self.solo else [hand[:] for hand in self.hands]
        return twin

    def fails(self, counts: int) -> bool:
        """Whether three threats are alike."""
        return (counts + FIVE) & self.live != 0

    def put(self, veteran: int, card: Card) -> None:
        """A card comes to No Man's Land or to the veteran."""
        if not card.knock:
            self.land.append(card)
            self.counts += card.shows
        else:
            whom = veteran if card.bolts else max(range(len(self.bolts)), key=self.bolts.__getitem__)
            self.bolts[whom] = max(0, self.bolts[whom] + (card.bolts or -1))  # of merry christmas only the bolt is told
            self.knocks[veteran] |= {card.name}
            if not self.out[veteran]:
                self.traumas[veteran] += card.shows
                self.counts += card.shows
        self.failed = self.fails(self.counts)

    def play(self, veteran: int, card: Card) -> None:
        """With its Trap; one player then fills the hand."""
        self.hands[veteran].remove(card)
        self.put(veteran, card)
        if self.springs(veteran, card):
            self.put(veteran, self.pile.pop())
        elif self.traps and card.trap and self.luck:
            self.luck -= 1
        self.luck += card.luck
        if self.filling and not self.failed:
            self.fill()

    def springs(self, veteran: int, card: Card) -> bool:
        """Whether it has a Trap that draws a card."""
        can = self.traps and self.pile and not self.luck
        return bool(can and (card.trap or (not card.knock and "aggressive" in self.knocks[veteran])))

    def fill(self) -> None:
        """One player draws up to the full hand."""
        while self.pile and len(self.hands[0]) < SOLO_HAND:
            self.hands[0].append(self.pile.pop())

    def speak(self, veteran: int, threat: int) -> None:
        """All others in the mission discard a card that shows the threat, rather one that is hard to play."""
        self.tokens[veteran] -= 1
        for hand in self.listening(veteran):
            if shown := [card for card in hand if card.shows & 7 * threat]:
                hand.remove(max(shown, key=self.hardness))

    def listening(self, veteran: int) -> list[list[Card]]:
        """The hands of those who hear a Speech of the veteran."""
        others = zip(self.seats, self.hands, self.out, strict=True)
        return [hand for seat, hand, out in others if not out and seat != self.seats[veteran]]

    def hardness(self, card: Card) -> int:
        """How much one wants to be rid of a card otherwise than by playing it."""
        return card.threats + card.knock + 2 * self.fails(self.counts + card.shows)

    def leave(self, veteran: int) -> None:
        """It withdraws; its Traumas and Phobias go with it, but a clumsy one plays a card."""
        self.out[veteran] = True
        self.counts -= self.traumas[veteran]
        if "clumsy" in self.knocks[veteran] and self.pile:
            self.put(veteran, self.pile.pop())

    def kept_in(self, veteran: int) -> bool:
        """Whether it may not withdraw."""
        cards, knocks = len(self.hands[veteran]), self.knocks[veteran]
        if cards > 1 + ("hardheaded" not in knocks) and ("hardheaded" in knocks or self.order == "hold the line"):
            return True
        others = [knocks for one, knocks in enumerate(self.knocks) if not self.out[one] and one != veteran]
        return cards > 0 and bool(others) and ("prideful" in knocks or any("fragile" in other for other in others))

    # -- the rules of thumb

    def go_on(self, veteran: int) -> None:
        """To the end of the mission, after an action of this veteran."""
        while not self.failed and not all(self.out):
            veteran = (veteran + 1) % len(self.out)
            if not self.out[veteran]:
                self.act(veteran)

    def act(self, veteran: int) -> None:
        """The best card that fits; else a charm or a Speech that helps; else out of the mission."""
        hand, counts = self.hands[veteran], self.counts
        twice = counts + SIX
        fitting = [
            (self.liking(veteran, card), at) for at, card in enumerate(hand) if not self.fails(counts + card.shows)
        ]
        liking, best = max(fitting, default=(DISLIKED, 0))
        heard = sum(map(len, self.listening(veteran))) if self.tokens[veteran] else 0
        if "fearful" in self.knocks[veteran] and twice & HIGHEST:
            self.leave(veteran)
        elif heard >= EARLY or (heard >= LATE and liking <= DISLIKED and not self.in_the_way(veteran)):
            self.speak(veteran, next((one for one in ONE.values() if twice & self.live & 8 * one), 1))
        elif liking > DISLIKED:
            self.play(veteran, hand[best])
        elif cleared := self.in_the_way(veteran):
            self.ready[veteran] = False
            self.land.remove(cleared)
            self.counts -= cleared.shows
        elif self.kept_in(veteran):
            self.play(veteran, min(hand, key=lambda card: (self.fails(counts + card.shows), card.bolts)))
        else:
            self.leave(veteran)

    def liking(self, veteran: int, card: Card) -> float:
        """Of a card that fits: how much one would rather play it than another; least of all what hurts."""
        if not card.knock:
            full = ((self.counts + card.shows + SIX) & self.live).bit_count()  # threats of which no more can come
            return -full - (TRAP + TRAP_FULL * full if self.springs(veteran, card) else 0.0)
        had = self.bolts[veteran]
        if not card.bolts:
            return CHRISTMAS if max(self.bolts) > 1 else DISLIKED / 2
        less = BOLT * card.bolts * (had + card.bolts - 1) + TRAUMA * card.threats
        return KNOCK - less if had + card.bolts < BOLTS else DISLIKED

    def in_the_way(self, veteran: int) -> Card | None:
        """A card that the charm can take from No Man's Land, so that one of the hand fits."""
        shown = [card for card in self.land if self.ready[veteran] and card.shows & 7 * self.charms[veteran]]
        threats = [one.shows for one in self.hands[veteran] if not one.knock]
        fit = (card for card in shown if any(not self.fails(self.counts - card.shows + more) for more in threats))
        return next(fit, None)


def worth(end: Mission) -> float:
    """The chance of peace after a mission that has come to its end: whom Support comes to is not known."""
    worst = max(range(len(end.bolts)), key=end.bolts.__getitem__)
    chance = SUPPORT[not end.failed] if end.order != "cut off" else 0.0
    if end.solo:  # a tile is drawn
        chance = (SOLO_TILES[worst] in end.tiles) / len(end.tiles)
    healed = end.bolts[:]
    healed[worst] = max(0, healed[worst] - (1 if end.failed or end.order == "full infirmary" else 2))
    return chance * after_support(end, healed, 1 - end.ready[worst]) + (1 - chance) * after_support(end, end.bolts, 0)


def after_support(end: Mission, bolts: list[int], charms: int) -> float:
    """The chance of peace with these bolts, and so many charms more."""
    hands = len(end.hands[0]) if end.solo else sum(map(len, end.hands))
    pile = len(end.pile) + len(end.land) * end.failed
    most = 99 if end.order == "no reprieve" else 7 if end.seats[-1] == 1 else 6
    drop = max(4 if end.order == "sleepless" else 3, min(most, hands)) - (end.order == "quiet sector")
    drop += 2 * (end.failed and end.order == "costly failure")
    reserve, to_come = end.reserve - drop, pile + drop + hands
    peace = not (end.failed or pile or hands)
    if peace or max(bolts) >= BOLTS or reserve <= 0 or hands >= HAND_LIMIT:
        return float(peace and max(bolts) < BOLTS)
    odds = (MARGIN * (reserve - to_come) + ROOM) / reserve**0.5 + LENGTH * reserve**0.5
    odds += CHARM * (sum(end.ready) + charms) + TOKEN * sum(end.tokens) + sum([HURT[had] for had in bolts])
    return 1 / (1 + exp(-odds))


class Planner:
    """One game as one seat. Each candidate is tried in `worlds` worlds."""

    def __init__(self, start: dict[str, Any], worlds: int = 40) -> None:
        self.me: int = start["seat"]
        self.worlds = worlds
        self.random = Random(start["seed"])
        self.traps: bool = start["options"].get("traps", True)
        self.deck = DECK + Counter([] if start["options"].get("trials") == "base" else NEW)
        self.deck -= Counter(NOT_IN_SOLO if start["seats"] == 1 else ())
        self.plan: tuple[str | None, ...] = ()

    def choose(self, turn: dict[str, Any]) -> int:
        """The index of the move after which peace is likeliest; of equal ones the first."""
        if len(turn["legal"]) == 1:
            return 0
        self.read(turn["view"], turn["memory"])
        rules = [self.rule(move) for move in turn["legal"]]
        if max(rules) or rules.count(0.0) == 1:
            return rules.index(max(rules))
        tried = [(at, move) for at, move in enumerate(turn["legal"]) if not rules[at]]
        worlds = [self.imagine() for _ in range(self.worlds)]
        return max(tried, key=lambda one: sum([self.outlook(world.copy(), one[1]) for world in worlds]))[0]

    def read(self, view: dict[str, Any], memory: dict[str, Any]) -> None:
        """What lies on the table, and which cards this seat has not seen."""
        self.view, self.memory = view, memory
        self.veterans: list[dict[str, Any]] = view["veterans"]
        self.self: int = next((one for one in view["asked"] if self.veterans[one]["seat"] == self.me), self.me)
        self.table = Mission(view, self.traps)
        self.held: int = sum([one["hand"] for one in self.veterans])
        self.known: dict[int, list[str]] = {seen["veteran"]: seen["cards"] for seen in memory["hands"]}
        self.known |= {hand["veteran"]: [trial["card"] for trial in hand["cards"]] for hand in view["hands"]}
        unseen = self.deck.copy()
        recruit = [trial["card"] for trial in view["recruit"]["hand"]] if view["recruit"] else []
        worn, top = [one["knocks"] for one in self.veterans], filter(None, memory["top"])
        land = [card.name for card in self.table.land]
        for cards in (memory["discarded"], land, recruit, top, *self.known.values(), *worn):
            unseen.subtract(cards)
        back = Counter(memory["returned"]) & +unseen  # these are not in the reserve
        self.back = [card_of(card) for card in sorted(back.elements())]
        self.free = [card_of(card) for card in sorted((+unseen - back).elements())]
        if view["stage"] in ("action", "place"):
            self.plan_support()

    def imagine(self) -> Mission:
        """A mission that it could be: what it has not seen is dealt at random."""
        world = self.table.copy()
        self.random.shuffle(self.free)
        rest = self.free[world.reserve :] + self.back
        if self.back:
            self.random.shuffle(rest)
        for veteran, one in enumerate(self.veterans):
            hand = [card_of(card) for card in self.known.get(veteran, ())]
            missing = 0 if world.solo else max(0, one["hand"] - len(hand))
            world.hands[veteran] = hand + rest[:missing]
            del rest[:missing]
        top = [rest.pop() if card is None else card_of(card) for card in self.memory["top"] if card or rest]
        world.pile = rest[: max(0, self.view["trials"] - len(top))] + top[::-1]
        return world

    def outlook(self, world: Mission, move: Move) -> float:
        """What peace has for a chance after the move and the mission to its end."""
        me, after = self.self, self.view["active"] if self.view["stage"] == "speech" else self.self
        hand = world.hands[me]
        match move:
            case {"do": "play" | "play_blind"}:
                world.play(me, card_of(move["card"]) if "card" in move else hand[0])
            case {"do": "charm" | "use", "card": card}:
                world.ready[me] &= move["do"] == "use"
                world.land.remove(card_of(card))
                world.counts -= card_of(card).shows
            case {"do": "speech", "threat": threat}:
                world.tokens[me] += "hand" in move  # a song costs none
                world.speak(me, ONE[threat])
            case {"do": "withdraw"}:
                world.leave(me)
            case {"do": "shed", "card": card}:
                hand.remove(card_of(card))
            case {"do": "fill"}:
                world.fill()
            case {"do": "done"}:
                world.filling &= self.view["stage"] != "fill"
        world.go_on(after)
        return worth(world)

    # -- rules for the other decisions

    def rule(self, move: Move) -> float:
        """What a move is worth that is not tried in thoughts; 0 for those that are. More is made at once."""
        table, stage = self.table, self.view["stage"]
        count, pile = len(table.out), int(self.view["trials"])
        card = card_of(move.get("card") or "wounded")
        match move:
            case {"do": "play" | "give" | "withdraw"} if stage in ("recruit", "second", "give"):
                fits = not table.fails(table.counts + card.shows)
                return 2.0 if move["do"] == "withdraw" else 3.0 - 2 * card.knock if fits else -1.0
            case {"do": "shed" | "clear"} if stage != "speech":
                return 1.0 + table.hardness(card)
            case {"do": "use", "hand": hand} if hand != "covering fire":
                hot = hand == "hot coffee" and not self.veterans[self.self]["ready"]
                useful = hot or hand in WELCOME or (hand == "field dressing" and max(table.bolts) > 1)
                return 1.0 + table.bolts[int(move.get("veteran") or 0)] if useful else -1.0
            case {"do": "cancel", "order": "endless night" | "deep winter"}:
                return 1.0
            case {"do": "remove", "veteran": veteran}:
                return 1.0 + 10 * table.bolts[int(veteran)] + 3 * card.bolts + card.threats
            case {"do": "order", "order": order}:
                known = next(known for known in self.memory["orders"] if known["order"] == order)
                many = max(0.0, self.held + min(count * int(known["least"][count - 3]), pile) - INTENDED)
                return 99.0 + ORDERS.get(order, 0.0) + EASIER * bool(known.get("ignores")) - CROWD * many
            case {"do": "deal", "intensity": intensity}:
                if pile <= LAST and pile + self.held < HAND_LIMIT - 1:
                    return float(intensity)  # peace needs an empty pile
                return 99.0 - abs(self.held + count * (int(intensity) + (table.order == "overreach")) - INTENDED)
            case {"do": "place", "tile": tile}:
                return 2.0 if self.plan[self.self] == tile else 1.0
            case {"do": "keep" | "take", "hand": hand}:
                return 20.0 - (HELPING.index(hand) if hand in HELPING else len(HELPING))
            case {"do": "done"} if stage not in ("speech", "fill"):
                return 0.5
        return 0.0 if move["do"] in TRIED else -1.0

    def plan_support(self) -> None:
        """Which tile each veteran places if all follow one plan. All tiles lie open before they are placed, so that all
        who think alike come to the same plan without a word; who has withdrawn since has placed what was planned."""
        choices: list[list[str | None]] = [
            [planned if planned in (one["tiles"] if one["placed"] else ()) else None]
            if one["withdrawn"]
            else [*sorted(set(one["tiles"]))] or [None]
            for one, planned in zip(self.veterans, self.plan or [None] * len(self.veterans), strict=True)
        ]
        self.plan = max(product(*choices), key=self.help_of)

    def help_of(self, placed: tuple[str | None, ...]) -> float:
        """What it brings if the veterans place these tiles; nobody should be left without tiles after it."""
        received = [0] * len(placed)
        for veteran, tile in enumerate(placed):
            if tile is not None:
                selfish = "selfish" in self.table.knocks[veteran]
                received[veteran if selfish else (veteran + TILES[tile]) % len(placed)] += 1
        second, most = sorted(received)[-2:]
        gain = 0.03 * (most - second)
        if most > second:
            bolts, ready = self.table.bolts[received.index(most)], self.veterans[received.index(most)]["ready"]
            gain += HURT[min(3, max(0, bolts - 2))] - HURT[min(3, bolts)] + 5 * (bolts >= BOLTS) + CHARM * (not ready)
        for one, tile, more in zip(self.veterans, placed, received, strict=True):
            gain -= 0.05 * max(0, 2 - (len(one["tiles"]) - (tile is not None) + more)) ** 2
        return gain


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
