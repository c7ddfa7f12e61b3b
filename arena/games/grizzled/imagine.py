"""Full positions that a seat could be in, from what it sees and remembers alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Final

from arena.games.deal import Deal
from arena.games.grizzled.deck import (
    CASTING_VOTE,
    CLOSE_SHAVE,
    FRIEND_AT_HEADQUARTERS,
    HELPING_HANDS,
    KEPT_PROMISE,
    LETTER_FROM_HOME,
    LIGHT_PACK,
    NARROW_ESCAPE,
    ORDER_DECKS,
    ORDERS,
    RECRUITS,
    SHARP_EYES,
    STRETCHER_BEARERS,
    trial_cards,
)
from arena.games.grizzled.moves import Stage
from arena.games.grizzled.options import Options, set_up_of
from arena.games.grizzled.pending import Pending
from arena.games.grizzled.state import State
from arena.games.grizzled.view import Memory, View
from arena.games.interface import TeamResult

STEPS: Final[dict[Stage, str]] = {
    "veteran": "choose_veterans",
    "first": "choose_first",
    "keep": "keep",
    "order": "draw_orders",
    "intensity": "choose_intensity",
    "action": "act",
    "recruit": "act",
    "speech": "listen",
    "advise": "advise",
    "drop": "lose_tile",
    "place": "place_tile",
    "cancel": "buy_off",
    "give": "ask_gift",
    "arrange": "arrange",
    "second": "play_on",
    "remove": "relieve",
    "shed": "ask_shed",
    "benefit": "depart",
    "fill": "fill",
    "support": "comfort",
    "reward": "reward",
    "banish": "ask_banishment",
    "again": "play_again",
}
"""The name of the step in which each decision is asked for."""

MOMENTS: Final[dict[str, str]] = {
    FRIEND_AT_HEADQUARTERS: "draw_more_orders",
    LIGHT_PACK: "open_up",
    CLOSE_SHAVE: "land",
    SHARP_EYES: "spring",
    NARROW_ESCAPE: "check",
    STRETCHER_BEARERS: "offer_stretchers",
    CASTING_VOTE: "vote",
    KEPT_PROMISE: "take_back",
    LETTER_FROM_HOME: "drop_morale",
}
"""The name of the step in which each event is offered."""


def imagine(seat: int, view: View, memory: Memory, rng: Random, options: Options) -> State:
    """A state that gives `seat` this view, this memory and the same legal moves.

    The cards that the seat has not seen are dealt at random to the other hands and the piles; those that it saw go back
    to the Trials pile are not in the reserve. The face-down Support tiles of the others are any of theirs, and what
    they have chosen to give is any of their cards. Orders and Recruits that were not seen are any.
    """
    state = State(options, len({veteran.seat for veteran in view.veterans}), Deal(f"{rng.getrandbits(64):x}"))
    _lay_table(state, view)
    state.discarded, state.returned = memory.discarded, memory.returned
    state.known_top[seat] = memory.top
    for veteran, tile, card in zip(state.own[seat], memory.placed, memory.picked, strict=True):
        state.placed[veteran], state.picks[veteran] = tile, card
    for veteran, seen in enumerate(view.veterans):
        if seen.placed and seen.seat != seat:
            state.placed[veteran] = rng.choice(seen.tiles)
    _deal_unseen(state, seat, view, memory, rng)
    for veteran in view.pending.picked:
        if view.veterans[veteran].seat != seat:
            state.picks[veteran] = rng.choice(state.hands[veteran])
    _deal_decks(state, seat, view, memory, rng)
    _deal_helping_hands(state, seat, view, memory, rng)
    _ask(state, view)
    return state


def _lay_table(state: State, view: View) -> None:
    """Lay out all that lies open."""
    for name in ("stage", "mission", "turn", "intensity", "leader", "active", "success", "supply", "removals",
                 "filling", "solo_tiles", "listeners", "order", "orders_gone", "order_draw", "refused",
                 "recruits_gone", "helped", "attached"):  # fmt: skip
        setattr(state, name, getattr(view, name))
    for name in Pending.__struct_fields__:
        if name not in ("picked", "offered"):
            setattr(state, name, getattr(view.pending, name))
    if view.campaign is not None:
        plan = view.campaign
        state.chapter, state.earned, state.missed, state.banished = (
            plan.chapter, plan.earned, plan.missed, plan.banished)  # fmt: skip
        state.rewards_offered, state.rewards = plan.offered, plan.rewards
        state.chapter_won, state.so_far, state.tries = plan.won, plan.so_far, plan.tries
    state.set_up = set_up_of(state.options, state.seats, state.chapter, state.banished)
    state.spoken = view.speech
    state.land = tuple([trial.card for trial in view.land])
    state.orders = tuple([order.order for order in view.orders])
    for i, seen in enumerate(view.veterans):
        state.names[i], state.advice[i] = seen.name, seen.advice
        state.ready[i], state.knocks[i], state.tiles[i] = seen.ready, seen.knocks, seen.tiles
        state.withdrawn[i], state.speeches[i], state.has_played[i] = seen.withdrawn, seen.speeches, seen.played
    if view.recruit is not None:
        state.recruit = view.recruit.recruit.recruit
        state.recruit_hand = tuple([trial.card for trial in view.recruit.hand])
        state.tokens, state.recruit_after = view.recruit.tokens, view.recruit.after
        state.recruit_inside, state.recruit_acted = view.recruit.inside, view.recruit.acted
    state.luck_used = tuple([trial.card for trial in view.land if trial.luck and trial.card not in view.luck])


def _deal_unseen(state: State, seat: int, view: View, memory: Memory, rng: Random) -> None:
    """Deal the Trial cards that the seat has not seen to the hands that it does not know and to the piles."""
    known: dict[int, list[str]] = {seen.veteran: list(seen.cards) for seen in memory.hands}
    for veteran, cards in known.items():
        of_seat = list(state.known[seat])
        of_seat[veteran] = tuple(cards)
        state.known[seat] = tuple(of_seat)
    known |= {hand.veteran: [trial.card for trial in hand.cards] for hand in view.hands}
    top = [card for card in memory.top if card is not None]
    unseen = Counter(trial_cards(state.set_up.stock))
    unseen.subtract([*state.land, *state.discarded, *state.recruit_hand, *top])
    unseen.subtract([card.card for card in state.landing])
    unseen.subtract([card for of in (*state.knocks, *known.values()) for card in of])
    # A card that went back and that this seat knows of now may be the one that went back.
    seen_now = Counter([*top, *[card for of in known.values() for card in of]])
    returned = (Counter(memory.returned) - seen_now) & unseen
    free = sorted((unseen - returned).elements())
    rng.shuffle(free)
    state.reserve = tuple(free[: view.reserve])
    others = sorted([*free[view.reserve :], *returned.elements()])
    rng.shuffle(others)
    hands = [0] if state.solo else list(state.veterans)
    for veteran in hands:
        hand = known.get(veteran, [])
        missing = view.veterans[veteran].hand - len(hand)
        hand, others = hand + others[:missing], others[missing:]
        state.hands[veteran] = tuple(sorted(hand))
    pile = list(memory.top) + [None] * (view.trials - len(memory.top))
    state.trials = tuple([others.pop() if card is None else card for card in pile])


def _deal_decks(state: State, seat: int, view: View, memory: Memory, rng: Random) -> None:
    """Lay out the Orders and the Recruits that are still to come."""
    top = [order.order for order in memory.orders]
    state.known_orders[seat] = tuple(top)
    seen = [*top, *state.orders, *state.orders_gone]
    if state.set_up.orders is not None:
        deck = [
            name
            for difficulty, count in ORDER_DECKS[state.set_up.orders].items()
            for name in _some(rng, _of(difficulty), seen, count)
        ]
        rng.shuffle(deck)
        state.order_deck = (*top, *deck)
    gone = [*state.recruits_gone] + [state.recruit] * (state.recruit is not None)
    recruits_left = sorted(RECRUITS.keys() - {*gone})
    state.recruit_deck = tuple(rng.sample(recruits_left, view.recruit_deck))


def _deal_helping_hands(state: State, seat: int, view: View, memory: Memory, rng: Random) -> None:
    """Deal the Helping Hands that lie face down before others, that they are offered, and that they did not keep: any
    that this seat has not seen, but no friendship lies face down."""
    mine = state.own[seat]
    open_ones = [one.hand for veteran in view.veterans for one in veteran.helping if one is not None]
    offers = [one for hands in view.pending.offered for one in hands if one is not None]
    left = sorted(HELPING_HANDS.keys() - {*open_ones, *offers, *view.helped, *memory.set_aside})
    rng.shuffle(left)

    def draw(friendships: bool) -> str:
        found = next(one for one in left if friendships or HELPING_HANDS[one].category != "friendship")
        left.remove(found)
        return found

    for i, seen in enumerate(view.veterans):
        state.helping[i] = tuple([draw(friendships=False) if one is None else one.hand for one in seen.helping])
    state.offered = tuple(
        [tuple([draw(friendships=True) if one is None else one for one in of]) for of in view.pending.offered]
    )
    state.set_aside[seat] = memory.set_aside
    if state.concealed and view.stage not in ("veteran", "first"):
        for veteran in state.veterans:
            if veteran not in mine and not (state.offered and state.offered[veteran]):
                other = state.seat_of[veteran]
                state.set_aside[other] = tuple(sorted([*state.set_aside[other], draw(friendships=True)]))


def _of(difficulty: str) -> list[str]:
    return [name for name, order in ORDERS.items() if order.difficulty == difficulty]


def _some(rng: Random, names: Iterable[str], seen: Iterable[str], count: int) -> list[str]:
    """Which cards of a kind are still to come, if `count` of them are in the game and some were `seen`."""
    seen = {*seen}
    left = [name for name in names if name not in seen]
    return rng.sample(left, count - sum(name in seen for name in names))


def _ask(state: State, view: View) -> None:
    """Let the position stand at the decision that the view shows."""
    if view.stage == "over":
        state.end(TeamResult(False, 0.0))
        return
    state.go_to(MOMENTS[view.moment] if view.moment is not None else STEPS[view.stage])
    if view.stage == "fill":
        state.played = True
    elif view.stage == "support":
        (state.supported,) = view.asked
    known = list(state.known)
    state.line.steps[state.at].take(state)
    state.known = known
    state.events = []
