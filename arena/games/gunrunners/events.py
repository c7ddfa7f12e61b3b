"""What happens in a game, as it is told to the seats: `{"event": "trained", "seat": 0, "at": 1, ...}`.

Locations and places in a row are numbered from 0, as in the moves. A field that only some may see is absent from what
the others get.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from arena.games.gunrunners.view import Agent


class _Happening(Struct, frozen=True, omit_defaults=True, tag_field="event"):
    """What all events have in common: how they are written."""


class Deployed(_Happening, tag="deployed"):
    """Set-up: a seat put out a plain agent of value 1."""

    seat: int
    at: int


class Dealt(_Happening, tag="dealt"):
    """The set-up is done and every seat has drawn its hand: `cards`, seen by its owner only."""

    cards: tuple[str, ...] | None = None


class WarehouseOpened(_Happening, tag="warehouse_opened"):
    """The full Warehouse gave one crate to each location; `left` remain in it."""

    left: int


class Delivered(_Happening, tag="delivered"):
    """Phase 1: the seat rolled `die`; `crates` (0 if the stock is empty) went from the stock to location `at`, null for
    the Warehouse, and `from_warehouse` more with it."""

    seat: int
    die: int
    at: int | None
    crates: int
    from_warehouse: int = 0


class Trained(_Happening, tag="trained"):
    """Option A: `flipped` of `owner` went into the field at `at` (absent if the place was empty), and a card of the seat
    took its place. Seen by the seat only: which `card`, and what it has `drawn` (absent if its pile was empty)."""

    seat: int
    at: int
    owner: int | None = None
    flipped: str | None = None
    card: str | None = None
    drawn: str | None = None


class WentUndercover(_Happening, tag="went_undercover"):
    """Option B. Seen by the seat only: which `card`, and what it has `drawn`."""

    seat: int
    at: int
    card: str | None = None
    drawn: str | None = None


class Declined(_Happening, tag="declined"):
    """A special agent's owner did not use its power."""

    seat: int
    special: str


class AgentMoved(_Happening, tag="agent_moved"):
    """Director: `card` of `owner` left place `pos` at `from` for the end of the row at `to`."""

    seat: int
    owner: int
    card: str
    source: int = field(name="from")
    pos: int
    to: int


class Audited(_Happening, tag="audited"):
    """Auditor: the roll against `card` of `owner`, and whether that removed it."""

    seat: int
    at: int
    pos: int
    owner: int
    card: str
    die: int
    removed: bool


class Looked(_Happening, tag="looked"):
    """Informant: the seat picked up an undercover agent of `owner`; only it saw which `card`."""

    seat: int
    at: int
    pos: int
    owner: int
    card: str | None = None


class PutBack(_Happening, tag="put_back"):
    """Informant: the agent that was looked at went from place `pos` at `from` to the end of the row at `to`."""

    seat: int
    source: int = field(name="from")
    pos: int
    to: int


class SpiedOut(_Happening, tag="spied_out"):
    """Spy: the seat looked at all probationary agents; only it saw the `cards`, by location."""

    seat: int
    cards: tuple[str, ...] | None = None


class Arranged(_Happening, tag="arranged"):
    """Spy: they were dealt out again; `owners` by location. Only the seat knows that the card now at location i came
    from `sources[i]`."""

    seat: int
    owners: tuple[int, ...]
    sources: tuple[int, ...] | None = None


class Smuggled(_Happening, tag="smuggled"):
    """Smuggler: two crates were moved."""

    seat: int
    source: int = field(name="from")
    to: int


class Busted(_Happening, tag="busted"):
    """Phase 4: a bust at `at`. `row` is its row with all cards face up; those at the places `revealed` were undercover
    before. `totals` and `taken` (crates) by seat, null for a seat without a card there; `left` crates remain.
    `marker` is its space now; absent in the last busts, when the cards are out and it no longer moves."""

    at: int
    row: tuple[Agent, ...]
    revealed: tuple[int, ...]
    totals: tuple[int | None, ...]
    taken: tuple[int | None, ...]
    left: int
    marker: int | None = None


class SpecialDelivery(_Happening, tag="special_delivery"):
    """After a bust: the `crates` from the stock, by location."""

    crates: tuple[int, ...]


class HalfDiscarded(_Happening, tag="half_discarded"):
    """The cards are out: the `crates` that left the game, by location."""

    crates: tuple[int, ...]


class GameOver(_Happening, tag="game_over"):
    """`crates` and `places` by seat, and which of the two ends it was."""

    reason: Literal["busts", "cards out"]
    crates: tuple[int, ...]
    places: tuple[int, ...]
