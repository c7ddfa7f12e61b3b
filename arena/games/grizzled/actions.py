"""A turn: playing a card, a charm, a Speech, withdrawing; and what they set off. Rulings 9 to 17, 23 to 44, 75."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from arena.games.grizzled import missions, moves, support
from arena.games.grizzled.deck import (
    ABSENT_MINDED,
    AGGRESSIVE,
    CLUMSY,
    FEARFUL,
    FRAGILE,
    HARDHEADED,
    MERRY_CHRISTMAS,
    MUTE,
    PANICKED,
    PRIDEFUL,
    SUPERSTITIOUS,
    THREATS,
    TRIALS,
    TYRANNICAL,
)
from arena.games.grizzled.events import (
    CharmUsed,
    Dropped,
    MissionEnded,
    Played,
    Removed,
    ShedCard,
    Spoke,
    TrapStopped,
    Withdrew,
)
from arena.games.grizzled.moves import (
    AnyMove,
    Charm,
    Done,
    Drop,
    Fill,
    Place,
    Play,
    Remove,
    Shed,
    Speech,
    Withdraw,
)
from arena.games.interface import Event

if TYPE_CHECKING:
    from arena.games.grizzled.state import State

FEAR = 2
"""Active threats of one kind that make a fearful veteran leave."""
STUBBORN = 2
"""Cards in hand that keep a hardheaded veteran in."""


# -- the action


def act(state: State) -> None:
    """One of the four actions; there is always one: a card can be played, and without cards one can withdraw."""
    veteran = state.active
    hand = state.hands[state.hand_of(veteran)]
    leave = may_withdraw(state, veteran)
    ways: list[AnyMove] = []
    if leave is not True:
        ways += [moves.play(card) for card in dict.fromkeys(hand)]
        if state.ready[veteran] and not state.has(veteran, SUPERSTITIOUS):
            threat = state.charms[veteran]
            ways += [moves.charm(card) for card in dict.fromkeys(state.land) if threat in TRIALS[card].shows]
        if state.speeches[veteran] and not state.has(veteran, MUTE):
            ways += map(moves.speech, THREATS)
    if leave is not False:
        ways.append(moves.WITHDRAW)
    state.ask("action", {veteran: tuple(ways)})


def may_withdraw(state: State, veteran: int) -> bool | None:
    """True if the veteran must withdraw, False if it must not, None if it may.

    Of its own Hard Knocks the earlier one decides, and any of them before those of others (ruling 35). Without cards
    withdrawing is never forbidden (ruling 10).
    """
    cards = len(state.hands[state.hand_of(veteran)])
    last = state.inside() == [veteran]
    for knock in state.knocks[veteran]:
        if knock == FEARFUL and max(state.threats().values()) >= FEAR:
            return True
        if knock == HARDHEADED and cards >= STUBBORN:
            return False
        if knock == PRIDEFUL and cards and not last:
            return False
    if cards and any(state.has(other, FRAGILE) for other in state.inside() if other != veteran):
        return False
    return None


def acted(state: State, chosen: Mapping[int, Play | Charm | Speech | Withdraw]) -> None:
    """Play a card, use the charm, give a Speech, or withdraw."""
    ((veteran, move),) = chosen.items()
    match move:
        case Play(card):
            state.played = True
            state.take_from_hand(veteran, card)
            _put_down(state, veteran, card)
            if _springs_trap(state, veteran, card):
                drawn, state.trials = state.trials[0], state.trials[1:]
                state.show(drawn)
                _put_down(state, veteran, drawn, "trap")
            state.go_to(christmas)
        case Charm(card):
            state.ready[veteran] = False
            remove_from_land(state, card)
            state.say(Event(CharmUsed(veteran, card)))
            state.go_to(missions.check)
        case Speech(threat):
            state.speeches[veteran] -= 1
            if state.options.speech_tokens == "returned":
                state.supply += 1
            state.spoken = threat
            own = state.seat_of(veteran)
            state.listeners = tuple([other for other in state.inside() if state.seat_of(other) != own])
            state.say(Event(Spoke(veteran, threat)))
            state.go_on()
        case Withdraw():
            state.go_to(lose_tile)


def _put_down(state: State, veteran: int, card: str, drawn: Literal["trap", "clumsy"] | None = None) -> None:
    """A Threat goes to No Man's Land; a Hard Knock to the veteran, and takes effect."""
    state.say(Event(Played(veteran, card, drawn)))
    if not TRIALS[card].hard_knock:
        state.land += (card,)
    elif card == MERRY_CHRISTMAS:
        state.discard(card)
        state.gift = veteran
    else:
        state.knocks[veteran] += (card,)
        if card == TYRANNICAL:
            state.leader = veteran


def _springs_trap(state: State, veteran: int, card: str) -> bool:
    """Whether a Threat from the hand makes another card come from the pile; a Luck symbol is used up if it stops it."""
    trial = TRIALS[card]
    trap = trial.trap or (not trial.hard_knock and state.has(veteran, AGGRESSIVE))
    if not (state.options.traps and trap and state.trials):
        return False
    if state.luck():
        state.luck_used += 1
        state.say(Event(TrapStopped(veteran)))
        return False
    return True


def remove_from_land(state: State, card: str) -> None:
    """Discard a Threat card; it takes its Luck symbol with it if that was not used up."""
    at = state.land.index(card)
    state.land = state.land[:at] + state.land[at + 1 :]
    state.luck_used = min(state.luck_used, sum([TRIALS[one].luck for one in state.land]))
    state.discard(card)


# -- a Speech


def listen(state: State) -> None:
    """All listeners at once; with two seats the other player's veterans one after the other, as it holds one hand.

    Those without such a card are asked, too: who is asked must not tell what is in a hand.
    """
    threat = state.spoken
    if threat is None:
        state.go_on()
    elif not state.listeners:
        state.go_to(missions.check)
    else:
        now = state.listeners[:1] if state.duo else state.listeners
        state.ask("speech", {listener: _replies(state, listener, threat) for listener in now})


def _replies(state: State, listener: int, threat: str) -> tuple[AnyMove, ...]:
    cards = [card for card in dict.fromkeys(state.hands[listener]) if threat in TRIALS[card].shows]
    return (*map(moves.shed, cards), moves.DONE)


def listened(state: State, chosen: Mapping[int, Shed | Done]) -> None:
    """What is discarded is then seen by all."""
    state.listeners = tuple([other for other in state.listeners if other not in chosen])
    for veteran, move in chosen.items():
        if isinstance(move, Shed):
            state.take_from_hand(veteran, move.card)
            state.discard(move.card)
            state.say(Event(ShedCard(veteran, move.card)))


# -- withdrawing


def lose_tile(state: State) -> None:
    """An absent-minded veteran first takes one of its Support tiles out of the game (rulings 28 and 29)."""
    veteran = state.active
    if state.tiles[veteran] and state.has(veteran, ABSENT_MINDED):
        state.ask("drop", {veteran: tuple(map(moves.drop, dict.fromkeys(state.tiles[veteran])))})
    else:
        state.go_on()


def tile_lost(state: State, chosen: Mapping[int, Drop]) -> None:
    """Everybody sees which."""
    ((veteran, move),) = chosen.items()
    at = state.tiles[veteran].index(move.tile)
    state.tiles[veteran] = state.tiles[veteran][:at] + state.tiles[veteran][at + 1 :]
    state.say(Event(Dropped(veteran, move.tile)))
    state.go_on()


def place_tile(state: State) -> None:
    """One must be placed face down if there is one; a panicked veteran's is drawn at random."""
    veteran = state.active
    tiles = state.tiles[veteran]
    if tiles and state.has(veteran, PANICKED):
        state.panics += 1
        state.placed[veteran] = state.deal.stream("panic", state.panics).choice(tiles)
        state.go_on()
    elif tiles:
        state.ask("place", {veteran: tuple(map(moves.place, dict.fromkeys(tiles)))})
    else:
        state.go_on()


def tile_placed(state: State, chosen: Mapping[int, Place]) -> None:
    """It lies among the veteran's tiles until it is revealed."""
    ((veteran, move),) = chosen.items()
    state.placed[veteran] = move.tile
    state.go_on()


def leave(state: State) -> None:
    """The veteran is out; after that a clumsy one plays the top card of the pile, whose Trap is ignored."""
    veteran = state.active
    tile = state.placed[veteran]
    state.withdrawn[veteran] = True
    own = {} if tile is None else {state.seat_of(veteran): Withdrew(veteran, True, tile)}
    state.say(Event(Withdrew(veteran, tile is not None), own))
    if state.has(veteran, CLUMSY) and state.trials:
        card, state.trials = state.trials[0], state.trials[1:]
        state.show(card)
        _put_down(state, veteran, card, "clumsy")
    state.go_on()


# -- after every action


def christmas(state: State) -> None:
    """Merry Christmas takes one Hard Knock off any veteran, if there is one (ruling 26)."""
    attached = [(veteran, knock) for veteran in state.veterans for knock in state.knocks[veteran]]
    if state.gift is not None and attached:
        state.ask("christmas", {state.gift: tuple([moves.remove(*which) for which in attached])})
    else:
        state.gift = None
        state.go_on()


def christmas_given(state: State, chosen: Mapping[int, Remove]) -> None:
    """It is discarded."""
    ((_, move),) = chosen.items()
    remove_knock(state, move)
    state.gift = None
    state.go_on()


def remove_knock(state: State, move: Remove) -> None:
    """Take a Hard Knock off a veteran, for the rest of the chapter."""
    at = state.knocks[move.veteran].index(move.card)
    state.knocks[move.veteran] = state.knocks[move.veteran][:at] + state.knocks[move.veteran][at + 1 :]
    state.discard(move.card)
    state.say(Event(Removed(move.veteran, move.card)))


def fill(state: State) -> None:
    """One player may fill its hand after a card was played, as long as it has not declined once (ruling 75)."""
    hand = state.hands[0]
    if state.filling and state.played and state.trials and len(hand) < missions.SOLO_HAND:
        state.ask("fill", {state.active: (moves.FILL, moves.DONE)})
    else:
        state.go_on()


def filled(state: State, chosen: Mapping[int, Fill | Done]) -> None:
    """To decline ends it for this mission."""
    ((veteran, move),) = chosen.items()
    if isinstance(move, Fill):
        state.draw(veteran, missions.SOLO_HAND - len(state.hands[0]))
    else:
        state.filling = False
    state.go_on()


def next_turn(state: State) -> None:
    """The next veteran who is still in; if there is none the mission has succeeded."""
    state.spoken, state.played = None, False
    inside = state.inside()
    if inside:
        state.active = next(veteran for veteran in state.clockwise(state.active + 1) if veteran in inside)
        state.go_to(act)
    else:
        state.success = True
        state.say(Event(MissionEnded(True)))
        state.go_to(support.reveal)
