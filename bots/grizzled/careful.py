"""The Grizzled, with care: never fails a mission knowingly, withdraws in time, gives support where it helps.

It looks one move ahead and counts cards: a move is worth the cards that the team gets rid of in this mission, its own
as it plans to play them and those of the others as the unseen cards would fit. What it cannot see (their hands, what a
Trap draws) is any of the cards of the deck that it has not seen. Nothing is random, and it remembers nothing. Of the
modules it knows what their cards are roughly worth.

Start: python careful.py
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from functools import cache
from itertools import product
from typing import Any, NamedTuple

WEATHERS, ATTACKS = ("night", "snow", "rain"), ("shell", "mask", "whistle")
THREATS = WEATHERS + ATTACKS
ALIKE = 3  # active threats of one kind that fail a mission
BOLTS, HAND_LIMIT = 4, 13  # on one veteran, and cards in all hands, that lose the game

# The deck. Each weather goes with each attack on three cards, one of them with a Trap; three pairs are there once more.
PAIRS = [f"{weather} {attack}" for weather in WEATHERS for attack in ATTACKS]
DECK = Counter(PAIRS * 2 + [f"{pair} trap" for pair in PAIRS] + ["night shell", "snow whistle", "rain mask"])
DECK.update(["night snow", "snow rain", "night rain", "shell mask", "mask whistle", "shell whistle"])
DECK.update([" ".join(WEATHERS), " ".join(ATTACKS), " ".join(THREATS), "merry christmas"])
LUCKY = [f"{threat} luck" for threat in THREATS]
STAYING = ("hardheaded", "prideful", "fragile")  # who has cards may not always leave
TILES = {"left 1": 1, "right 1": -1, "left 2": 2, "right 2": -2}  # to the left sits the next in playing order
NOT_IN_SOLO = ("panicked", "selfish", "frenzied", "absent-minded", "tyrannical", "mute")

# What a Hard Knock costs besides its bolts, in cards: a threat less for all, cards that come or a mission that fails
# because somebody may not leave. It is little: a knock in the hand costs morale at the end of each mission.
NUISANCE = {f"trauma {one}": 0.15 for one in WEATHERS} | {f"phobia {one}": 0.15 for one in ATTACKS} | {"wounded": 0.0}
NUISANCE |= {"demoralized": 0.4, "fearful": 0.4, "hardheaded": 0.25, "frenzied": 0.25, "prideful": 0.15, "mute": 0.1}
NUISANCE |= dict.fromkeys(["tyrannical", "panicked", "selfish", "clumsy", "absent-minded"], 0.08) | {"fragile": 0.15}
NEW_NUISANCE = {"aggressive": 0.15, "superstitious": 0.1, "listless": 0.08}  # not in the base deck

BURDEN = (0.0, 0.1, 0.3, 0.8, 10.0)  # by bolts, in cards: up to three are there to be used
CHARM = 0.3  # a charm in hand, in cards: Support brings it back
TOKEN = 1.0  # a Speech token: what it must bring at least
BROKEN = 2.0  # a Hard Knock while spirits are broken: a card from the reserve to the pile
FAILURE = 3.0  # a failed mission costs this on top of the cards that come back
STUCK = 2.0  # for each card too many when one may not leave
HOLDS = 0.5  # for each other with cards whom a fragile veteran keeps in
SAFE_TO_FILL = 0.7  # the share of the unseen cards that must fit, where a veteran may not leave with cards in hand
CLEAR = 0.03  # for each tile by which Support is clear, in case somebody places another one
LONELY = 0.1  # for a veteran that is left with few tiles to support others

LEAST_DROP = 3  # cards that morale drops by, however few are in hands
INTENDED = 7.5  # cards in all hands at the beginning of a mission: few enough to be played, so that morale lasts
IGNORED = -99  # the count of a threat that an Order leaves out: no card with it is in the way
LAST = 9  # so many in the pile are dealt out at once, as peace needs an empty pile
SAFE = HAND_LIMIT - 2  # most cards in hands that such a deal may lead to

# What an Order of the Day brings besides the cards that are dealt, in cards; those that are left out bring little.
ORDERS = {"mail call": 1.5, "quiet sector": 1.5, "pass it along": 0.7, "aid post": 0.6, "relief": 0.6, "cut off": -0.6}
ORDERS |= {"flooded trench": -0.5, "endless night": -1.5, "deep winter": -1.5, "sleepless": -0.8, "stragglers": -0.8}
ORDERS |= {"empathy": -1.0, "nothing forgotten": -1.5, "confusion": -1.8, "no trinkets": -1.8, "no reprieve": -1.8}
ORDERS |= {"barrage": -2.0, "gas cloud": -2.0, "endless assault": -2.0, "overreach": -1.5, "broken spirits": -2.5}
EASIER = 2.5  # one that leaves out a threat
LASTING, GAS_CLOUD = 1.5, 3.0  # to be rid of one that stays, and what it takes to be rid of that one
CROWD = 0.5  # each card in hands above those intended

# Helping Hands, the best to keep first; the others are hardly worth an action.
HELPING = ["smuggled rations", "narrow escape", "stretcher bearers", "letter from home", "field dressing"]
HELPING += ["unbreakable", "covering fire", "shared burden", "close shave", "sharp eyes", "hot coffee", "marching song"]
WELCOME = (*HELPING[:4], "sharp eyes", "hot coffee", "friend at headquarters", "casting vote")  # at once
SAVING, SAVED = ("stretcher bearers", "narrow escape"), 1.0  # a mission that would fail, and what that is worth
HELD = 0.3  # what the use of one must bring at least, in cards
RECRUIT = 0.5  # it gets a token when it withdraws: the next drop of morale is a card more

Move = dict[str, Any]
Counts = tuple[int, ...]
Cards = tuple[str, ...]


class Kind(NamedTuple):
    """What a card is, which its name tells; `shows` is by threat."""

    shows: Counts
    trap: bool
    knock: bool
    bolts: int


@cache
def kind(card: str) -> Kind:
    words = card.split()
    shows = tuple([int(threat in words) for threat in THREATS])
    knock = words[0] in ("trauma", "phobia") or not any(shows)
    bolts = {"merry christmas": 0, "wounded": 2}.get(card, 1) if knock else 0
    return Kind(shows, "trap" in words, knock, bolts)


def plus(counts: Counts, shows: Counts) -> Counts:
    return tuple([one + more for one, more in zip(counts, shows, strict=True)])


def minus(counts: Counts, shows: Counts) -> Counts:
    return tuple([one - less if one > 0 else one for one, less in zip(counts, shows, strict=True)])


def without(cards: Cards, card: str) -> Cards:
    """The cards but one of that name, if it is among them."""
    at = cards.index(card) if card in cards else len(cards)
    return cards[:at] + cards[at + 1 :]


def burden(knocks: Cards) -> float:
    """What it costs a veteran to have these Hard Knocks."""
    had = sum([kind(knock).bolts for knock in knocks])
    return BURDEN[min(BOLTS, had)] + sum([(NUISANCE | NEW_NUISANCE).get(knock, 0.0) for knock in knocks])


def relief(knocks: Cards, removals: int = 1) -> float:
    """What it is worth to take the worst of them off."""
    left = knocks
    for _ in range(min(removals, len(knocks))):
        left = min([without(left, knock) for knock in left], key=burden)
    return burden(knocks) - burden(left)


class Careful:
    """One game as one seat."""

    def __init__(self, start: dict[str, Any]) -> None:
        options = start["options"]
        self.me: int = start["seat"]
        self.solo: bool = start["seats"] == 1
        self.traps: bool = options.get("traps", True)
        new = [] if options.get("trials") == "base" else [*LUCKY, *NEW_NUISANCE]
        self.deck = DECK + Counter([*NUISANCE, *new])
        for card in NOT_IN_SOLO if self.solo else ():
            del self.deck[card]
        if not self.traps:
            del self.deck["aggressive"]

    def choose(self, turn: dict[str, Any]) -> int:
        """The index of the best move; of equal ones the first."""
        self.read(turn["view"], turn["memory"])
        worths = [self.worth_of(move) for move in turn["legal"]]
        return worths.index(max(worths))

    def read(self, view: dict[str, Any], memory: dict[str, Any]) -> None:
        """What lies on the table, and which cards this seat has not seen."""
        self.view, self.memory = view, memory
        self.veterans: list[dict[str, Any]] = view["veterans"]
        self.self: int = next((one for one in view["asked"] if self.veterans[one]["seat"] == self.me), self.me)
        self.knocks: Cards = tuple(self.veterans[self.self]["knocks"])
        self.stage: str = view["stage"]
        self.order: str = view["order"] or ""
        self.pile: int = view["trials"]
        self.helping = [hand["hand"] for one in self.veterans for hand in one["helping"] if hand]
        ignored = [order.get("ignores") for order in view["orders"]]
        self.threats: Counts = tuple([IGNORED if one in ignored else view["threats"].get(one, 0) for one in THREATS])
        inside = [one for one in self.veterans if not one["withdrawn"]]
        self.comrades = [one for one in inside if one is not self.veterans[self.self]]
        known: dict[int, list[str]] = {seen["veteran"]: seen["cards"] for seen in memory["hands"]}
        known |= {hand["veteran"]: [trial["card"] for trial in hand["cards"]] for hand in view["hands"]}
        self.hand: Cards = tuple(known.get(0 if self.solo else self.self, ()))
        if self.solo:
            self.in_hands, self.others = len(self.hand), min(3, self.pile) if view["filling"] else 0
        else:
            self.in_hands = sum([one["hand"] for one in self.veterans])
            self.others = sum([one["hand"] for one in self.comrades])
        if recruit := view["recruit"]:
            known[-1] = [trial["card"] for trial in recruit["hand"]]
            if self.stage == "recruit":  # its leader plays for it
                self.hand, self.others = tuple(known[-1]), sum([one["hand"] for one in inside])
            elif recruit["inside"]:
                self.others += len(known[-1])

        unseen = self.deck.copy()
        worn = [one["knocks"] for one in self.veterans]
        for cards in (memory["discarded"], [trial["card"] for trial in view["land"]], *known.values(), *worn):
            unseen.subtract(cards)
        self.unseen = +unseen
        self.total = max(1, self.unseen.total())
        self.unseen_threats = {card: copies for card, copies in self.unseen.items() if any(kind(card).shows)}
        # All below is asked for the same threats again and again, as one plays the same cards in another order.
        self.fitting: dict[Counts, float] = {}
        self.planned: dict[tuple[Counts, Cards], float] = {}

    # -- what is to come in this mission, in cards

    def fits(self, threats: Counts) -> float:
        """The share of the unseen cards with threats that would not fail the mission."""
        if threats not in self.fitting:
            fit = [copies for card, copies in self.unseen_threats.items() if fine(threats, kind(card).shows)]
            self.fitting[threats] = sum(fit) / max(1, sum(self.unseen_threats.values()))
        return self.fitting[threats]

    def coming(self, threats: Counts) -> float:
        """What the others will play: fewer than would fit now, and fewer than there is room for, two threats each."""
        wanted = self.others * self.fits(threats)
        room = sum([ALIKE - 1 - min(ALIKE - 1, max(0, count)) for count in threats]) / 2
        return wanted * room / (wanted + room) if wanted else 0.0

    def leave(self, threats: Counts) -> float:
        """What is to come when the veteran withdraws: its own Traumas and Phobias go, but a clumsy one plays a card."""
        for knock in self.knocks:
            threats = minus(threats, kind(knock).shows)
        clumsy = "clumsy" in self.knocks and self.pile
        return self.drawn(threats, self.coming, out=True) if clumsy else self.coming(threats)

    def plan(self, threats: Counts, hand: Cards) -> float:
        """The most that is to come if the veteran plays some of these cards, though no more Hard Knocks, and leaves."""
        if (threats, hand) not in self.planned:
            best = self.leave(threats)
            for at, card in enumerate(hand):
                shows = kind(card).shows
                if not kind(card).knock and fine(threats, shows):
                    best = max(best, 1 + self.plan(plus(threats, shows), hand[at + 1 :]))
            self.planned[threats, hand] = best
        return self.planned[threats, hand]

    def drawn(self, threats: Counts, then: Any, out: bool = False) -> float:
        """The mean over what the pile's top card may be; a Trauma or a Phobia of one who is `out` is not active."""
        worth = 0.0
        for card, copies in self.unseen.items():
            shows = (0,) * len(THREATS) if out and kind(card).knock else kind(card).shows
            one = 1 + then(plus(threats, shows)) if fine(threats, shows) else self.failure()
            worth += copies * (one - self.weight(card))
        return worth / self.total

    def weight(self, card: str) -> float:
        """What it costs the veteran to get this card, if it is a Hard Knock."""
        if not kind(card).knock or card == "merry christmas":
            return 0.0
        return burden((*self.knocks, card)) - burden(self.knocks) + BROKEN * (self.order == "broken spirits")

    def failure(self) -> float:
        """The mission fails: the cards of No Man's Land come back, unless a Helping Hand helps."""
        return -SAVED if {*SAVING} & {*self.helping} else -len(self.view["land"]) - FAILURE

    def stuck(self, threats: Counts, hand: Cards, knocks: Cards) -> float:
        """What it costs that the veteran may not leave before it has played cards, or that it keeps others in."""
        must = len(hand) - 1 if "hardheaded" in knocks else len(hand) - 2 if self.order == "hold the line" else 0
        if ("prideful" in knocks and self.comrades) or any("fragile" in one["knocks"] for one in self.comrades):
            must = len(hand)
        too_many = max(0, must - playable(threats, hand, knocks)) if must > 0 else 0
        held = sum([one["hand"] > 0 for one in self.comrades]) if "fragile" in knocks else 0
        return STUCK * too_many + HOLDS * held

    # -- moves

    def worth_of(self, move: Move) -> float:
        """What is to come after a move; of a kind that is not known here, less than withdrawing or no more."""
        match move:
            case {"do": "withdraw"}:
                return self.leave(self.threats) - RECRUIT * (self.stage == "recruit")
            case {"do": "play_blind"}:
                return sum(map(self.worth_of_play, self.hand)) / len(self.hand)
            case {"do": "charm" | "clear", "card": card} | {"hand": "covering fire", "card": card}:
                return self.plan(minus(self.threats, kind(card).shows), self.hand) - CHARM
            case {"do": "shed", "card": card}:
                # Best a card that cannot be played, then one that takes much room or would stick to the veteran.
                shows = kind(card).shows
                return 1.0 + sum(shows) + 2 * (not fine(self.threats, shows)) + kind(card).knock
            case {"do": "give", "card": card}:
                return fine(self.threats, kind(card).shows) - 2.0 * kind(card).knock
            case {"do": "remove", "veteran": veteran, "card": card}:
                knocks = tuple(self.veterans[veteran]["knocks"])
                return burden(knocks) - burden(without(knocks, card))
            case {"do": "keep" | "take", "hand": hand}:
                return -float(HELPING.index(hand) if hand in HELPING else len(HELPING))
            case {"do": "done"}:
                return 0.0
        worth = getattr(self, f"worth_of_{move['do']}", None)
        return float(worth(**{what: which for what, which in move.items() if what != "do"})) if worth else -1000.0

    def worth_of_deal(self, intensity: int) -> float:
        """As many cards as can be played in a mission; towards the end all, as the game cannot be won before."""
        if self.pile <= LAST and self.pile + self.in_hands <= SAFE:
            return float(intensity)
        return -abs(self.in_hands + len(self.veterans) * (intensity + (self.order == "overreach")) - INTENDED)

    def worth_of_order(self, order: str, back: list[str]) -> float:
        """What it does, and how many cards it brings into the hands at least."""
        known = next(known for known in self.memory["orders"] if known["order"] == order)
        least: int = known["least"][len(self.veterans) - 3]
        cards = self.in_hands + min(len(self.veterans) * least, self.pile)
        return ORDERS.get(order, 0.0) + EASIER * bool(known.get("ignores")) - CROWD * max(0.0, cards - INTENDED)

    def worth_of_cancel(self, order: str) -> float:
        """What it brings in later missions less its price; as an action on top of what is to come."""
        left = self.in_hands - self.coming(self.threats) + min(3, self.pile)
        price = {"endless night": CHARM, "deep winter": TOKEN, "barrage": max(0.0, left - LEAST_DROP)}
        plan = self.plan(self.threats, self.hand) if self.stage == "action" else 0.0
        return plan + LASTING - price.get(order, GAS_CLOUD)

    def worth_of_use(self, hand: str, card: str = "", veteran: int = 0, to: int = 0) -> float:
        """A Helping Hand: as an action it adds to what is to come, at its moment it is compared with nothing."""
        plan = self.plan(self.threats, self.hand)
        match hand:
            case "field dressing":
                return plan + max([relief(tuple(one["knocks"])) for one in self.veterans]) - HELD
            case "shared burden":
                knocks, others = [tuple(self.veterans[one]["knocks"]) for one in (veteran, to)]
                after = burden(without(knocks, card)) + burden((*others, card))
                return plan + burden(knocks) + burden(others) - after - HELD
            case "close shave":
                return self.weight(self.view["pending"]["landing"][0]["card"]) - HELD
        return plan + HELD if hand in WELCOME else -1000.0

    def worth_of_fill(self) -> float:
        """One player: three cards in hand cost no more morale than none, but they can keep a veteran in the mission."""
        bound = any(knock in STAYING for one in self.veterans if not one["withdrawn"] for knock in one["knocks"])
        return self.fits(self.threats) - SAFE_TO_FILL if bound else 1.0

    def worth_of_play(self, card: str) -> float:
        hand = without(self.hand, card)
        if card == "merry christmas":
            return max([relief(tuple(one["knocks"])) for one in self.veterans]) + self.plan(self.threats, hand)
        if not fine(self.threats, kind(card).shows):
            return self.failure()
        threats = plus(self.threats, kind(card).shows)
        if kind(card).knock:
            return 1 - self.weight(card) + self.plan(threats, hand) - self.stuck(threats, hand, (*self.knocks, card))

        def then(threats: Counts) -> float:
            return 1 + self.plan(threats, hand) - self.stuck(threats, hand, self.knocks)

        springs = self.traps and (kind(card).trap or "aggressive" in self.knocks)
        if not springs or not self.pile or self.view["luck"]:
            return then(threats)
        return self.drawn(threats, then)

    def worth_of_speech(self, threat: str, hand: str = "") -> float:
        """How many cards the others will shed; rather of a threat of which there is much, as they stick to the hand."""
        at = THREATS.index(threat)
        share = sum([copies for card, copies in self.unseen.items() if kind(card).shows[at]]) / self.total
        shed = sum([1 - (1 - share) ** one["hand"] for one in self.comrades if one["seat"] != self.me])
        shed *= 1 + 0.1 * self.threats[at]
        return float(shed + self.plan(self.threats, self.hand) - (HELD if hand else TOKEN))

    def worth_of_place(self, tile: str) -> float:
        """Whether it is the one in the plan. All tiles lie open before they are placed, so that all who think alike
        come to the same plan without a word."""
        choices: list[list[str | None]] = [[*sorted(set(one["tiles"]))] or [None] for one in self.veterans]
        plan = max(product(*choices), key=self.worth_of_support)
        return float(plan[self.self] == tile)

    def worth_of_support(self, placed: tuple[str | None, ...]) -> float:
        """What it brings if the veterans place these tiles; nobody should be left without tiles after it."""
        received = [0] * len(placed)
        for veteran, tile in enumerate(placed):
            if tile is not None:
                selfish = "selfish" in self.veterans[veteran]["knocks"]
                received[veteran if selfish else (veteran + TILES[tile]) % len(placed)] += 1
        second, most = sorted(received)[-2:]
        worth = CLEAR * (most - second)
        if most > second:
            supported = self.veterans[received.index(most)]
            worth += relief(tuple(supported["knocks"]), 2) + CHARM * (not supported["ready"])
        for one, tile, more in zip(self.veterans, placed, received, strict=True):
            worth -= LONELY * max(0, 2 - (len(one["tiles"]) - (tile is not None) + more)) ** 2
        return worth


def fine(threats: Counts, shows: Counts) -> bool:
    """Whether a card can be added without failing the mission."""
    return all(count + more < ALIKE for count, more in zip(threats, shows, strict=True) if more)


def playable(threats: Counts, hand: Cards, knocks: Cards) -> int:
    """How many of these cards one can play, one after the other, without failing or a fourth bolt."""
    most = 0
    for at, card in enumerate(hand):
        shows, more = kind(card).shows, (*knocks, card) if kind(card).knock else knocks
        if fine(threats, shows) and burden(more) < BURDEN[BOLTS]:
            most = max(most, 1 + playable(plus(threats, shows), hand[at + 1 :], more))
    return most


def main() -> None:
    """The talk with the referee."""
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello" | "start":
                if message["type"] == "start":
                    bot = Careful(message)
                answer = {"type": "ready", "id": message["id"], "protocol": 1, "name": "careful"}
            case "turn":
                answer = {"id": message["id"], "choice": bot.choose(message)}
            case "quit":
                return
            case _:
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
