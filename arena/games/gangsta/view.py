"""What a seat sees and what it may remember: the structs that travel, and how they are built from a position.

Almost everything lies open in this game. What does not: the order of the piles, the resources that were offered and
not kept, and what a bikers gang or an informer network has seen on top of a pile.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from arena.games.gangsta.deck import CARDS, MEDIA, Gangster, Heist, Resource, Snitch
from arena.games.gangsta.position import Job, Kept, Member, Position, Stage
from arena.games.gangsta.scoring import media_worth
from arena.games.seat_numbers import BySeat, SeatNumber


class Player(Struct, frozen=True, gc=False):
    """What lies before a seat. `dollars` can be stolen, those in the `bank` (a resource) not. `heists` are the names of
    those performed, `influence` what they are worth together. `hospital`: who lies on that resource."""

    dollars: int
    bank: int
    gang: tuple[Member, ...]
    heists: tuple[str, ...]
    influence: int
    resource: Kept | None
    hospital: tuple[Member, ...]


class Pile(Struct, frozen=True, gc=False):
    """A pile of so many face-down `cards`; `seen_by` is the seat that has looked at the top one, null for none."""

    cards: int
    seen_by: SeatNumber | None


class PublicView(Struct, frozen=True, gc=False):
    """What lies open on the table, for anybody who stands at it.

    Money, gangs and performed heists are open (ruling 11), of the piles the number of cards and who has looked at the
    top one. The resources that are offered lie face down before their seats until all have chosen (ruling 1).

    `turn` counts from 1 over all seats, 0 in the set-up; `active` is the seat whose turn it is, `extra` whether it
    plays again. `to_act` are the seats that must decide. `heists` and `gangsters` are on display; `snitches` turned up
    in this chapter. `left`: in `mobilise` the gangsters that can still be woken free, in `divert` those that can still
    be diverted, else 0.
    """

    stage: Stage
    chapter: int
    turn: int
    active: SeatNumber
    extra: bool
    to_act: tuple[SeatNumber, ...]
    heists: tuple[Heist, ...]
    gangsters: tuple[Gangster, ...]
    heist_pile: Pile
    gangster_pile: Pile
    discarded_heists: tuple[Heist, ...]
    discarded_gangsters: tuple[Gangster, ...]
    snitches: tuple[Snitch, ...]
    players: BySeat[Player]
    job: Job | None
    left: int


class View(PublicView, frozen=True):
    """What the rules let one seat look at now: what lies open, and as `offered` the two resources that it chooses from,
    empty after the set-up."""

    offered: tuple[Resource, ...]


class Memory(Struct, frozen=True, gc=False):
    """What a seat was shown and what of it still holds.

    `dead` gangsters and `lost` heists (learned by a gangster that died) are out of the game; all saw them go. `unkept`
    is the resource that this seat was offered and did not keep. `top_heist` and `top_gangster` are the top cards of the
    piles where this seat has looked at them; on the heists there can lie a snitch, `top_snitch`, instead.
    """

    dead: tuple[str, ...]
    lost: tuple[str, ...]
    unkept: str | None
    top_heist: Heist | None
    top_snitch: Snitch | None
    top_gangster: Gangster | None


_Open: TypeAlias = tuple[
    Stage, int, int, int, bool, tuple[int, ...], tuple[Heist, ...], tuple[Gangster, ...], Pile, Pile,
    tuple[Heist, ...], tuple[Gangster, ...], tuple[Snitch, ...], tuple[Player, ...], Job | None, int,
]  # fmt: skip
"""The values of the fields of `PublicView`, in their order."""


def build_view(state: Position, seat: int) -> View:
    """The view of a seat, built up from what it may see: what lies open on the table, and what the seat has been
    offered.
    """
    return View(*_open(state), state.offered[seat])


def build_public(state: Position) -> PublicView:
    """The view of the public, built up from what it may see: every field is taken from what lies open on the table."""
    return PublicView(*_open(state))


def _open(state: Position) -> _Open:
    return (
        state.stage,
        state.chapter,
        state.turn,
        state.active,
        state.extra,
        state.to_act(),
        state.heists,
        state.reserve,
        Pile(len(state.heist_pile), state.heist_seen_by),
        Pile(len(state.gangster_pile), state.gangster_seen_by),
        state.discarded_heists,
        state.discarded_gangsters,
        state.snitches,
        tuple(
            map(
                Player,
                state.dollars,
                state.bank,
                state.gangs,
                state.performed,
                state.influence,
                map(_worth, state.resources, state.performed) if state.options.resources else state.resources,
                state.hospitals,
            )
        ),
        state.job,
        state.left,
    )


def _worth(kept: Kept | None, performed: tuple[str, ...]) -> Kept | None:
    if kept is None or kept.card != MEDIA:
        return kept
    return Kept(kept.card, kept.need, media_worth(performed), kept.active)


def build_memory(state: Position, seat: int) -> Memory:
    """The memory of a seat: what everybody saw leave the game, and what only this seat was shown."""
    top = state.heist_pile[0] if state.heist_seen_by == seat else None
    return Memory(
        state.dead,
        state.lost,
        state.unkept[seat],
        CARDS.heists.get(top) if top else None,
        CARDS.snitches.get(top) if top else None,
        CARDS.gangsters[state.gangster_pile[0]] if state.gangster_seen_by == seat else None,
    )
