"""What a seat sees and what it may remember: the structs that travel, and how they are built from a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from arena.games.grizzled.deck import TRIALS, Trial

if TYPE_CHECKING:
    from arena.games.grizzled.state import State

Stage: TypeAlias = Literal["intensity", "action", "speech", "drop", "place", "christmas", "fill", "support", "over"]
"""Which decision is due: how many cards are dealt; the action; what is discarded on a Speech; which Support tile an
absent-minded veteran loses; which tile is placed; whose Hard Knock Merry Christmas removes; whether the hand is filled
(one player); which Hard Knocks the Support removes; none, the game is over."""


class Veteran(Struct, frozen=True):
    """What lies before a veteran, and how many cards are in its hand. `charm` is the threat that it can discard while
    the charm is `ready`. `tiles` are all its Support tiles, the face-down one among them if it has `placed` one."""

    name: str
    seat: int
    charm: str
    ready: bool
    hand: int
    knocks: tuple[str, ...]
    tiles: tuple[str, ...]
    placed: bool
    withdrawn: bool
    speeches: int


class Hand(Struct, frozen=True):
    """The cards of a veteran, sorted by name; one player has one hand, that of its first veteran, for all."""

    veteran: int
    cards: tuple[Trial, ...]


class View(Struct, frozen=True):
    """What the rules let one seat look at now.

    `mission` counts from 1. `active` is the veteran whose turn it is; `to_act` are the seats that must decide, and
    `asked` the veterans that they decide for. `success`: how the mission ended, null while it goes on. `land` is No
    Man's Land; `threats` are the active ones with their numbers, from all sources; `luck` counts the Luck symbols that
    can still stop a Trap in this mission. `trials` and `reserve` are the sizes of the piles, `supply` the Speech tokens
    left. `speech` is the threat spoken against, `removals` how many Hard Knocks the supported veteran may still lose.
    For one player `filling` says whether the hand can still be filled in this mission, and `solo_tiles` are the tiles
    not drawn yet. `hands` are those that this seat may look at now: its own, but with two seats only that of the
    veteran it decides for.
    """

    stage: Stage
    mission: int
    intensity: int
    leader: int
    active: int
    to_act: tuple[int, ...]
    asked: tuple[int, ...]
    success: bool | None
    land: tuple[Trial, ...]
    threats: dict[str, int]
    luck: int
    trials: int
    reserve: int
    supply: int
    speech: str | None
    removals: int
    filling: bool
    solo_tiles: tuple[str, ...]
    veterans: tuple[Veteran, ...]
    hands: tuple[Hand, ...]


class Seen(Struct, frozen=True):
    """Cards in the hand of a veteran of this seat, as it last looked at them; others may have come since."""

    veteran: int
    cards: tuple[str, ...]


class Memory(Struct, frozen=True):
    """What a seat was shown and what of it still holds.

    `discarded`: the cards that are out of the game; all saw them go. `returned`: cards that were shuffled back into the
    Trials pile and were not seen since: they are in it or in hands, but not in the reserve. `placed`: the face-down
    Support tiles of this seat's veterans, null where there is none. `hands`: with two seats, its hands as it last saw
    them.
    """

    discarded: tuple[str, ...]
    returned: tuple[str, ...]
    placed: tuple[str | None, ...]
    hands: tuple[Seen, ...]


def build_view(state: State, seat: int) -> View:
    """The allow-list: what lies open on the table, and the hand that the seat may look at."""
    return View(
        state.stage,
        state.mission,
        state.intensity,
        state.leader,
        state.active,
        state.to_act(),
        tuple(state.asked.values()),
        state.success if state.stage == "support" else None,
        tuple([TRIALS[card] for card in state.land]),
        state.threats(),
        state.luck(),
        len(state.trials),
        len(state.reserve),
        state.supply,
        state.spoken,
        state.removals,
        state.filling,
        state.solo_tiles,
        tuple(
            [
                Veteran(
                    state.names[veteran],
                    state.seat_of(veteran),
                    state.charms[veteran],
                    state.ready[veteran],
                    len(state.hands[state.hand_of(veteran)]),
                    state.knocks[veteran],
                    state.tiles[veteran],
                    state.placed[veteran] is not None,
                    state.withdrawn[veteran],
                    state.speeches[veteran],
                )
                for veteran in state.veterans
            ]
        ),
        tuple(
            [
                Hand(veteran, tuple([TRIALS[card] for card in state.hands[veteran]]))
                for veteran in state.open_hands(seat)
            ]
        ),
    )


def build_memory(state: State, seat: int) -> Memory:
    """What the seat's private events told it, and what everybody saw go."""
    own = state.own(seat)
    one_hand = state.duo and not state.options.see_both_hands
    seen = [Seen(veteran, state.seen[veteran]) for veteran in own] if one_hand else []
    return Memory(state.discarded, state.returned, tuple([state.placed[veteran] for veteran in own]), tuple(seen))
