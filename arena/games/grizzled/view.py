"""What each audience sees, and what a seat may remember: the structs that travel, and how a position fills them.

All are built up from what lies open; nothing is taken away from a full position afterwards.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from arena.games.grizzled.deck import (
    CHARMS,
    HELPING_HANDS,
    ORDERS,
    RECRUITS,
    TRIALS,
    HelpingHand,
    Order,
    Recruit,
    Trial,
)
from arena.games.grizzled.moves import Stage
from arena.games.grizzled.no_mans_land import luck, threats
from arena.games.grizzled.pending import Pending
from arena.games.grizzled.position import Position
from arena.games.seat_numbers import SeatNumber


class Veteran(Struct, frozen=True, gc=False):
    """What lies before a veteran, and how many cards are in its hand. `charm` is the threat that it can discard while
    the charm is `ready`; it and the `name` are null until it has been chosen who the veteran is. `tiles` are all its
    Support tiles, the face-down one among them if it has `placed` one. `played`: whether it has played a card in this
    mission. `advice`: whom it has said in this mission should be supported. `helping`: its Helping Hands, null for one
    that lies face down before another seat."""

    name: str | None
    seat: SeatNumber
    charm: str | None
    ready: bool
    hand: int
    knocks: tuple[str, ...]
    tiles: tuple[str, ...]
    placed: bool
    withdrawn: bool
    played: bool
    speeches: int
    advice: int | None
    helping: tuple[HelpingHand | None, ...]


class Hand(Struct, frozen=True, gc=False):
    """The cards of a veteran, sorted by name; one player has one hand, that of its first veteran, for all."""

    veteran: int
    cards: tuple[Trial, ...]


class RecruitInPlay(Struct, frozen=True, gc=False):
    """A Recruit: its card, its open hand, its Morale tokens, the veteran that it sits `after`, whether it is in the
    mission, and whether it has acted in it."""

    recruit: Recruit
    hand: tuple[Trial, ...]
    tokens: int
    after: int
    inside: bool
    acted: bool


class Campaign(Struct, frozen=True, gc=False):
    """The chapter that is played (0 is boot camp), the Helping Hands `earned` and `missed` so far, the cards
    `banished`, and between chapters the Helping Hands `offered`, of which `rewards` can be taken. `won` is how the
    chapter ended, null while it goes on; `so_far` is the sum of the scores of the chapters that are over. `tries`: how
    often this chapter was begun, as boot camp can be played again."""

    chapter: int
    earned: tuple[str, ...]
    missed: tuple[str, ...]
    banished: tuple[str, ...]
    offered: tuple[str, ...]
    rewards: int
    won: bool | None
    so_far: float
    tries: int


class PublicView(Struct, frozen=True, gc=False):
    """What anybody who stands at the table may look at now, without a seat: no hand, no card that lies face down, and
    nothing that has to be remembered. Every seat knows all of it.

    `mission` counts from 1, `turn` the turns begun in it. `active` is the veteran whose turn it is, -1 for the Recruit;
    `to_act` are the seats that must decide, and `asked` the veterans that they decide for. `success`: how the mission
    ended, null while it goes on. `land` is No Man's Land, the oldest card first; `threats` are the active ones with
    their numbers, from all sources; `luck` names the Luck cards there whose symbol can still stop a Trap in this
    mission, that which does so next first. `attached` are the Hard Knocks on all veterans, in the order in which they
    were played. `trials` and `reserve` are the
    sizes of the piles, `supply` the Speech tokens left. `speech` is the threat spoken against, by whom, `listeners` are
    those who still decide, `removals` how many Hard Knocks the supported veteran may still lose. For one player
    `filling` says whether the hand can still be filled in this mission, and `solo_tiles` are the tiles not drawn yet.

    `orders` are in force, `order` is the one of this mission; `order_deck` is the size of their deck, `orders_gone`
    those that were in force, `order_draw` how many the leader looks at, `refused` whether it has refused them once.
    `recruit` is in play; `recruit_deck` the size of their deck, `recruits_gone` those that were in play. `helped` are
    the Helping Hands that were used, or not kept where they lie open; `moment` is the one that can be used now.
    `pending` is what the last action has set off.
    """

    stage: Stage
    mission: int
    turn: int
    intensity: int
    leader: int
    active: int
    to_act: tuple[SeatNumber, ...]
    asked: tuple[int, ...]
    success: bool | None
    land: tuple[Trial, ...]
    threats: dict[str, int]
    luck: tuple[str, ...]
    attached: tuple[str, ...]
    trials: int
    reserve: int
    supply: int
    speech: str | None
    listeners: tuple[int, ...]
    removals: int
    filling: bool
    solo_tiles: tuple[str, ...]
    orders: tuple[Order, ...]
    order: str | None
    order_deck: int
    orders_gone: tuple[str, ...]
    order_draw: int
    refused: bool
    recruit: RecruitInPlay | None
    recruit_deck: int
    recruits_gone: tuple[str, ...]
    helped: tuple[str, ...]
    moment: str | None
    campaign: Campaign | None
    pending: Pending
    veterans: tuple[Veteran, ...]


class View(PublicView, frozen=True):
    """What the rules let one seat look at now: what lies on the table (see `PublicView`), with the Helping Hands that
    lie face down before its own veterans, and `hands`.

    `hands` are those that this seat may look at: its own, but with two seats only that of the veteran it decides for,
    or both when it hears a Speech.
    """

    hands: tuple[Hand, ...]


class Seen(Struct, frozen=True, gc=False):
    """Cards that are surely in the hand of a veteran. In the hand of another seat's veteran they are those that came
    there before the eyes of this seat; in a hand of this seat's own, with two seats, those that were there when it last
    looked. There may be other cards, too."""

    veteran: int
    cards: tuple[str, ...]


class Memory(Struct, frozen=True, gc=False):
    """What a seat was shown and what of it still holds.

    `discarded`: the cards that are out of the chapter; all saw them go. `returned`: cards that were shuffled back into
    the Trials pile and were not seen since: they are in it or in hands, but not in the reserve. `placed`: the face-down
    Support tiles of this seat's veterans, and `picked` the cards that they have chosen to give, null where there is
    none. `hands`: what it knows of hands that it does not see. `top`: the top of the Trials pile, null for cards that
    it does not know; `orders`: the top of the Order deck. `set_aside`: the Helping Hands that this seat drew and did
    not keep, where those of all lie face down.
    """

    discarded: tuple[str, ...]
    returned: tuple[str, ...]
    placed: tuple[str | None, ...]
    picked: tuple[str | None, ...]
    hands: tuple[Seen, ...]
    top: tuple[str | None, ...]
    orders: tuple[Order, ...]
    set_aside: tuple[str, ...]


def build_public(state: Position) -> PublicView:
    """The view of the public, built up from what lies open on the table."""
    return PublicView(*_table(state, ()))


def build_view(state: Position, seat: int) -> View:
    """The view of a seat: what lies open on the table and before its own veterans, and the hands that it may look
    at.
    """
    hands = tuple([Hand(veteran, _trials(state.hands[veteran])) for veteran in state.open_hands(seat)])
    return View(*(*_table(state, state.own[seat]), hands))


def _table(state: Position, own: tuple[int, ...]) -> tuple[Any, ...]:
    """The fields of `PublicView`, in their order, for an audience that may turn up what lies face down before its `own`
    veterans."""
    return (
        state.stage,
        state.mission,
        state.turn,
        state.intensity,
        state.leader,
        state.active,
        state.to_act(),
        tuple(state.asked.values()),
        state.success,
        _trials(state.land),
        threats(state),
        luck(state),
        state.attached,
        len(state.trials),
        len(state.reserve),
        state.supply,
        state.spoken,
        state.listeners,
        state.removals,
        state.filling,
        state.solo_tiles,
        tuple(map(ORDERS.__getitem__, state.orders)),
        state.order,
        len(state.order_deck),
        state.orders_gone,
        state.order_draw,
        state.refused,
        _recruit(state),
        len(state.recruit_deck),
        state.recruits_gone,
        state.helped,
        state.moment,
        _campaign(state),
        _pending(state, own),
        tuple(map(
            Veteran,
            state.names,
            state.seat_of,
            [name and CHARMS[name] for name in state.names],
            state.ready,
            [len(state.hands[hand]) for hand in state.hand_of],
            state.knocks,
            state.tiles,
            map(bool, state.placed),
            state.withdrawn,
            state.has_played,
            state.speeches,
            state.advice,
            [hands and _helping(state, own, veteran) for veteran, hands in enumerate(state.helping)],
        )),
    )  # fmt: skip


def _helping(state: Position, own: tuple[int, ...], veteran: int) -> tuple[HelpingHand | None, ...]:
    hidden = state.concealed and veteran not in own
    return tuple([None if hidden and state.face_down(one) else HELPING_HANDS[one] for one in state.helping[veteran]])


def _pending(state: Position, own: tuple[int, ...]) -> Pending:
    """What the last action has set off."""
    return Pending(
        state.offered and _offered(state, own),
        state.helpers,
        state.openings,
        state.landing,
        state.trap,
        state.plays,
        state.fresh,
        state.leaving,
        state.stumbling,
        state.removing,
        state.giving,
        tuple([gift.veteran for gift in state.giving if state.picks[gift.veteran] is not None]),
        state.shedding,
        state.looking,
        state.thanks,
        state.spared,
        state.revealed,
        state.tied,
    )


def _offered(state: Position, own: tuple[int, ...]) -> tuple[tuple[str | None, ...], ...]:
    """The Helping Hands that each veteran keeps one of; of those that others keep to themselves only how many."""
    return tuple([
        hands if veteran in own or not state.concealed else (None,) * len(hands)
        for veteran, hands in enumerate(state.offered)
    ])  # fmt: skip


def _trials(cards: tuple[str, ...]) -> tuple[Trial, ...]:
    return tuple(map(TRIALS.__getitem__, cards))


def _recruit(state: Position) -> RecruitInPlay | None:
    if state.recruit is None:
        return None
    return RecruitInPlay(
        RECRUITS[state.recruit],
        _trials(state.recruit_hand),
        state.tokens,
        state.recruit_after,
        state.recruit_inside,
        state.recruit_acted,
    )


def _campaign(state: Position) -> Campaign | None:
    if state.options.campaign is None:
        return None
    return Campaign(
        state.chapter,
        state.earned,
        state.missed,
        state.banished,
        state.rewards_offered,
        state.rewards,
        state.chapter_won,
        state.so_far,
        state.tries,
    )


def build_memory(state: Position, seat: int) -> Memory:
    """The memory of a seat: what its private events told it, and what everybody saw go."""
    own = state.own[seat]
    return Memory(
        state.discarded,
        state.returned,
        tuple([state.placed[veteran] for veteran in own]),
        tuple([state.picks[veteran] for veteran in own]),
        tuple([
            Seen(veteran, cards)
            for veteran, cards in enumerate(state.known[seat])
            if cards or (state.one_at_a_time and veteran in own)
        ]),
        state.known_top[seat],
        tuple(map(ORDERS.__getitem__, state.known_orders[seat])),
        state.set_aside[seat],
    )  # fmt: skip
