"""Positions to test the rules with: a table that is laid as the test says, and short ways to move on it.

Lists are by veteran and may be short: those who are not told of have nothing. Piles are written from the top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct

from arena.games import Deal
from arena.games.grizzled import AnyMove, Options, State, new
from arena.games.grizzled.deck import CHARMS, HELPING_HANDS, ORDERS, RECRUITS, trial_cards
from arena.games.grizzled.events import TurnBegan
from arena.games.grizzled.moves import WITHDRAW, Place
from arena.games.grizzled.options import set_up_of

Cards = Sequence[str]


def deck_of(options: Options, seats: int) -> list[str]:
    """The Trial cards of a game, sorted."""
    return list(trial_cards(set_up_of(options, seats, options.chapter, options.saved.banished).stock))


NAME_OF = {threat: name for name, threat in CHARMS.items()}
"""Whose charm a threat is."""


def table(
    seats: int = 4,
    *,
    hands: Sequence[Cards] = (),
    knocks: Mapping[int, Cards] | None = None,
    land: Cards = (),
    trials: Cards = (),
    reserve: Cards | None = None,
    discarded: Cards = (),
    tiles: Mapping[int, Cards] | None = None,
    placed: Mapping[int, str] | None = None,
    withdrawn: Collection[int] = (),
    charms: Cards = ("night", "snow", "rain", "shell"),
    used: Collection[int] = (),
    speeches: Mapping[int, int] | None = None,
    supply: int = 5,
    leader: int = 0,
    active: int = 0,
    mission: int = 2,
    success: bool | None = None,
    order: str | None = None,
    lasting: Cards = (),
    order_deck: Cards = (),
    recruit: str | None = None,
    recruit_hand: Cards = (),
    recruit_after: int = 3,
    recruit_inside: bool = True,
    recruit_acted: bool = False,
    recruit_deck: Cards = (),
    tokens: int = 0,
    helping: Mapping[int, Cards] | None = None,
    turn: int = 1,
    filling: bool = True,
    solo_tiles: Cards = ("left", "centre", "right", "nobody"),
    options: Options | None = None,
    seed: str = "table",
    step: str = "act",
) -> State:
    """The state at the action of `active`, or at the first decision from another step on; its events lead there.

    What is not said: no cards in the pile, all that are left over in the reserve, nobody has Support tiles (so that
    withdrawing is one move), `used` are those whose charm is face down. `order` is that of this mission, `lasting` are
    those of earlier ones; both are in force. `helping` are the Helping Hands. Raises ValueError for cards that there
    are not.
    """
    state = State(options or Options(), seats, Deal(seed))
    state.mission, state.leader, state.active, state.success = mission, leader, active, success
    state.turn = turn
    state.names = [NAME_OF[threat] for threat in charms[: len(state.veterans)]]
    state.land, state.trials, state.discarded = tuple(land), tuple(trials), tuple(sorted(discarded))
    state.supply, state.filling, state.solo_tiles = supply, filling and state.solo, tuple(solo_tiles)
    for veteran, hand in enumerate(hands):
        state.hands[veteran] = tuple(sorted(hand))
    for veteran in state.veterans:
        state.knocks[veteran] = tuple((knocks or {}).get(veteran, ()))
        state.tiles[veteran] = tuple(sorted((tiles or {}).get(veteran, ())))
        state.placed[veteran] = (placed or {}).get(veteran)
        state.speeches[veteran] = (speeches or {}).get(veteran, 0)
        state.withdrawn[veteran] = veteran in withdrawn
        state.ready[veteran] = veteran not in used
        state.helping[veteran] = tuple((helping or {}).get(veteran, ()))
    state.attached = tuple([knock for knocks in state.knocks for knock in knocks])
    state.order, state.order_deck = order, tuple(order_deck)
    state.orders = (*lasting, order) if order is not None else tuple(lasting)
    state.recruit, state.recruit_deck, state.recruit_hand = recruit, tuple(recruit_deck), tuple(sorted(recruit_hand))
    state.recruit_after, state.tokens = recruit_after % len(state.veterans), tokens
    state.recruit_inside, state.recruit_acted = recruit is not None and recruit_inside, recruit_acted
    _exist("Order", {*state.orders, *order_deck}, ORDERS)
    _exist("Recruit", {*recruit_deck, *([recruit] if recruit else [])}, RECRUITS)
    _exist("Helping Hand", {hand for hands in state.helping for hand in hands}, HELPING_HANDS)
    left = Counter(trial_cards(state.set_up.stock))
    left.subtract([*land, *trials, *discarded, *recruit_hand, *(reserve or ())])
    left.subtract([card for of in (*state.hands, *state.knocks) for card in of])
    if wrong := [card for card, count in left.items() if count < 0]:
        raise ValueError(f"more than there are in the deck: {wrong}")
    state.reserve = tuple(sorted(left.elements())) if reserve is None else tuple(reserve)
    state.go_to(step)
    state.advance()
    return state


def _exist(kind: str, names: set[str], cards: Collection[str]) -> None:
    if wrong := sorted(name for name in names if name not in cards):
        raise ValueError(f"no such {kind}: {wrong}")


def new_game(options: Options, seats: int, deal: Deal) -> State:
    """A new game at the first decision after the choice of the veterans: the players take those that are left first."""
    state = new(options, seats, deal)
    choose_veterans(state)
    return state


def choose_veterans(state: State) -> None:
    """At the start of a chapter: those that are left first, in the order in which they are listed."""
    while state.stage in ("veteran", "first"):
        do(state, legal(state)[0])


def do(state: State, *moves: AnyMove) -> list[Struct]:
    """Make these moves, each by the one seat that is to act; what everybody was shown."""
    seen: list[Struct] = []
    for move in moves:
        (seat,) = state.to_act()
        state.apply({seat: move})
        seen += shown(state)
    return seen


def do_at_once(state: State, moves: Mapping[int, AnyMove]) -> list[Struct]:
    """Make the moves of several seats; what everybody was shown."""
    state.apply(moves)
    return shown(state)


def leave(state: State, *tiles: str) -> list[Struct]:
    """Those who are next withdraw, one for each tile that is named, placing it; one with no tile if none is named."""
    if not tiles:
        return do(state, WITHDRAW)
    return [event for tile in tiles for event in do(state, WITHDRAW, Place(tile))]


def legal(state: State) -> Sequence[AnyMove]:
    """The moves of the one seat that is to act."""
    (seat,) = state.to_act()
    return state.legal(seat)


def moves_of(state: State, kind: type[Struct]) -> list[Any]:
    """The legal moves of a kind."""
    return [move for move in legal(state) if isinstance(move, kind)]


def may_leave(state: State) -> bool | None:
    """None if withdrawing is a choice, True if it is the only action, False if it is forbidden."""
    if WITHDRAW not in legal(state):
        return False
    return True if list(legal(state)) == [WITHDRAW] else None


def shown(state: State) -> list[Struct]:
    """What everybody saw in the last step, but not that a turn began."""
    return [event.shown for event in state.events if not isinstance(event.shown, TurnBegan)]


def told(state: State, seat: int) -> list[Struct]:
    """What one seat saw in the last step, but not that a turn began."""
    return [event.seen_by(seat) for event in state.events if not isinstance(event.shown, TurnBegan)]


def of_kind(events: Sequence[Struct], kind: type[Any]) -> list[Any]:
    """Only the events of a kind."""
    return [event for event in events if isinstance(event, kind)]
