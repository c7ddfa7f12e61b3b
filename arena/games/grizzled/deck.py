"""The cards, as `cards.yaml` has them.

Trial cards are named by what they show (`night shell`, `night shell trap`, `night luck`) or by their title (`wounded`),
so equal cards have equal names; all others by their title.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import Struct

WEATHERS: Final = ("night", "snow", "rain")
ATTACKS: Final = ("shell", "mask", "whistle")
THREATS: Final = WEATHERS + ATTACKS

# Hard Knocks that a rule names
ABSENT_MINDED: Final = "absent-minded"
AGGRESSIVE: Final = "aggressive"
CLUMSY: Final = "clumsy"
DEMORALIZED: Final = "demoralized"
FEARFUL: Final = "fearful"
FRAGILE: Final = "fragile"
FRENZIED: Final = "frenzied"
HARDHEADED: Final = "hardheaded"
LISTLESS: Final = "listless"
MERRY_CHRISTMAS: Final = "merry christmas"
MUTE: Final = "mute"
PANICKED: Final = "panicked"
PRIDEFUL: Final = "prideful"
SELFISH: Final = "selfish"
SUPERSTITIOUS: Final = "superstitious"
TYRANNICAL: Final = "tyrannical"

# Orders of the Day that a rule names
AID_POST: Final = "aid post"
BARRAGE: Final = "barrage"
BLIND_START: Final = "blind start"
BROKEN_SPIRITS: Final = "broken spirits"
CONFUSION: Final = "confusion"
COSTLY_FAILURE: Final = "costly failure"
CREEPING_FIRE: Final = "creeping fire"
CUT_OFF: Final = "cut off"
DEEP_WINTER: Final = "deep winter"
EMPATHY: Final = "empathy"
ENDLESS_ASSAULT: Final = "endless assault"
ENDLESS_NIGHT: Final = "endless night"
EVERY_MAN_FORWARD: Final = "every man forward"
FLOODED_TRENCH: Final = "flooded trench"
FULL_INFIRMARY: Final = "full infirmary"
GAS_CLOUD: Final = "gas cloud"
HOLD_THE_LINE: Final = "hold the line"
HOT_SOUP: Final = "hot soup"
LEAD_FROM_THE_FRONT: Final = "lead from the front"
MAIL_CALL: Final = "mail call"
NO_REPRIEVE: Final = "no reprieve"
NO_TRINKETS: Final = "no trinkets"
NOTHING_FORGOTTEN: Final = "nothing forgotten"
OVERREACH: Final = "overreach"
PASS_IT_ALONG: Final = "pass it along"
QUIET_SECTOR: Final = "quiet sector"
RELIEF: Final = "relief"
SILENCE_IN_THE_RANKS: Final = "silence in the ranks"
SLEEPLESS: Final = "sleepless"
STRAGGLERS: Final = "stragglers"

# Recruits that a rule names
ISIDORE: Final = "isidore"
JULES: Final = "jules"
LEON: Final = "leon"
MARCEL: Final = "marcel"
NOEL: Final = "noel"
OCTAVE: Final = "octave"
PAUL: Final = "paul"
QUENTIN: Final = "quentin"
RAOUL: Final = "raoul"
URBAIN: Final = "urbain"

# Helping Hands: actions, events and friendships
COVERING_FIRE: Final = "covering fire"
FAIR_SWAP: Final = "fair swap"
FIELD_DRESSING: Final = "field dressing"
HOT_COFFEE: Final = "hot coffee"
LOOKOUT: Final = "lookout"
MARCHING_SONG: Final = "marching song"
SECOND_WIND: Final = "second wind"
SHARED_BURDEN: Final = "shared burden"
SMUGGLED_RATIONS: Final = "smuggled rations"

CASTING_VOTE: Final = "casting vote"
CLOSE_SHAVE: Final = "close shave"
FRIEND_AT_HEADQUARTERS: Final = "friend at headquarters"
KEPT_PROMISE: Final = "kept promise"
LETTER_FROM_HOME: Final = "letter from home"
LIGHT_PACK: Final = "light pack"
NARROW_ESCAPE: Final = "narrow escape"
SHARP_EYES: Final = "sharp eyes"
STRETCHER_BEARERS: Final = "stretcher bearers"

LIKE_BROTHERS: Final = "like brothers"
OLD_COMRADES: Final = "old comrades"
SAME_VILLAGE: Final = "same village"
SWORN_WORD: Final = "sworn word"
UNBREAKABLE: Final = "unbreakable"

NOT_IN_SOLO: Final = (PANICKED, SELFISH, FRENZIED, ABSENT_MINDED, TYRANNICAL, MUTE)
"""The Hard Knocks that the rulebook takes out of a game for one (p.14)."""

Sure: TypeAlias = Literal["exact", "likely", "reconstructed"]
"""How certain it is what a card says; see `cards.yaml`."""

_Card = TypeVar("_Card")

Difficulty: TypeAlias = Literal["easy", "normal", "hard"]
OrderDeck: TypeAlias = Literal["beginner", "experienced", "veteran"]
Benefit: TypeAlias = Literal[
    "charm", "charms", "knock", "two knocks", "token", "token and charm", "land", "hand", "hands", "reserve"
]
Category: TypeAlias = Literal["action", "event", "friendship"]
Special: TypeAlias = Literal["two at christmas", "blind order", "least four", "refusal"]


class Trial(Struct, frozen=True, omit_defaults=True):
    """A Trial card. A Threat shows one or more threats and perhaps a Trap or a Luck symbol. A Hard Knock has `bolts`
    (none: Merry Christmas) and, if it is a Trauma or a Phobia, shows one threat.
    """

    card: str
    shows: tuple[str, ...]
    trap: bool = False
    luck: bool = False
    hard_knock: bool = False
    bolts: int = 0


class Order(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An Order of the Day. `least`: the intensity of the mission with three and with four veterans; `ignores` is a
    threat that is left out of the failure check, `adds` one that is active; without `until` it lasts one mission."""

    order: str
    difficulty: Difficulty
    least: tuple[int, int]
    text: str
    ignores: str | None = None
    adds: str | None = None
    until: str | None = None


class Recruit(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Recruit: the cards and the Morale tokens that it arrives with, the threat that it is, and what it is good for
    when all its cards are played."""

    recruit: str
    hand: int
    tokens: int
    benefit: Benefit
    text: str = ""
    shows: str | None = None


class HelpingHand(Struct, frozen=True, forbid_unknown_fields=True):
    """A Helping Hand card."""

    hand: str
    category: Category
    text: str


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter of the campaign; see `cards.yaml`."""

    name: str
    trials: int
    stock: int
    first: int
    offered: int
    orders: OrderDeck | None = None
    recruits: int = 0
    symbols: bool = False
    special: Special | None = None


class _Threat(Struct, frozen=True, forbid_unknown_fields=True):
    shows: tuple[str, ...]
    copies: int
    sure: Sure
    trap: bool = False
    luck: bool = False
    since: int = 0


class _Knock(Struct, frozen=True, forbid_unknown_fields=True):
    bolts: int
    sure: Sure
    shows: str | None = None
    since: int = 0


class _Data(Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of `cards.yaml`."""

    veterans: dict[str, str]
    threats: tuple[_Threat, ...]
    hard_knocks: dict[str, _Knock]
    tiles: dict[str, int]
    orders: dict[str, dict[str, Any]]
    order_decks: dict[OrderDeck, dict[Difficulty, int]]
    recruits: dict[str, dict[str, Any]]
    helping_hands: dict[str, dict[str, Any]]
    chapters: tuple[Chapter, ...]
    endings: dict[str, int]


def _name(threat: _Threat) -> str:
    symbols = ["trap"] * threat.trap + ["luck"] * threat.luck
    return " ".join([*threat.shows, *symbols])


_DATA: Final = msgspec.yaml.decode(Path(__file__).with_name("cards.yaml").read_bytes(), type=_Data)

CHARMS: Final = dict(_DATA.veterans)
"""The threat of each veteran's charm, by name."""

TRIALS: Final[dict[str, Trial]] = {
    _name(threat): Trial(_name(threat), threat.shows, threat.trap, threat.luck) for threat in _DATA.threats
} | {
    name: Trial(name, (knock.shows,) if knock.shows else (), hard_knock=True, bolts=knock.bolts)
    for name, knock in _DATA.hard_knocks.items()
}
"""All Trial cards by name."""

SHOWS: Final = {name: trial.shows for name, trial in TRIALS.items()}
"""The threats that each Trial card shows."""


def _cards(key: str, entries: dict[str, dict[str, Any]], type: type[_Card]) -> dict[str, _Card]:
    """The Structs of a part of the data, by name; how sure they are is kept apart."""
    plain = {
        name: {key: name, **{field: value for field, value in entry.items() if field != "sure"}}
        for name, entry in entries.items()
    }
    return {name: msgspec.convert(fields, type) for name, fields in plain.items()}


ORDERS: Final = _cards("order", _DATA.orders, Order)
RECRUITS: Final = _cards("recruit", _DATA.recruits, Recruit)
HELPING_HANDS: Final = _cards("hand", _DATA.helping_hands, HelpingHand)
CHAPTERS: Final = _DATA.chapters
"""The chapters of the campaign by number; 0 is boot camp."""
ENDINGS: Final = dict(_DATA.endings)
"""The least points for each ending, best first; fewer points than the last one asks for are the worst ending."""
ORDER_DECKS: Final = _DATA.order_decks

SURE: Final[dict[str, dict[str, Sure]]] = {
    "threats": {_name(threat): threat.sure for threat in _DATA.threats},
    "hard knocks": {name: one.sure for name, one in _DATA.hard_knocks.items()},
    "orders": {name: one["sure"] for name, one in _DATA.orders.items()},
    "recruits": {name: one["sure"] for name, one in _DATA.recruits.items()},
    "helping hands": {name: one["sure"] for name, one in _DATA.helping_hands.items()},
}
"""How certain it is what each card says, by the kind of card and its name."""

TILES: Final = dict(_DATA.tiles)
"""How many Support tiles of each kind there are; `left 2` goes to the second seat on the left."""


def _to_the_left(tile: str) -> int:
    side, _, distance = tile.partition(" ")
    return int(distance) if side == "left" else -int(distance)


TO_THE_LEFT: Final = {tile: _to_the_left(tile) for tile in TILES}
"""How many seats to the left each Support tile goes."""

LEFT, RIGHT = "left 1", "right 1"
SOLO_TILES: Final = ("left", "centre", "right", "nobody")


LAST_CHAPTER: Final = len(CHAPTERS) - 1


class Stock(Struct, frozen=True):
    """Which Trial cards a chapter is played with: those `since` that chapter at the latest, less the extra cards of the
    armistice (`base`), less Aggressive (without `traps`), less what makes no sense for one player (`solo`), and less
    the `banished` ones."""

    chapter: int
    base: bool
    traps: bool
    solo: bool
    banished: tuple[str, ...] = ()


@cache
def trial_cards(stock: Stock) -> tuple[str, ...]:
    """The names of the Trial cards of a stock, each as often as it is in the deck, sorted."""
    cards = []
    for threat in _DATA.threats:
        if threat.since <= stock.chapter and not (stock.base and threat.luck):
            cards += [_name(threat)] * threat.copies
    for name, knock in _DATA.hard_knocks.items():
        extra = knock.sure == "reconstructed"
        left_out = (
            knock.since > stock.chapter
            or (stock.base and extra)
            or (name == AGGRESSIVE and not stock.traps)
            or (stock.solo and name in NOT_IN_SOLO)
        )
        if not left_out:
            cards.append(name)
    for name in stock.banished:
        cards.remove(name)
    return tuple(sorted(cards))


def what_is_sure() -> str:
    """How many cards of each kind are exact, likely or reconstructed, in a sentence."""
    kinds = []
    for kind, cards in SURE.items():
        copies = {_name(threat): threat.copies for threat in _DATA.threats} if kind == "threats" else {}
        counts = Counter(dict.fromkeys(get_args(Sure), 0))
        for card, sure in cards.items():
            counts[sure] += copies.get(card, 1)
        kinds.append(f"{kind} " + ", ".join(f"{count} {sure}" for sure, count in counts.items() if count))
    return "; ".join(kinds)
