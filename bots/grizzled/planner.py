"""The Grizzled, one mission deep: plays the mission on in its thoughts, and takes the move after which peace is nearest.

- Worlds: the cards that it has not seen are dealt at random to the other hands, the pile and the reserve. All moves are
  tried in the same worlds, so that the moves are compared and not their luck.
- Play-outs: in its thoughts everybody looks at the own hand alone and plays by rules of thumb (`Mission.act`).
- Worth: the share of games that a team wins from where a mission ends, as it was in many games of such teams (`worth`).

Orders of the Day, Helping Hands and Recruits it knows by rules of thumb. It remembers nothing from turn to turn, and
draws its random numbers from the seed of the game.

Start: python planner.py --worlds 40
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
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
DECK.update(["prideful", "fragile", "clumsy", "panicked", "selfish", "frenzied", "absent-minded", "tyrannical", "mute"])
NEW = [*[f"{threat} luck" for threat in THREATS], "aggressive", "superstitious", "listless"]
NOT_IN_SOLO = ("panicked", "selfish", "frenzied", "absent-minded", "tyrannical", "mute")

TRAP, TRAP_FULL, KNOCK, BOLT, TRAUMA, CHRISTMAS = 0.5, 0.9, -0.3, 0.1, 0.35, -0.5
EARLY, URGENT = 4, 0.0
TILES = {"left 1": 1, "right 1": -1, "left 2": 2, "right 2": -2}  # to the left sits the next in playing order

# What an Order of the Day brings besides the cards that are dealt, in cards; those that are left out bring little.
ORDERS = {"mail call": 1.5, "quiet sector": 1.5, "pass it along": 0.7, "aid post": 0.6, "relief": 0.6, "cut off": -0.6}
ORDERS |= {"flooded trench": -0.5, "endless night": -1.5, "deep winter": -1.5, "sleepless": -0.8, "stragglers": -0.8}
ORDERS |= {"empathy": -1.0, "nothing forgotten": -1.5, "confusion": -1.8, "no trinkets": -1.8, "no reprieve": -1.8}
ORDERS |= {"barrage": -2.0, "gas cloud": -2.0, "endless assault": -2.0, "overreach": -1.5, "broken spirits": -2.5}
LAST = 9  # so many in the pile are dealt out at once, as peace needs an empty pile
EASIER, CROWD, INTENDED = 2.5, 0.5, 7.5  # one that leaves out a threat; each card in hands above those intended

# Helping Hands, the best to keep first; the others are hardly worth an action.
HELPING = ["smuggled rations", "narrow escape", "stretcher bearers", "letter from home", "field dressing"]
HELPING += ["unbreakable", "covering fire", "shared burden", "close shave", "sharp eyes", "hot coffee", "marching song"]
WELCOME = (*HELPING[:4], "sharp eyes", "friend at headquarters", "casting vote", "kept promise")  # at once

DISLIKED = -4.0  # a card that a veteran rather keeps than plays
WORTH_A_SPEECH = 2  # cards in the hands of those who would hear it
SUPPORT = (0.6, 0.88)  # how often the veteran with most bolts is supported after a failure and after a success

Move = dict[str, Any]


class Card:
    """A Trial card: `shows` are its threats as counts, `threats` how many these are."""

    __slots__ = ("bolts", "knock", "luck", "name", "shows", "threats", "trap")

    def __init__(self, name: str) -> None:
        words = name.split()
        shown = [ONE[word] for word in words if word in ONE]
        self.name, self.shows, self.threats = name, sum(shown), len(shown)
        self.trap, self.luck = "trap" in words, "luck" in words
        self.knock = words[0] in ("trauma", "phobia") or not shown
        self.bolts = {"merry christmas": 0, "wounded": 2}.get(name, 1) if self.knock else 0


card_of = cache(Card)


def bolts_of(knocks: list[str]) -> int:
    """How many a veteran has who bears these Hard Knocks."""
    return sum([card_of(knock).bolts for knock in knocks])


class Mission:
    """A mission as it could be, with all cards known, and how it goes on by rules of thumb.

    Lists are by veteran; one player's three veterans have one list as their hands. `counts` are the active threats,
    `live` those of them that can fail the mission, `traumas` what Hard Knocks add while their veteran is in it.
    """

    __slots__ = (
        "bolts", "charms", "counts", "failed", "filling", "hands", "knocks", "land", "live", "luck", "order", "out",
        "pile", "ready", "reserve", "seats", "tokens", "traps", "traumas",
    )  # fmt: skip

    def copy(self) -> Mission:
        """An independent copy; what is the same in all play-outs is shared."""
        twin = object.__new__(Mission)
        twin.charms, twin.live, twin.order, twin.seats, twin.traps = (
            self.charms, self.live, self.order, self.seats, self.traps)  # fmt: skip
        twin.counts, twin.failed, twin.filling, twin.luck, twin.reserve = (
            self.counts, self.failed, self.filling, self.luck, self.reserve)  # fmt: skip
        twin.bolts, twin.knocks, twin.land, twin.out, twin.pile, twin.ready, twin.tokens, twin.traumas = (
            self.bolts[:], self.knocks[:], self.land[:], self.out[:], self.pile[:], self.ready[:], self.tokens[:],
            self.traumas[:])  # fmt: skip
        twin.hands = [hand[:] for hand in self.hands]
        if self.seats[-1] == 0:
            twin.hands = [twin.hands[0]] * len(twin.hands)
        return twin

    def fails(self, counts: int) -> bool:
        """Whether three threats are alike."""
        return (counts + FIVE) & self.live != 0

    # -- what veterans do

    def put(self, veteran: int, card: Card) -> None:
        """A card comes to No Man's Land or to the veteran."""
        if not card.knock:
            self.land.append(card)
            self.counts += card.shows
        elif card.bolts:
            self.bolts[veteran] += card.bolts
            self.knocks[veteran] = self.knocks[veteran] | {card.name}
            if not self.out[veteran]:
                self.traumas[veteran] += card.shows
                self.counts += card.shows
        else:  # of merry christmas only the bolt is told
            worst = max(range(len(self.bolts)), key=self.bolts.__getitem__)
            self.bolts[worst] = max(0, self.bolts[worst] - 1)

    def play(self, veteran: int, card: Card) -> None:
        """With its Trap; one player then fills its hand."""
        self.hands[veteran].remove(card)
        self.put(veteran, card)
        if self.springs(veteran, card):
            if self.luck:
                self.luck -= 1
            else:
                self.put(veteran, self.pile.pop())
        self.luck += card.luck
        self.failed = self.fails(self.counts)
        if self.filling and not self.failed:
            self.fill()

    def springs(self, veteran: int, card: Card) -> bool:
        """Whether it has a Trap that draws a card."""
        return bool(self.traps and self.pile and not card.knock and (card.trap or "aggressive" in self.knocks[veteran]))

    def fill(self) -> None:
        """One player draws up to the full hand."""
        hand = self.hands[0]
        while self.pile and len(hand) < SOLO_HAND:
            hand.append(self.pile.pop())

    def clear(self, card: Card) -> None:
        """A card is taken from No Man's Land."""
        self.land.remove(card)
        self.counts -= card.shows

    def speak(self, veteran: int, threat: int) -> None:
        """All others in the mission discard a card that shows the threat, rather one that is hard to play."""
        for other, hand in enumerate(self.hands):
            if not self.out[other] and self.seats[other] != self.seats[veteran]:
                shown = [card for card in hand if card.shows & 7 * threat]
                if shown:
                    hand.remove(max(shown, key=lambda card: self.hardness(card)))

    def hardness(self, card: Card) -> int:
        """How much one wants to be rid of a card otherwise than by playing it."""
        return card.threats + card.knock + 2 * self.fails(self.counts + card.shows)

    def leave(self, veteran: int) -> None:
        """It withdraws; its Traumas and Phobias go with it, but a clumsy one plays a card."""
        self.out[veteran] = True
        self.counts -= self.traumas[veteran]
        self.traumas[veteran] = 0
        if "clumsy" in self.knocks[veteran] and self.pile:
            self.put(veteran, self.pile.pop())
            self.failed = self.fails(self.counts)

    def kept_in(self, veteran: int) -> bool:
        """Whether it may not withdraw."""
        cards, knocks = len(self.hands[veteran]), self.knocks[veteran]
        if not cards:
            return False
        if ("hardheaded" in knocks and cards > 1) or (self.order == "hold the line" and cards > 2):
            return True
        others = [other for other, out in enumerate(self.out) if not out and other != veteran]
        return ("prideful" in knocks and bool(others)) or any("fragile" in self.knocks[other] for other in others)

    # -- the rules of thumb

    def act(self, veteran: int) -> None:
        """The best card that fits; else a charm or a Speech that helps; else out of the mission."""
        hand, counts = self.hands[veteran], self.counts
        if "fearful" in self.knocks[veteran] and (counts + SIX) & HIGHEST:
            self.leave(veteran)
            return
        best, likes = None, DISLIKED - URGENT * (self.in_hands() > 3)
        for card in hand:
            if not (counts + card.shows + FIVE) & self.live:
                liking = self.liking(veteran, card)
                if liking > likes:
                    best, likes = card, liking
        if self.tokens[veteran] and self.listening(veteran) >= EARLY:
            self.speech(veteran)
        elif best is not None:
            self.play(veteran, best)
        elif hand and self.ready[veteran] and (cleared := self.in_the_way(veteran)) is not None:
            self.ready[veteran] = False
            self.clear(cleared)
        elif self.tokens[veteran] and self.listening(veteran) >= WORTH_A_SPEECH:
            self.speech(veteran)
        elif self.kept_in(veteran):
            self.play(veteran, min(hand, key=lambda card: (self.fails(counts + card.shows), card.bolts)))
        else:
            self.leave(veteran)

    def in_hands(self) -> int:
        """Cards in all hands together."""
        return len(self.hands[0]) if self.seats[-1] == 0 else sum(map(len, self.hands))

    def speech(self, veteran: int) -> None:
        """Against a threat of which there is most."""
        self.tokens[veteran] -= 1
        twice = (self.counts + SIX) & self.live
        self.speak(veteran, next((one for one in ONE.values() if twice & 8 * one), 1))

    def liking(self, veteran: int, card: Card) -> float:
        """Of a card that fits: how much one would rather play it than another; least of all what hurts."""
        full = ((self.counts + card.shows + SIX) & self.live).bit_count()  # threats of which no more can come
        if not card.knock:
            trap = not self.luck and self.springs(veteran, card)
            return -full - (TRAP + TRAP_FULL * full) * trap
        bolts = self.bolts[veteran] + card.bolts
        if not card.bolts:
            return CHRISTMAS if max(self.bolts) > 1 else -2.0
        return KNOCK - BOLT * card.bolts * (bolts - 1) - TRAUMA * card.threats if bolts < BOLTS else -99.0

    def in_the_way(self, veteran: int) -> Card | None:
        """A card that the charm can take from No Man's Land, so that one of the hand fits."""
        for card in self.land:
            if card.shows & 7 * self.charms[veteran]:
                counts = self.counts - card.shows
                if any(not one.knock and not self.fails(counts + one.shows) for one in self.hands[veteran]):
                    return card
        return None

    def listening(self, veteran: int) -> int:
        """How many cards those have who would hear a Speech of the veteran."""
        seat = self.seats[veteran]
        return sum([len(self.hands[one]) for one, out in enumerate(self.out) if not out and self.seats[one] != seat])

    def go_on(self, veteran: int) -> None:
        """To the end of the mission, after an action of this veteran."""
        count = len(self.out)
        while not self.failed and not all(self.out):
            veteran = (veteran + 1) % count
            if not self.out[veteran]:
                self.act(veteran)




# What makes peace likelier at the end of a mission, as the logarithm of the odds; see `after_support`.
MARGIN, ROOM, LENGTH, CHARM, TOKEN, HURT = 1.45, 6.0, -0.55, 0.11, 0.14, (0.0, -0.36, -0.76, -1.25)


def worth(end: Mission) -> float:
    """The chance of peace after a mission that has come to its end."""
    worst = max(range(len(end.bolts)), key=end.bolts.__getitem__)
    chance = SUPPORT[not end.failed] if end.order != "cut off" else 0.0
    healed = end.bolts[:]
    healed[worst] = max(0, healed[worst] - (1 if end.failed or end.order == "full infirmary" else 2))
    return chance * after_support(end, healed, 1 - end.ready[worst]) + (1 - chance) * after_support(end, end.bolts, 0)


def after_support(end: Mission, bolts: list[int], charms: int) -> float:
    """The chance of peace with these bolts and so many charms more."""
    solo, duo = end.seats[-1] == 0, len(end.seats) > end.seats[-1] + 1
    hands = len(end.hands[0]) if solo else sum(map(len, end.hands))
    pile = len(end.pile) + (len(end.land) if end.failed else 0)
    if max(bolts) >= BOLTS:
        return 0.0
    if not end.failed and not pile and not hands:
        return 1.0
    drop = max(4 if end.order == "sleepless" else 3, min(99 if end.order == "no reprieve" else 6 + duo, hands))
    drop += 2 * (end.failed and end.order == "costly failure") - (end.order == "quiet sector")
    reserve, to_come = end.reserve - drop, pile + drop + hands
    if reserve <= 0 or hands >= HAND_LIMIT:
        return 0.0
    odds = (MARGIN * (reserve - to_come) + ROOM) / reserve**0.5 + LENGTH * reserve**0.5
    odds += CHARM * (sum(end.ready) + charms) + TOKEN * sum(end.tokens) + sum([HURT[had] for had in bolts])
    return 1 / (1 + exp(-odds))


class Planner:
    """One game as one seat. Each candidate is tried in `worlds` worlds."""

    def __init__(self, start: dict[str, Any], worlds: int = 40) -> None:
        options = start["options"]
        self.me: int = start["seat"]
        self.worlds = worlds
        self.random = Random(start["seed"])
        self.traps: bool = options.get("traps", True)
        self.deck = DECK + Counter([] if options.get("trials") == "base" else NEW)
        for card in NOT_IN_SOLO if start["seats"] == 1 else ():
            del self.deck[card]
        if not self.traps:
            del self.deck["aggressive"]

    def choose(self, turn: dict[str, Any]) -> int:
        """The index of the move after which peace is likeliest; of equal ones the first."""
        legal = turn["legal"]
        if len(legal) == 1:
            return 0
        self.read(turn["view"], turn["memory"])
        by_rule = [self.rule(move) for move in legal]
        first = max(by_rule)
        candidates = [at for at, worth in enumerate(by_rule) if worth == first]
        if first or len(candidates) == 1:
            return candidates[0]
        totals = dict.fromkeys(candidates, 0.0)
        for _ in range(self.worlds):
            world = self.imagine()
            for at in candidates:
                twin = world.copy()
                self.make(twin, legal[at])
                totals[at] += worth(twin)
        return max(candidates, key=totals.__getitem__)

    def read(self, view: dict[str, Any], memory: dict[str, Any]) -> None:
        """What lies on the table, and which cards this seat has not seen."""
        self.view, self.orders = view, memory["orders"]
        self.veterans: list[dict[str, Any]] = view["veterans"]
        self.self: int = next((one for one in view["asked"] if self.veterans[one]["seat"] == self.me), self.me)
        table = self.table = object.__new__(Mission)
        table.seats = [one["seat"] for one in self.veterans]
        ignored = [order.get("ignores") for order in view["orders"]]
        table.live = sum([8 * one for threat, one in ONE.items() if threat not in ignored])
        table.counts = sum([one * view["threats"].get(threat, 0) for threat, one in ONE.items()])
        table.order, table.reserve, table.traps = view["order"] or "", view["reserve"], self.traps
        table.failed, table.filling, table.luck = view["success"] is False, view["filling"], len(view["luck"])
        table.land = [card_of(trial["card"]) for trial in view["land"]]
        table.out = [one["withdrawn"] for one in self.veterans]
        table.knocks = [frozenset(one["knocks"]) for one in self.veterans]
        table.bolts = [bolts_of(one["knocks"]) for one in self.veterans]
        table.traumas = [sum([card_of(knock).shows for knock in one["knocks"]]) for one in self.veterans]
        table.charms = [ONE.get(one["charm"], 0) for one in self.veterans]
        no_charms, no_speech = table.order == "no trinkets", table.order == "silence in the ranks"
        barred = [no_charms or "superstitious" in one["knocks"] for one in self.veterans]
        table.ready = [one["ready"] and not bar for one, bar in zip(self.veterans, barred, strict=True)]
        muted = [no_speech or "mute" in one["knocks"] for one in self.veterans]
        table.tokens = [0 if mute else one["speeches"] for one, mute in zip(self.veterans, muted, strict=True)]

        known: dict[int, list[str]] = {seen["veteran"]: seen["cards"] for seen in memory["hands"]}
        known |= {hand["veteran"]: [trial["card"] for trial in hand["cards"]] for hand in view["hands"]}
        self.known = known
        self.top: list[str | None] = memory["top"]
        unseen = self.deck.copy()
        recruit = [trial["card"] for trial in view["recruit"]["hand"]] if view["recruit"] else []
        worn = [one["knocks"] for one in self.veterans]
        top = [card for card in self.top if card is not None]
        for cards in (memory["discarded"], [card.name for card in table.land], recruit, top, *known.values(), *worn):
            unseen.subtract(cards)
        back = Counter(memory["returned"]) & +unseen  # these are not in the reserve
        self.back = [card_of(card) for card in sorted(back.elements())]
        self.free = [card_of(card) for card in sorted((+unseen - back).elements())]

    def imagine(self) -> Mission:
        """A mission that it could be: what it has not seen is dealt at random."""
        world = self.table
        self.random.shuffle(self.free)
        rest = self.free[world.reserve :] + self.back
        self.random.shuffle(rest)
        world.hands = []
        for veteran, one in enumerate(self.veterans):
            hand = [card_of(card) for card in self.known.get(veteran, ())]
            missing = 0 if world.seats[-1] == 0 else max(0, one["hand"] - len(hand))
            world.hands.append(hand + rest[:missing])
            rest = rest[missing:]
        top = [rest.pop() if card is None else card_of(card) for card in self.top if card or rest]
        world.pile = rest[: max(0, self.view["trials"] - len(top))] + top[::-1]
        return world.copy()

    def make(self, world: Mission, move: Move) -> None:
        """The move, and the mission to its end."""
        me, after = self.self, self.self
        hand = world.hands[me]
        match move:
            case {"do": "play", "card": card}:
                world.play(me, next(one for one in hand if one.name == card))
            case {"do": "play_blind"}:
                world.play(me, hand[0])
            case {"do": "charm", "card": card}:
                world.ready[me] = False
                world.clear(card_of(card))
            case {"do": "use", "card": card}:  # covering fire
                world.clear(card_of(card))
            case {"do": "speech", "threat": threat}:
                world.tokens[me] -= "hand" not in move
                world.speak(me, ONE[threat])
            case {"do": "withdraw"}:
                world.leave(me)
            case {"do": "shed", "card": card}:
                hand.remove(next(one for one in hand if one.name == card))
                after = self.view["active"]
            case {"do": "fill"}:
                world.fill()
            case {"do": "done"} if self.view["stage"] == "fill":
                world.filling = False
            case {"do": "done"}:
                after = self.view["active"]
        world.go_on(after)

    # -- rules of thumb

    def rule(self, move: Move) -> float:
        """What a move is worth that is not tried in thoughts; 0 for those that are. More is made at once."""
        stage = self.view["stage"]
        match move:
            case {"do": "play", "card": card} if stage in ("recruit", "second"):
                shown = card_of(card)
                return -1.0 if self.table.fails(self.table.counts + shown.shows) else 2.0 - shown.knock
            case {"do": "withdraw"} if stage == "recruit":
                return 1.5
            case {"do": "shed" | "clear", "card": card} if stage != "speech":
                return 1.0 + self.table.hardness(card_of(card))
            case {"do": "use", "hand": hand}:
                return self.rule_for_use(hand, move.get("veteran"))
            case {"do": "cancel", "order": order}:
                held = sum([one["hand"] for one in self.veterans])
                return 1.0 if order in ("endless night", "deep winter") or (order == "barrage" and held <= 1) else -1.0
            case {"do": "give", "card": card}:
                return 4.0 - 2 * self.table.fails(self.table.counts + card_of(card).shows) - 2 * card_of(card).knock
            case {"do": "remove", "veteran": veteran, "card": card}:
                return 1.0 + 10 * self.table.bolts[veteran] + 3 * card_of(card).bolts + card_of(card).threats
            case {"do": "order", "order": order}:
                return self.rule_for_order(order)
            case {"do": "deal", "intensity": intensity}:
                return self.rule_for_deal(intensity)
            case {"do": "place", "tile": tile}:
                return 1.0 + (self.planned() == tile)
            case {"do": "advise", "veteran": veteran}:
                return 1.0 + self.table.bolts[veteran]
            case {"do": "keep" | "take", "hand": hand}:
                return 20.0 - (HELPING.index(hand) if hand in HELPING else len(HELPING))
            case {"do": "done"}:
                return 0.0 if stage in ("speech", "fill") else 0.5
            case {"do": "play" | "play_blind" | "charm" | "speech" | "shed" | "withdraw" | "fill"}:
                return 0.0
        return -1.0

    def rule_for_use(self, hand: str, veteran: int | None) -> float:
        """A Helping Hand: at once if it helps whenever it is used, or if there is much for it to do."""
        worst = max(self.table.bolts)
        if hand in WELCOME:
            return 1.0 + (self.table.bolts[veteran] if veteran is not None else 0)
        if hand == "covering fire":
            return 0.0
        useful = {"hot coffee": not self.veterans[self.self]["ready"], "field dressing": worst > 1, "close shave": True}
        return 1.0 if useful.get(hand) else -1.0

    def rule_for_order(self, order: str) -> float:
        """What it does, and how many cards it brings into the hands at least."""
        known = next(known for known in self.orders if known["order"] == order)
        least: int = known["least"][len(self.veterans) - 3]
        cards = sum([one["hand"] for one in self.veterans]) + min(len(self.veterans) * least, self.view["trials"])
        return ORDERS.get(order, 0.0) + EASIER * bool(known.get("ignores")) - CROWD * max(0.0, cards - INTENDED) + 99

    def rule_for_deal(self, intensity: int) -> float:
        """As many cards as can be played in a mission; towards the end all, as the game cannot be won before."""
        held, pile = sum([one["hand"] for one in self.veterans]), self.view["trials"]
        if pile <= LAST and pile + held <= HAND_LIMIT - 2:
            return float(intensity)
        more = len(self.veterans) * (intensity + (self.table.order == "overreach"))
        return 99 - abs(held + more - INTENDED)

    def planned(self) -> str | None:
        """The tile that the veteran places if all follow one plan. All tiles lie open before they are placed, so that
        all who think alike come to the same plan without a word."""
        choices: list[list[str | None]] = [[*sorted(set(one["tiles"]))] or [None] for one in self.veterans]
        return max(product(*choices), key=self.help_of)[self.self]

    def help_of(self, placed: tuple[str | None, ...]) -> float:
        """What it brings if the veterans place these tiles; nobody should be left without tiles after it."""
        received = [0] * len(placed)
        for veteran, tile in enumerate(placed):
            if tile is not None:
                selfish = "selfish" in self.veterans[veteran]["knocks"]
                received[veteran if selfish else (veteran + TILES[tile]) % len(placed)] += 1
        second, most = sorted(received)[-2:]
        help_ = 0.03 * (most - second)
        if most > second:
            supported = received.index(most)
            bolts = min(BOLTS - 1, self.table.bolts[supported])
            help_ += HURT[max(0, bolts - 2)] - HURT[bolts] + CHARM * (not self.veterans[supported]["ready"])
            help_ += 5.0 * (self.table.bolts[supported] >= BOLTS)
        for one, tile, more in zip(self.veterans, placed, received, strict=True):
            help_ -= 0.05 * max(0, 2 - (len(one["tiles"]) - (tile is not None) + more)) ** 2
        return help_


def main() -> None:
    """The talk with the referee."""
    parser = ArgumentParser(description="Plays The Grizzled, one mission deep.")
    parser.add_argument("--worlds", type=int, default=40, help="tried for one decision (default: %(default)s)")
    worlds = parser.parse_args().worlds
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello" | "start":
                if message["type"] == "start":
                    bot = Planner(message, worlds)
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
