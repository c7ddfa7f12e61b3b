"""The cards, as `cards.yaml` has them, and the options of a game.

Cards are named by what they show (`night shell`, `night shell trap`, `night luck`) or by their title (`wounded`), so
equal cards have equal names.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final, Literal, TypeAlias

import msgspec
import yaml
from msgspec import Struct

WEATHERS: Final = ("night", "snow", "rain")
ATTACKS: Final = ("shell", "mask", "whistle")
THREATS: Final = WEATHERS + ATTACKS

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

NOT_IN_SOLO: Final = (PANICKED, SELFISH, FRENZIED, ABSENT_MINDED, TYRANNICAL, MUTE)
"""The Hard Knocks that the rulebook takes out of a game for one (p.14)."""

Sure: TypeAlias = Literal["exact", "likely", "reconstructed"]
"""How a card is known; see `cards.yaml`."""


class Trial(Struct, frozen=True, omit_defaults=True):
    """A Trial card: a Threat shows one or more threats and perhaps a Trap or a Luck symbol; a Hard Knock has `bolts`
    (none: Merry Christmas) and, if it is a Trauma or a Phobia, shows one threat."""

    card: str
    shows: tuple[str, ...]
    trap: bool = False
    luck: bool = False
    hard_knock: bool = False
    bolts: int = 0


class _Threat(Struct, frozen=True, forbid_unknown_fields=True):
    shows: tuple[str, ...]
    copies: int
    sure: Sure
    trap: bool = False
    luck: bool = False


class _Knock(Struct, frozen=True, forbid_unknown_fields=True):
    bolts: int
    sure: Sure
    shows: str | None = None


class _Data(Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of `cards.yaml`."""

    veterans: dict[str, str]
    threats: tuple[_Threat, ...]
    hard_knocks: dict[str, _Knock]
    tiles: dict[str, int]


def _name(threat: _Threat) -> str:
    symbols = ["trap"] * threat.trap + ["luck"] * threat.luck
    return " ".join([*threat.shows, *symbols])


_DATA: Final = msgspec.convert(
    yaml.safe_load(files(__package__).joinpath("cards.yaml").read_text(encoding="utf-8")), _Data
)

CHARMS: Final = dict(_DATA.veterans)
"""The threat of each veteran's charm, by name."""

TRIALS: Final[dict[str, Trial]] = {
    _name(threat): Trial(_name(threat), threat.shows, threat.trap, threat.luck) for threat in _DATA.threats
} | {
    name: Trial(name, (knock.shows,) if knock.shows else (), hard_knock=True, bolts=knock.bolts)
    for name, knock in _DATA.hard_knocks.items()
}
"""All Trial cards by name."""

SURE: Final[dict[str, Sure]] = {_name(threat): threat.sure for threat in _DATA.threats} | {
    name: knock.sure for name, knock in _DATA.hard_knocks.items()
}
"""How each Trial card is known."""

TILES: Final = dict(_DATA.tiles)
"""How many Support tiles of each kind there are; `left 2` goes to the second seat on the left."""

LEFT, RIGHT = "left 1", "right 1"
SOLO_TILES: Final = ("left", "centre", "right", "nobody")


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table can agree on.

    `trials`: the `base` cards (59, all exact), or all 68 of the `armistice`, some of which are reconstructed.
    `veteran` deals 30 instead of 25 of the base cards into the Trials pile. `traps` and `luck`: whether those symbols
    count; without Traps the Hard Knock Aggressive is left out. `first` is the leader's seat; null: the deal draws it.

    Open questions of the rulebook: `hand_limit_check`, when 13 cards in hands lose (ruling 56); `speech_tokens`,
    whether a used one comes back to the supply (ruling 14); `base_speech_tokens`, the base game's fewer tokens at four
    seats (ruling 3); `see_both_hands`, for two seats: whether a player may look at both of its hands (ruling 81).
    """

    trials: Literal["base", "armistice"] = "armistice"
    veteran: bool = False
    traps: bool = True
    luck: bool = True
    first: int | None = None
    hand_limit_check: Literal["step5", "always"] = "step5"
    speech_tokens: Literal["spent", "returned"] = "spent"
    base_speech_tokens: bool = False
    see_both_hands: bool = False

    def __post_init__(self) -> None:
        if self.first is not None and self.first < 0:
            raise ValueError(f"first: a seat is numbered from 0, not {self.first}; null draws it")
        if self.veteran and self.trials != "base":
            raise ValueError("veteran: only the base cards have two sizes of the Trials pile; set trials: base")


def trial_cards(options: Options, seats: int) -> list[str]:
    """The names of the Trial cards of a game, each as often as it is in the deck, sorted."""
    base = options.trials == "base"
    cards = [_name(threat) for threat in _DATA.threats for _ in range(threat.copies) if not (base and threat.luck)]
    for name, knock in _DATA.hard_knocks.items():
        extra = knock.sure == "reconstructed"
        if (base and extra) or (name == AGGRESSIVE and not options.traps) or (seats == 1 and name in NOT_IN_SOLO):
            continue
        cards.append(name)
    return sorted(cards)


def pile_size(options: Options) -> int:
    """How many of them begin in the Trials pile; the rest is the Morale Reserve."""
    return 25 if options.trials == "base" and not options.veteran else 30


def speech_tokens(options: Options, seats: int) -> int:
    """All five, but in the base game four with four seats (ruling 3)."""
    return 4 if options.base_speech_tokens and seats == 4 else 5
