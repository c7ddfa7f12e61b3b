"""What a seat sees and what it may remember: the structs that travel, and how they are built from a position."""

from __future__ import annotations

from operator import attrgetter, sub
from typing import TypeAlias

from msgspec import Struct

from arena.games.gunrunners.knowledge import Group
from arena.games.gunrunners.position import Agent, Position, Stage
from arena.games.seat_numbers import BySeat, SeatNumber


class Location(Struct, frozen=True, gc=False):
    """`probationary` is the owner of the face-down card on the left, null while there is none. `row` is the field on
    the right, the card nearest to the location first."""

    crates: int
    probationary: SeatNumber | None
    row: tuple[Agent, ...]


class Player(Struct, frozen=True, gc=False):
    """A player: the `crates` that it has confiscated, and how many cards are in its `hand` and in its draw `pile`."""

    crates: int
    hand: int
    pile: int


class Spot(Struct, frozen=True, gc=False):
    """A place in a location's row."""

    at: int
    pos: int


class PublicView(Struct, frozen=True, gc=False):
    """What lies open on the table, for anybody who stands at it.

    Of hands and draw piles the number of cards is open, of the cards left of the locations and those undercover whose
    they are (backs have the colour of the agency). The discards, which may not be looked through (ruling 26), are not
    here.

    `turn` counts from 1 and is 0 in the set-up; `active` is the seat whose turn it is (in the set-up: the one that
    puts out its agent); `to_act` are the seats that must decide. `marker` is the space of the bust marker, the seventh
    ends the game. `die` is this turn's delivery. `discarded` counts the crates that left the game unconfiscated.
    `special` is the special agent whose power is being decided on, `held` the undercover agent that its informant has
    looked at and must put back, each null otherwise.
    """

    stage: Stage
    turn: int
    active: SeatNumber
    to_act: tuple[SeatNumber, ...]
    marker: int
    stock: int
    warehouse: int
    die: int | None
    discarded: int
    locations: tuple[Location, ...]
    players: BySeat[Player]
    special: str | None
    held: Spot | None


class View(PublicView, frozen=True):
    """What the rules let one seat look at now: what lies open, and its own `hand`, sorted by name."""

    hand: tuple[str, ...]


class Undercover(Struct, frozen=True, gc=False):
    """A face-down card in a row that this seat knows."""

    at: int
    pos: int
    card: str


class Memory(Struct, frozen=True, gc=False):
    """What a seat was shown and what of it still holds.

    `probationary`: what it knows of the cards on the left. `undercover`: the face-down cards in the rows that it knows.
    `discarded[seat]`: the cards of that seat that left the game (all were seen by all), sorted by name.
    """

    probationary: tuple[Group, ...]
    undercover: tuple[Undercover, ...]
    discarded: BySeat[tuple[str, ...]]


_shown = attrgetter("shown")


_Open: TypeAlias = tuple[
    Stage, int, int, tuple[int, ...], int, int, int, int | None, int,
    tuple[Location, ...], tuple[Player, ...], str | None, Spot | None,
]  # fmt: skip
"""The values of the fields of `PublicView`, in their order."""


def build_view(state: Position, seat: int) -> View:
    """The view of a seat, built up from what it may see: what lies open on the table, and its own hand."""
    return View(*_open(state), state.hands[seat])


def build_public(state: Position) -> PublicView:
    """The view of the public, built up from what it may see: every field is taken from what lies open on the table."""
    return PublicView(*_open(state))


def _open(state: Position) -> _Open:
    return (
        state.stage,
        state.turn,
        state.active,
        state.to_act(),
        state.marker,
        state.stock,
        state.warehouse,
        state.die,
        state.discarded,
        tuple(
            map(
                Location,
                state.crates,
                [None if trainee is None else trainee.owner for trainee in state.trainees],
                map(_shown, state.rows),
            )
        ),
        tuple(map(Player, state.taken, map(len, state.hands), map(sub, map(len, state.luck.piles), state.drawn))),
        state.special,
        None if state.held is None else Spot(*state.held),
    )


def build_memory(state: Position, seat: int) -> Memory:
    """The memory of a seat: what its private events told it, and the discards that everybody saw go."""
    bit = 1 << seat
    return Memory(
        state.known[seat],
        tuple(
            [
                Undercover(at, pos, agent.card)
                for at, row in enumerate(state.rows)
                for pos, agent in row.undercover
                if agent.known & bit
            ]
        ),
        tuple(state.discards),
    )
