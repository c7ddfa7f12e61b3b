"""Positions for the tests, written down as they would lie on a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

from arena.games import PUBLIC, Viewer
from arena.games.gunrunners.deck import Deck, Specials
from arena.games.gunrunners.knowledge import exactly
from arena.games.gunrunners.moves import AnyMove, Deploy, GoUndercover, Train
from arena.games.gunrunners.position import CRATES, Fielded, Luck, Trainee, back, face_up, row_of
from arena.games.gunrunners.state import State

Body = TypeVar("Body", bound=Struct)

DECK = Deck(
    plain={1: 2, 2: 2, 3: 2, 4: 2},
    specials=Specials(director=1, informant=2, auditor=2, spy=2, quartermaster=3, smuggler=3),
    source="made for the tests",
)

TO_WAREHOUSE = 6
"""A roll that no location has."""


def up(owner: int, card: str, active: bool = False) -> Fielded:
    """A face-up card in a row; `active`: a quartermaster that an opponent flipped."""
    return face_up(owner, card, active)


def down(owner: int, card: str) -> Fielded:
    """An undercover agent, known to its owner."""
    return Fielded(back(owner), card, 1 << owner)


def table(
    seats: int = 3,
    *,
    active: int = 0,
    left: Sequence[tuple[int, str]] | None = None,
    rows: Sequence[Sequence[Fielded]] = (),
    hands: Sequence[Sequence[str]] | None = None,
    piles: Sequence[Sequence[str]] | None = None,
    crates: Sequence[int] | None = None,
    taken: Sequence[int] | None = None,
    stock: int = 50,
    warehouse: int = 0,
    marker: int = 3,
    dice: Sequence[int] = (),
    audit: int = 1,
) -> State:
    """A later turn, in which `active` is to send an agent.

    `left` are the probationary agents (owner, card), by default one plain 1 of each of the first seats; `rows` those of
    the first locations. Unless given, hands are a plain 1 and 2, and piles are empty. `dice` are the deliveries of the
    turns that follow (then all go to the Warehouse), `audit` is what every auditor rolls.
    """
    locations = max(seats, 3)
    turn = seats + active + 1
    luck = Luck(
        first=0,
        piles=tuple(map(tuple, piles)) if piles else ((),) * seats,
        dice=(TO_WAREHOUSE,) * turn + tuple(dice) + (TO_WAREHOUSE,) * 60,
        audits=(audit,) * 60,
    )
    state = State(DECK, seats, luck)
    state.turn, state.active = turn, active
    state.ask("turn", active)
    state.die = TO_WAREHOUSE
    left = left or [(at % seats, "agent 1") for at in range(locations)]
    state.trainees = [Trainee(owner, card) for owner, card in left]
    state.known = [
        tuple(exactly(at, card) for at, (owner, card) in enumerate(left) if owner == seat) for seat in range(seats)
    ]
    state.rows[: len(rows)] = [row_of(tuple(row)) for row in rows]
    state.hands = [tuple(sorted(hand)) for hand in hands or [("agent 1", "agent 2")] * seats]
    state.crates = list(crates or [4] * locations)
    state.taken = list(taken or [0] * seats)
    state.stock, state.warehouse, state.marker = stock, warehouse, marker
    state.discarded = CRATES - 1 - stock - warehouse - sum(state.crates) - sum(state.taken)
    return state


def new_game(seats: int, first: int = 0) -> State:
    """The start of a game with a luck without surprises: all piles in the order of the names, all dice 6."""
    pile = DECK.cards()
    pile.remove("agent 1")
    return State(DECK, seats, Luck(first, (tuple(pile),) * seats, (TO_WAREHOUSE,) * 60, (1,) * 60))


def set_up(seats: int, first: int = 0) -> State:
    """The same after the set-up: seat s after the first has its agent at location s."""
    state = new_game(seats, first)
    for at in range(seats):
        play(state, Deploy(at))
    return state


def play(state: State, move: AnyMove) -> State:
    """Make a move for whoever is to act."""
    (seat,) = state.to_act()
    state.apply({seat: move})
    return state


def moves(state: State) -> Sequence[AnyMove]:
    """The legal moves of whoever is to act."""
    (seat,) = state.to_act()
    return state.legal(seat)


def trainings(state: State) -> set[int]:
    """The locations whose probationary agent may be sent into the field."""
    return {move.at for move in moves(state) if isinstance(move, Train)}


def hidings(state: State) -> set[int]:
    """The locations where an agent may go undercover."""
    return {move.at for move in moves(state) if isinstance(move, GoUndercover)}


def told(state: State, kind: type[Body], viewer: Viewer = PUBLIC) -> list[Body]:
    """The bodies of one kind among the last events, as a seat or the public saw them."""
    bodies = [event.seen_by(viewer) for event in state.events]
    return [body for body in bodies if isinstance(body, kind)]


def row(state: State, at: int) -> list[tuple[int, str | None]]:
    """A row as everybody sees it: (owner, card or None)."""
    return [(agent.owner, agent.card) for agent in state.view(0).locations[at].row]
