"""What happens in a game, as the seats are told it: `{"event": "trained", "seat": 0, "at": 1, ...}`.

Locations and places in a row are numbered from 0, as in the moves. A field that only some seats may see is absent from
what the others are sent.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct, field

from arena.games.gunrunners.position import Agent


class Deployed(Struct, frozen=True, omit_defaults=True, tag="deployed", tag_field="event"):
    """Set-up: a seat put out a plain agent of value 1."""

    seat: int
    at: int


class Dealt(Struct, frozen=True, omit_defaults=True, tag="dealt", tag_field="event"):
    """The set-up is done and every seat has drawn its hand: `cards`, seen by its owner only."""

    cards: tuple[str, ...] | None = None


class WarehouseOpened(Struct, frozen=True, omit_defaults=True, tag="warehouse_opened", tag_field="event"):
    """The full Warehouse gave one crate to each location; `left` remain in it."""

    left: int


class Delivered(Struct, frozen=True, omit_defaults=True, tag="delivered", tag_field="event"):
    """Phase 1: the seat rolled `die`; `crates` (0 if the stock is empty) went from the stock to location `at`, null for
    the Warehouse, and `from_warehouse` more with it."""

    seat: int
    die: int
    at: int | None
    crates: int
    from_warehouse: int = 0


class Trained(Struct, frozen=True, omit_defaults=True, tag="trained", tag_field="event"):
    """Option A: `flipped` of `owner` went into the field at `at` (absent: the place was empty), a card of the seat took
    its place. Seen by the seat only: which `card`, and what it has `drawn` (absent if its pile was empty)."""

    seat: int
    at: int
    owner: int | None = None
    flipped: str | None = None
    card: str | None = None
    drawn: str | None = None


class WentUndercover(Struct, frozen=True, omit_defaults=True, tag="went_undercover", tag_field="event"):
    """Option B: a card went undercover at the end of the row at `at`. Only the seat sees which `card` it was, and what
    it has `drawn` (absent if its pile was empty).
    """

    seat: int
    at: int
    card: str | None = None
    drawn: str | None = None


class Declined(Struct, frozen=True, omit_defaults=True, tag="declined", tag_field="event"):
    """A special agent's owner did not use its power."""

    seat: int
    special: str


class AgentMoved(Struct, frozen=True, omit_defaults=True, tag="agent_moved", tag_field="event"):
    """Director: `card` of `owner` left place `pos` at `from` for the end of the row at `to`."""

    seat: int
    owner: int
    card: str
    source: int = field(name="from")
    pos: int
    to: int


class Audited(Struct, frozen=True, omit_defaults=True, tag="audited", tag_field="event"):
    """Auditor: the `roll` against `card` of `owner`, and whether that removed the card."""

    passing: ClassVar[bool] = True  # the roll lies nowhere on the table afterwards

    seat: int
    at: int
    pos: int
    owner: int
    card: str
    die: int
    removed: bool


class Looked(Struct, frozen=True, omit_defaults=True, tag="looked", tag_field="event"):
    """Informant: the seat picked up an undercover agent of `owner`; only it saw which `card`."""

    seat: int
    at: int
    pos: int
    owner: int
    card: str | None = None


class PutBack(Struct, frozen=True, omit_defaults=True, tag="put_back", tag_field="event"):
    """Informant: the agent that was looked at went from place `pos` at `from` to the end of the row at `to`."""

    seat: int
    source: int = field(name="from")
    pos: int
    to: int


class SpiedOut(Struct, frozen=True, omit_defaults=True, tag="spied_out", tag_field="event"):
    """Spy: the seat looked at all probationary agents; only it saw the `cards`, by location."""

    seat: int
    cards: tuple[str, ...] | None = None


class Arranged(Struct, frozen=True, omit_defaults=True, tag="arranged", tag_field="event"):
    """Spy: the probationary agents were dealt out again; `owners` are theirs, by location. Only the seat knows that the
    card now at location i came from `sources[i]`.
    """

    seat: int
    owners: tuple[int, ...]
    sources: tuple[int, ...] | None = None


class Smuggled(Struct, frozen=True, omit_defaults=True, tag="smuggled", tag_field="event"):
    """Smuggler: two crates were moved."""

    seat: int
    source: int = field(name="from")
    to: int


class Busted(Struct, frozen=True, omit_defaults=True, tag="busted", tag_field="event"):
    """Phase 4: a bust at `at`. `row` is its row with all cards face up; those at the places `revealed` were undercover
    before. `totals` and `taken` (crates) by seat, null for a seat without a card there; `left` crates remain.
    `marker` is its space now; absent in the last busts, when the cards are out and it no longer moves."""

    passing: ClassVar[bool] = True  # the discards do not keep the order of the row

    at: int
    row: tuple[Agent, ...]
    revealed: tuple[int, ...]
    totals: tuple[int | None, ...]
    taken: tuple[int | None, ...]
    left: int
    marker: int | None = None


class SpecialDelivery(Struct, frozen=True, omit_defaults=True, tag="special_delivery", tag_field="event"):
    """After a bust: the `crates` that went from the stock to each location."""

    crates: tuple[int, ...]


class HalfDiscarded(Struct, frozen=True, omit_defaults=True, tag="half_discarded", tag_field="event"):
    """The cards are out: the `crates` that left the game from each location."""

    crates: tuple[int, ...]


class GameOver(Struct, frozen=True, omit_defaults=True, tag="game_over", tag_field="event"):
    """The game has ended: `crates` and `places` by seat, and which of the two ends it was.

    Where seats with as many crates were told apart by the cards that they had left (on both sides of the locations, in
    hand and pile), `cards` are the names of these cards by seat; they are empty for a seat that tied with nobody.
    """

    reason: Literal["busts", "cards out"]
    crates: tuple[int, ...]
    places: tuple[int, ...]
    cards: tuple[tuple[str, ...], ...] = ()
