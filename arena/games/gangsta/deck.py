"""The cards, as `cards.yaml` has them, and the options of a game.

Skills are letters, one for each symbol: L Leader, M Mercenary, I Informant, S Sniper, B Brawler, H Hacker. A text such
as `"MMS"` is a number of symbols, in any order.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

SKILLS: Final = "LMISBH"
LEADER, MERCENARY, INFORMANT = "L", "M", "I"

GANG_WAR: Final = 2
"""The chapter that ends with the gang war; counterfeit printing ends with it, too."""

BANK: Final = "bank"
BIKERS_GANG: Final = "bikers gang"
BLACK_MARKET: Final = "black market"
COUNTERFEIT_PRINTING: Final = "counterfeit printing"
HEADQUARTERS: Final = "headquarters"
HIGH_TECH_EQUIPMENT: Final = "high tech equipment"
HOSPITAL: Final = "hospital"
INFORMER_NETWORK: Final = "informer network"
MEDIA: Final = "media"
POLICE_STATION: Final = "police station"
PRIVATE_JET: Final = "private jet"
SECRET_SOCIETY: Final = "secret society"


class Boss(Struct, frozen=True):
    """The head of a family: `dollars` to begin with."""

    card: str
    family: str
    skills: str
    dollars: int


class Gangster(Struct, frozen=True):
    """A gangster, who can be recruited for `cost` dollars."""

    card: str
    family: str
    skills: str
    cost: int
    influence: int


class Heist(Struct, frozen=True, omit_defaults=True):
    """A heist: the skills that it needs, then its rewards, each absent where there is none.

    `dollars`, `influence` and all that follows are the performer's. `cooperation` is paid to each participant if two or
    more gangs took part; heists without it are for one gang alone.
    """

    card: str
    kind: str
    need: str
    dollars: int = 0
    influence: int = 0
    cooperation: int = 0
    learn: str | None = None
    recruit: bool = False
    theft: int = 0
    assassination: bool = False
    diversion: int = 0
    rally: bool = False
    play_again: bool = False


class Snitch(Struct, frozen=True):
    """A snitch, a card that turns up among the heists: each gang must show so many Informants."""

    card: str
    informants: int


class Resource(Struct, frozen=True):
    """A card of the resources variant: the skills that activate it, and its influence once it was active."""

    card: str
    need: str
    influence: int


class Cards(Struct, frozen=True):
    """All cards by name, and for each chapter, by its number, the cards that turn up in it."""

    bosses: dict[str, Boss]
    gangsters: dict[str, Gangster]
    heists: dict[str, Heist]
    snitches: dict[str, Snitch]
    resources: dict[str, Resource]
    chapters: dict[int, tuple[str, ...]]
    """The names of the heists and snitches of a chapter."""
    extra: frozenset[str]
    """The heists that are played with only if the option `extra_heists` asks for them."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table can agree on; all variants are off by default.

    `families` and `resources` are the two variants of the rulebook. `extra_heists` shuffles in three more cards of
    chapter 2, which the rulebook does not count and whose origin is not known. `pass_pays_two`: to pass pays at least 2
    dollars. `starting_money`: the second, third and fourth player begin with 1, 2, 3 dollars more (ruling 6).
    `war_tie` says who loses a gangster when several of three or four seats show most Mercenaries in the gang war: `all`
    or only the `others`. The rulebook prints that all do among the rules for two alone, so that both are readings
    (ruling 23); between two all lose in either case. `first` is the seat that begins; null: the deal draws it.
    `turn_limit` is no rule of the game but of this engine (ruling 40): after so many turns of all seats together the
    game is scored.
    """

    families: bool = False
    resources: bool = False
    extra_heists: bool = False
    pass_pays_two: bool = False
    starting_money: bool = False
    war_tie: Literal["all", "others"] = "all"
    first: int | None = 0
    turn_limit: int = 400

    def __post_init__(self) -> None:
        if self.first is not None and self.first < 0:
            raise ValueError(f"first: a seat is numbered from 0, not {self.first}; null draws it")
        if self.turn_limit < 1:
            raise ValueError(f"turn_limit: at least 1 turn must be allowed, not {self.turn_limit}")


class _Boss(Struct, frozen=True, forbid_unknown_fields=True):
    skills: str
    dollars: int


class _Family(Struct, frozen=True, forbid_unknown_fields=True):
    boss: _Boss
    gangsters: tuple[tuple[str, int, int], ...]


class _Resource(Struct, frozen=True, forbid_unknown_fields=True):
    need: str
    influence: int


_Kinds = dict[str, tuple[dict[str, object], ...]]


class _Data(Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of `cards.yaml`."""

    families: dict[str, _Family]
    heists: dict[int, _Kinds]
    extra_heists: _Kinds
    snitches: dict[int, tuple[int, ...]]
    resources: dict[str, _Resource]


def _lettered(kinds: _Kinds, chapter: int, after: int = 0) -> list[Heist]:
    return [
        msgspec.convert({"card": f"{kind} {chapter}{'abcd'[i]}", "kind": kind, **figures}, Heist)
        for kind, rows in kinds.items()
        for i, figures in enumerate(rows, after)
    ]


def _read() -> Cards:
    data = msgspec.yaml.decode(Path(__file__).with_name("cards.yaml").read_bytes(), type=_Data)
    bosses, gangsters = [], []
    for family, of in data.families.items():
        bosses.append(Boss(f"{family} boss", family, of.boss.skills, of.boss.dollars))
        gangsters += [Gangster(f"{family} {i}", family, *figures) for i, figures in enumerate(of.gangsters, 1)]
    heists = {chapter: _lettered(kinds, chapter) for chapter, kinds in data.heists.items()}
    extra = _lettered(data.extra_heists, 2, after=3)
    heists[2] += extra
    snitches = {
        chapter: [Snitch(f"snitch {chapter}{'abcde'[i]}", need) for i, need in enumerate(needs)]
        for chapter, needs in data.snitches.items()
    }
    return Cards(
        {boss.card: boss for boss in bosses},
        {gangster.card: gangster for gangster in gangsters},
        {heist.card: heist for of in heists.values() for heist in of},
        {snitch.card: snitch for of in snitches.values() for snitch in of},
        {name: Resource(name, row.need, row.influence) for name, row in data.resources.items()},
        {chapter: tuple([card.card for card in (*of, *snitches.get(chapter, ()))]) for chapter, of in heists.items()},
        frozenset(heist.card for heist in extra),
    )


CARDS: Final = _read()


@cache
def chapter_cards(chapter: int, extra_heists: bool) -> tuple[str, ...]:
    """The names of the heists and snitches that are shuffled for a chapter."""
    return tuple([card for card in CARDS.chapters[chapter] if extra_heists or card not in CARDS.extra])


def covers(symbols: str, need: str) -> bool:
    """Whether the symbols include all of `need`."""
    for skill in need:
        if skill not in symbols:
            return False
        symbols = symbols.replace(skill, "", 1)
    return True


@cache
def still_missing(missing: str, skills: str) -> str:
    """The skills that are still missing after a gangster has used all of its symbols that were missing; its surplus
    symbols are lost.
    """
    for skill in skills:
        missing = missing.replace(skill, "", 1)
    return missing
