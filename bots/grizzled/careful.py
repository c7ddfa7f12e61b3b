"""The Grizzled, with care: never fails a mission knowingly, withdraws in time, gives support where it helps.

It looks one move ahead and counts cards: a move is worth the cards that the team gets rid of in this mission, its own
as it plans to play them and those of the others as the unseen cards would fit. What it cannot see (their hands, what a
Trap draws) is any of the cards of the deck that it has not seen. Nothing is random, and it remembers nothing.

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
BOLTS = 4  # on one veteran that lose the game
HAND_LIMIT = 13  # cards in all hands that lose it

# The deck. Each weather goes with each attack on three cards, one of them with a Trap; three pairs are there once more.
PAIRS = [f"{weather} {attack}" for weather in WEATHERS for attack in ATTACKS]
DECK = Counter(PAIRS * 2 + [f"{pair} trap" for pair in PAIRS] + ["night shell", "snow whistle", "rain mask"])
DECK.update(["night snow", "snow rain", "night rain", "shell mask", "mask whistle", "shell whistle"])
DECK.update([" ".join(WEATHERS), " ".join(ATTACKS), " ".join(THREATS), "merry christmas"])
LUCKY = [f"{threat} luck" for threat in THREATS]
STAYING = ("hardheaded", "prideful", "fragile")  # who has cards may not always leave
NOT_IN_SOLO = ("panicked", "selfish", "frenzied", "absent-minded", "tyrannical", "mute")

# What a Hard Knock costs besides its bolts, in cards: a threat less for all, cards that come or a mission that fails
# because somebody may not leave. It is little: a knock in the hand costs morale at the end of each mission.
NUISANCE = {f"trauma {threat}": 0.15 for threat in WEATHERS} | {f"phobia {threat}": 0.15 for threat in ATTACKS}
NUISANCE |= {"demoralized": 0.4, "fearful": 0.4, "frenzied": 0.25, "hardheaded": 0.25, "prideful": 0.15}
NUISANCE |= {"mute": 0.1, "tyrannical": 0.08, "panicked": 0.08, "selfish": 0.08, "clumsy": 0.08, "absent-minded": 0.08}
NUISANCE |= {"fragile": 0.15, "wounded": 0.0}
NEW_NUISANCE = {"aggressive": 0.15, "superstitious": 0.1, "listless": 0.08}  # not in the base deck
UNKNOWN_NUISANCE = 0.15

BURDEN = (0.0, 0.1, 0.3, 0.8, 10.0)  # by bolts, in cards: up to three are there to be used
CHARM = 0.3  # a charm in hand, in cards: Support brings it back
TOKEN = 1.0  # a Speech token: what it must bring at least
FAILURE = 3.0  # a failed mission costs this on top of the cards that come back
STUCK = 2.0  # for each card too many when one may not leave
HOLDS = 0.5  # for each other with cards whom a fragile veteran keeps in
SAFE_TO_FILL = 0.7  # the share of the unseen cards that must fit, where a veteran may not leave with cards in hand
CLEAR = 0.03  # for each tile by which Support is clear, in case somebody places another one
LONELY = 0.1  # for a veteran that is left with few tiles to support others

INTENDED = 7.5  # cards in all hands at the beginning of a mission: few enough to be played, so that morale lasts
LAST = 9  # so many in the pile are dealt out at once, as peace needs an empty pile
SAFE = HAND_LIMIT - 2  # most cards in hands that such a deal may lead to

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
    return tuple([max(0, one - less) for one, less in zip(counts, shows, strict=True)])


def without(cards: Cards, card: str) -> Cards:
    """The cards but one of that name, if it is among them."""
    at = cards.index(card) if card in cards else len(cards)
    return cards[:at] + cards[at + 1 :]


def bolts(knocks: Cards) -> int:
    return sum([kind(knock).bolts for knock in knocks])


def burden(knocks: Cards) -> float:
    """What it costs a veteran to have these Hard Knocks."""
    nuisances = NUISANCE | NEW_NUISANCE
    return BURDEN[min(BOLTS, bolts(knocks))] + sum([nuisances.get(knock, UNKNOWN_NUISANCE) for knock in knocks])


def relief(knocks: Cards, removals: int = 1) -> float:
    """What it is worth to take the worst of them off."""
    left = knocks
    for _ in range(min(removals, len(knocks))):
        left = min([without(left, knock) for knock in left], key=burden)
    return burden(knocks) - burden(left)


def target(veteran: int, tile: str, veterans: int) -> int:
    """Whom a Support tile goes to: the left neighbour is the next in playing order."""
    side, _, distance = tile.partition(" ")
    return (veteran + (int(distance) if side == "left" else -int(distance))) % veterans


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
        self.view = view
        self.veterans: list[dict[str, Any]] = view["veterans"]
        asked = [veteran for veteran in view["asked"] if self.veterans[veteran]["seat"] == self.me]
        self.self = asked[0] if asked else self.me
        self.knocks: Cards = tuple(self.veterans[self.self]["knocks"])
        self.threats: Counts = tuple([view["threats"].get(threat, 0) for threat in THREATS])
        self.comrades = [
            one for veteran, one in enumerate(self.veterans) if veteran != self.self and not one["withdrawn"]
        ]
        known = {seen["veteran"]: list(seen["cards"]) for seen in memory["hands"]}
        known |= {hand["veteran"]: [trial["card"] for trial in hand["cards"]] for hand in view["hands"]}
        self.hand: Cards = tuple(known.get(0 if self.solo else self.self, ()))
        if self.solo:
            self.in_hands, self.others = len(self.hand), min(3, view["trials"]) if view["filling"] else 0
        else:
            self.in_hands = sum([one["hand"] for one in self.veterans])
            self.others = sum([one["hand"] for one in self.comrades])

        unseen = self.deck.copy()
        for cards in (memory["discarded"], [trial["card"] for trial in view["land"]], *known.values()):
            unseen.subtract(cards)
        for veteran in self.veterans:
            unseen.subtract(veteran["knocks"])
        self.unseen = +unseen
        self.total = max(1, self.unseen.total())
        self.unseen_shows: Counter[Counts] = Counter()
        for card, copies in self.unseen.items():
            if any(kind(card).shows):
                self.unseen_shows[kind(card).shows] += copies
        # All below is asked for the same threats again and again, as one plays the same cards in another order.
        self.fitting: dict[Counts, float] = {}
        self.left: dict[Counts, float] = {}
        self.planned: dict[tuple[Counts, Cards], float] = {}

    # -- what is to come in this mission, in cards

    def fits(self, threats: Counts) -> float:
        """The share of the unseen cards with threats that would not fail the mission."""
        if threats not in self.fitting:
            fit = [copies for shows, copies in self.unseen_shows.items() if fine(threats, shows)]
            self.fitting[threats] = sum(fit) / max(1, self.unseen_shows.total())
        return self.fitting[threats]

    def coming(self, threats: Counts) -> float:
        """What the others will play: fewer than would fit now, and fewer than there is room for, two threats each."""
        wanted = self.others * self.fits(threats)
        room = sum([max(0, ALIKE - 1 - count) for count in threats]) / 2
        return wanted * room / (wanted + room) if wanted else 0.0

    def leave(self, threats: Counts) -> float:
        """What is to come when the veteran withdraws: its own Traumas and Phobias go, but a clumsy one plays a card."""
        for knock in self.knocks:
            threats = minus(threats, kind(knock).shows)
        if threats not in self.left:
            clumsy = "clumsy" in self.knocks and self.view["trials"]
            self.left[threats] = self.drawn(threats, self.coming, out=True) if clumsy else self.coming(threats)
        return self.left[threats]

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
        """The mean over all that the top card of the pile may be; `then` tells what follows. A Trauma or a Phobia of
        one who is `out` is not active."""
        worth = 0.0
        for card, copies in self.unseen.items():
            shows = (0,) * len(THREATS) if out and kind(card).knock else kind(card).shows
            one = 1 + then(plus(threats, shows)) if fine(threats, shows) else self.failure()
            worth += copies * (one - self.weight(card))
        return worth / self.total

    def weight(self, card: str) -> float:
        """What it costs the veteran to get this card, if it is a Hard Knock."""
        lasting = kind(card).knock and card != "merry christmas"
        return burden((*self.knocks, card)) - burden(self.knocks) if lasting else 0.0

    def failure(self) -> float:
        """The mission fails: the cards of No Man's Land come back."""
        return -len(self.view["land"]) - FAILURE

    def stuck(self, threats: Counts, hand: Cards, knocks: Cards) -> float:
        """What it costs that the veteran may not leave before it has played cards, or that it keeps others in."""
        must = len(hand) - 1 if "hardheaded" in knocks else 0
        if ("prideful" in knocks and self.comrades) or any("fragile" in one["knocks"] for one in self.comrades):
            must = len(hand)
        too_many = max(0, must - playable(threats, hand, bolts(knocks))) if must > 0 else 0
        held = sum([one["hand"] > 0 for one in self.comrades]) if "fragile" in knocks else 0
        return STUCK * too_many + HOLDS * held

    # -- moves

    def worth_of(self, move: Move) -> float:
        """What is to come after a move; of a kind that is not known here, less than withdrawing or no more."""
        match move:
            case {"do": "deal", "intensity": intensity}:
                return self.worth_of_intensity(intensity)
            case {"do": "play", "card": card}:
                return self.worth_of_play(card)
            case {"do": "charm", "card": card}:
                return self.plan(minus(self.threats, kind(card).shows), self.hand) - CHARM
            case {"do": "speech", "threat": threat}:
                return self.worth_of_speech(threat)
            case {"do": "withdraw"}:
                return self.leave(self.threats)
            case {"do": "shed", "card": card}:
                # Best a card that cannot be played, then one that takes much room or would stick to the veteran.
                shows = kind(card).shows
                return 1.0 + sum(shows) + 2 * (not fine(self.threats, shows)) + kind(card).knock
            case {"do": "remove", "veteran": veteran, "card": card}:
                knocks = tuple(self.veterans[veteran]["knocks"])
                return burden(knocks) - burden(without(knocks, card))
            case {"do": "place", "tile": tile}:
                return self.worth_of_tile(tile)
            case {"do": "drop", "tile": tile}:
                return -self.worth_of_tile(tile)
            case {"do": "fill"}:
                return self.worth_of_filling()
            case {"do": "done"}:
                return 0.0
        return -1000.0

    def worth_of_intensity(self, intensity: int) -> float:
        """As many cards as can be played in a mission; towards the end all, as the game cannot be won before."""
        pile, hands = self.view["trials"], self.in_hands
        if pile <= LAST and pile + hands <= SAFE:
            return float(intensity)
        return -abs(hands + len(self.veterans) * intensity - INTENDED)

    def worth_of_filling(self) -> float:
        """One player: three cards in hand cost no more morale than none, but they can keep a veteran in the mission."""
        inside = [one["knocks"] for one in self.veterans if not one["withdrawn"]]
        bound = any(knock in STAYING for knocks in inside for knock in knocks)
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
        return self.drawn(threats, then) if springs and self.view["trials"] and not self.view["luck"] else then(threats)

    def worth_of_speech(self, threat: str) -> float:
        """How many cards the others will shed; rather of a threat of which there is much, as they stick to the hand."""
        at = THREATS.index(threat)
        share = sum([copies for card, copies in self.unseen.items() if kind(card).shows[at]]) / self.total
        listeners = [one for one in self.comrades if one["seat"] != self.me]
        shed = sum([1 - (1 - share) ** one["hand"] for one in listeners])
        return float(shed * (1 + 0.1 * self.threats[at]) + self.plan(self.threats, self.hand) - TOKEN)

    def worth_of_tile(self, tile: str) -> float:
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
                received[veteran if selfish else target(veteran, tile, len(placed))] += 1
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


def playable(threats: Counts, hand: Cards, bolts: int) -> int:
    """How many of these cards one can play, one after the other, without failing or a fourth bolt."""
    most = 0
    for at, card in enumerate(hand):
        shows, more = kind(card).shows, bolts + kind(card).bolts
        if fine(threats, shows) and more < BOLTS:
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
