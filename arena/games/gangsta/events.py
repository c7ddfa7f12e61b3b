"""What happens in a game, as the seats are told it: `{"event": "recruited", "seat": 0, "gangster": "mafia 2", ...}`.

Where a field is said to be "by seat", it is a list with an item for each seat. A field that only one seat may see is
absent from what the others are sent.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Began(Struct, frozen=True, omit_defaults=True, tag="began", tag_field="event"):
    """Set-up: the `bosses` and their `dollars`, by seat."""

    bosses: tuple[str, ...]
    dollars: tuple[int, ...]


class Offered(Struct, frozen=True, omit_defaults=True, tag="offered", tag_field="event"):
    """Set-up, resources variant: every seat was dealt two cards; each sees its own `resources`."""

    resources: tuple[str, ...] | None = None


class Revealed(Struct, frozen=True, omit_defaults=True, tag="revealed", tag_field="event"):
    """Set-up, resources variant: the `resources` that were kept, by seat; each knows its own `unkept` one."""

    resources: tuple[str, ...]
    unkept: str | None = None


class ChapterBegan(Struct, frozen=True, omit_defaults=True, tag="chapter_began", tag_field="event"):
    """The `heists` now on display, and in chapter 1 the `gangsters`."""

    chapter: int
    heists: tuple[str, ...]
    gangsters: tuple[str, ...] = ()


class TurnBegan(Struct, frozen=True, omit_defaults=True, tag="turn_began", tag_field="event"):
    """The seat's turn, an `extra` one if it plays again; the `dollars` that it has, those in the bank too."""

    turn: int
    seat: int
    dollars: int
    extra: bool = False


class Printed(Struct, frozen=True, omit_defaults=True, tag="printed", tag_field="event"):
    """Counterfeit printing: the seat gets 1 dollar."""

    seat: int


class Peeked(Struct, frozen=True, omit_defaults=True, tag="peeked", tag_field="event"):
    """Bikers gang or informer network: the seat looked at the top of a pile; only it saw the `card`."""

    seat: int
    pile: Literal["heists", "gangsters"]
    card: str | None = None


class Synchronised(Struct, frozen=True, omit_defaults=True, tag="synchronised", tag_field="event"):
    """The whole gang was Activated and becomes Available for free."""

    seat: int


class Woke(Struct, frozen=True, omit_defaults=True, tag="woke", tag_field="event"):
    """A gangster becomes Available; `paid` 1 dollar, absent if it was free."""

    seat: int
    gangster: str
    paid: int = 0


class WokeAll(Struct, frozen=True, omit_defaults=True, tag="woke_all", tag_field="event"):
    """A whole gang becomes Available: headquarters (`paid` 1 dollar), or a rally."""

    seat: int
    paid: int = 0


class Recruited(Struct, frozen=True, omit_defaults=True, tag="recruited", tag_field="event"):
    """A gangster joins a gang for the price `paid`; `from_pile` if it was the top of the pile."""

    seat: int
    gangster: str
    paid: int
    from_pile: bool = False


class ResourceActivated(Struct, frozen=True, omit_defaults=True, tag="resource_activated", tag_field="event"):
    """A resource of the seat becomes active, as its gang has shown all the skills that it needs."""

    seat: int
    resource: str


class Announced(Struct, frozen=True, omit_defaults=True, tag="announced", tag_field="event"):
    """The seat will perform a heist; `drop` is the skill that high tech equipment does without; `from_pile` if it was
    the top of the pile, for 1 dollar."""

    seat: int
    heist: str
    drop: str | None = None
    from_pile: bool = False


class Activated(Struct, frozen=True, omit_defaults=True, tag="activated", tag_field="event"):
    """A gangster of `owner` goes to the heist and supplies the `skills` that were still missing."""

    seat: int
    owner: int
    gangster: str
    skills: str


class Performed(Struct, frozen=True, omit_defaults=True, tag="performed", tag_field="event"):
    """Nothing is missing: the seat takes `dollars`; `shared` is what each of the `gangs` gets if it was shared."""

    seat: int
    heist: str
    dollars: int
    shared: int = 0
    gangs: tuple[int, ...] = ()


class Taught(Struct, frozen=True, omit_defaults=True, tag="taught", tag_field="event"):
    """A gangster has learned a skill."""

    seat: int
    gangster: str
    skill: str


class Robbed(Struct, frozen=True, omit_defaults=True, tag="robbed", tag_field="event"):
    """`dollars` went from `victim` to the seat."""

    seat: int
    victim: int
    dollars: int


class Targeted(Struct, frozen=True, omit_defaults=True, tag="targeted", tag_field="event"):
    """Assassination: `victim` must give up a gangster with exactly two skills."""

    seat: int
    victim: int


class Lost(Struct, frozen=True, omit_defaults=True, tag="lost", tag_field="event"):
    """A gangster leaves the gang; to the hospital if `hospital`, else it is dead."""

    seat: int
    gangster: str
    cause: Literal["assassination", "gang war", "snitch"]
    hospital: bool = False


class Diverted(Struct, frozen=True, omit_defaults=True, tag="diverted", tag_field="event"):
    """A gangster of `owner` becomes Activated."""

    seat: int
    owner: int
    gangster: str


class Passed(Struct, frozen=True, omit_defaults=True, tag="passed", tag_field="event"):
    """The seat takes `dollars` instead of acting."""

    seat: int
    dollars: int


class Discharged(Struct, frozen=True, omit_defaults=True, tag="discharged", tag_field="event"):
    """Hospital: a gangster comes back to its gang."""

    seat: int
    gangster: str


class Discarded(Struct, frozen=True, omit_defaults=True, tag="discarded", tag_field="event"):
    """A heist or a gangster was put away from the display."""

    seat: int
    card: str


class Displayed(Struct, frozen=True, omit_defaults=True, tag="displayed", tag_field="event"):
    """A new heist or gangster lies on display."""

    card: str


class Reshuffled(Struct, frozen=True, omit_defaults=True, tag="reshuffled", tag_field="event"):
    """A pile had run out: the `cards` that were discarded became a new one."""

    pile: Literal["heists", "gangsters"]
    cards: int


class Snitched(Struct, frozen=True, omit_defaults=True, tag="snitched", tag_field="event"):
    """A snitch turned up; `paid` are the dollars that it cost each seat."""

    card: str
    paid: tuple[int, ...]


class ChapterEnded(Struct, frozen=True, omit_defaults=True, tag="chapter_ended", tag_field="event"):
    """The seat's gang has reached the size that ends the chapter."""

    chapter: int
    seat: int


class OpportunityIncome(Struct, frozen=True, omit_defaults=True, tag="opportunity_income", tag_field="event"):
    """The end of chapter 1: the `dollars` that each seat gets."""

    dollars: tuple[int, ...]


class GangWar(Struct, frozen=True, omit_defaults=True, tag="gang_war", tag_field="event"):
    """The end of chapter 2: the `mercenaries` of each seat, and the sole `winner`, null for a tie."""

    mercenaries: tuple[int, ...]
    winner: int | None


class Score(Struct, frozen=True):
    """Influence of one seat by where it comes from; `majorities`: the largest gang or, in the variant, the families."""

    heists: int
    gang: int
    resource: int
    money: int
    majorities: int


class GameOver(Struct, frozen=True, omit_defaults=True, tag="game_over", tag_field="event"):
    """`scores` and `places` by seat, and why it ended."""

    reason: Literal["gang of nine", "third snitch", "turn limit"]
    scores: tuple[Score, ...]
    places: tuple[int, ...]
