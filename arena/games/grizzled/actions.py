"""A turn: playing a card, a charm, a Speech, withdrawing. Rulings 9 to 17, 23, 27 to 36, 75."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from arena.games.grizzled import effects, helping, landing, missions, moves, orders, piles, recruits, support
from arena.games.grizzled.deck import (
    ABSENT_MINDED,
    CLUMSY,
    FEARFUL,
    FRAGILE,
    HARDHEADED,
    MUTE,
    PANICKED,
    PRIDEFUL,
    SUPERSTITIOUS,
    THREATS,
    TRIALS,
)
from arena.games.grizzled.events import Advised, CharmUsed, Dropped, MissionEnded, Spoke, TurnBegan, Withdrew
from arena.games.grizzled.moves import (
    Advise,
    AnyMove,
    Cancel,
    Charm,
    Done,
    Drop,
    Fill,
    Place,
    Play,
    PlayBlind,
    Shed,
    Speech,
    Use,
    Withdraw,
)
from arena.games.grizzled.pending import RECRUIT, Landing
from arena.games.interface import Event

if TYPE_CHECKING:
    from arena.games.grizzled.state import State

FEAR = 2
"""Active threats of one kind that make a fearful veteran leave."""
STUBBORN = 2
"""Cards in hand that keep a hardheaded veteran in."""


# -- the action


def act(state: State) -> None:
    """One of the four actions, or a Helping Hand; there is always one: a card can be played, and without cards one can
    withdraw."""
    if state.active == RECRUIT:
        recruits.act(state)
        return
    veteran = state.active
    leave = may_withdraw(state, veteran)
    ways: list[AnyMove] = []
    if leave is not True:
        ways += _plays(state, veteran)
        if state.ready[veteran] and not _no_charms(state, veteran):
            threat = state.charm(veteran)
            ways += [moves.charm(card) for card in dict.fromkeys(state.land) if threat in TRIALS[card].shows]
        if state.speeches[veteran] and not _no_speeches(state, veteran):
            ways += map(moves.speech, THREATS)
        ways += orders.cancels(state, veteran)
    ways += helping.ways(state, veteran)
    if leave is not False:
        ways.append(moves.WITHDRAW)
    state.ask("action", {veteran: tuple(ways)})


def _plays(state: State, veteran: int) -> list[AnyMove]:
    hand = state.hands[state.hand_of(veteran)]
    if hand and state.order == orders.CONFUSION and not state.has_played[veteran]:
        return [moves.PLAY_BLIND]
    return [moves.play(card) for card in dict.fromkeys(hand)]


def _no_charms(state: State, veteran: int) -> bool:
    return state.has(veteran, SUPERSTITIOUS) or state.order == orders.NO_TRINKETS or state.with_us(recruits.LEON)


def _no_speeches(state: State, veteran: int) -> bool:
    return state.has(veteran, MUTE) or state.order == orders.SILENCE_IN_THE_RANKS or state.with_us(recruits.MARCEL)


def may_withdraw(state: State, veteran: int) -> bool | None:
    """True if the veteran must withdraw, False if it must not, None if it may.

    Without cards withdrawing is never forbidden (ruling 10). An Order decides before Hard Knocks do; of its own Hard
    Knocks the earlier one decides, and any of them before those of others (ruling 35).
    """
    cards = len(state.hands[state.hand_of(veteran)])
    if cards and orders.forbids_withdrawal(state, veteran):
        return False
    for knock in state.knocks[veteran]:
        if knock == FEARFUL and max(state.threats().values()) >= FEAR:
            return True
        if knock == HARDHEADED and cards >= STUBBORN:
            return False
        if knock == PRIDEFUL and cards and state.inside() != [veteran]:
            return False
    if not cards:
        return None
    fragile = [other for other in state.inside() if other != veteran and state.has(other, FRAGILE)]
    kept_in = fragile or (state.with_us(recruits.RAOUL) and not state.recruit_acted)
    return False if kept_in else None


def acted(state: State, chosen: Mapping[int, Play | PlayBlind | Charm | Speech | Cancel | Use | Withdraw]) -> None:
    """Play a card, use the charm or a Helping Hand, give a Speech, pay for the end of an Order, or withdraw."""
    ((veteran, move),) = chosen.items()
    state.fresh = ()
    if state.active == RECRUIT:
        assert isinstance(move, Play | Withdraw)
        recruits.acted(state, move)
        return
    match move:
        case Play(card):
            landing.play_from_hand(state, veteran, card)
            state.go_to(landing.land)
        case PlayBlind():
            card = state.random("confusion").choice(state.hands[veteran])
            landing.play_from_hand(state, veteran, card)
            state.go_to(landing.land)
        case Charm(card):
            state.ready[veteran] = False
            effects.take_from_land(state, card)
            state.say(Event(CharmUsed(veteran, card)))
            put_away(state, card)
            state.go_to(missions.check)
        case Speech(threat, hand):
            if hand is None:
                orders.spend_token(state, veteran)
            else:
                helping.spend(state, veteran, moves.use(hand))
            _speak(state, veteran, threat)
        case Cancel(order):
            orders.cancel(state, veteran, order)
            state.go_to(missions.check)
        case Use():
            helping.use(state, veteran, move)
            state.go_to(effects.give)
        case Withdraw():
            state.go_to(advise)


def put_away(state: State, card: str) -> None:
    """What a charm or a Speech has removed is discarded, unless an Order forgets nothing."""
    if state.order == orders.NOTHING_FORGOTTEN:
        piles.shuffle_in(state, (card,))
    else:
        piles.discard(state, card)


# -- a Speech


def _speak(state: State, veteran: int, threat: str) -> None:
    own = state.seat_of(veteran)
    twice = helping.hears_twice(state, veteran)
    state.spoken = threat
    heard = [other for other in state.inside() if state.seat_of(other) != own or other == twice]
    state.listeners = tuple(sorted([*heard, *[other for other in heard if other == twice]]))
    state.say(Event(Spoke(veteran, threat)))
    state.go_to(listen)


def listen(state: State) -> None:
    """All listeners at once; with two seats the other player's veterans one after the other, as it holds one hand.

    Those without such a card are asked, too: who is asked must not tell what is in a hand.
    """
    threat = state.spoken
    if threat is None or not state.listeners:
        state.spoken = None
        state.go_to(missions.check)
    else:
        now = state.one_of_each_seat(state.listeners)
        state.ask("speech", {listener: _replies(state, listener, threat) for listener in now})


def _replies(state: State, listener: int, threat: str) -> tuple[AnyMove, ...]:
    cards = [card for card in dict.fromkeys(state.hands[listener]) if threat in TRIALS[card].shows]
    return (*map(moves.shed, cards), moves.DONE)


def listened(state: State, chosen: Mapping[int, Shed | Done]) -> None:
    """What is discarded is then seen by all; who hears twice and discards none is not asked again."""
    left = list(state.listeners)
    for veteran, move in chosen.items():
        left.remove(veteran)
        if isinstance(move, Shed):
            effects.drop_card(state, veteran, move.card)
            put_away(state, move.card)
        else:
            left = [listener for listener in left if listener != veteran]
    state.listeners = tuple(left)


# -- withdrawing


def advise(state: State) -> None:
    """With the option, who withdraws may say first whom the others should support, but not what it places itself (p.13,
    ruling 86)."""
    if state.options.advice:
        state.ask("advise", {state.active: (*map(moves.advise, state.veterans), moves.DONE)})
    else:
        state.go_on()


def advised(state: State, chosen: Mapping[int, Advise | Done]) -> None:
    """All hear it; it binds nobody."""
    ((veteran, move),) = chosen.items()
    if isinstance(move, Advise):
        state.advice[veteran] = move.veteran
        state.say(Event(Advised(veteran, move.veteran)))
    state.go_on()


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
    state.tiles[veteran] = piles.without(state.tiles[veteran], move.tile)
    state.say(Event(Dropped(veteran, move.tile)))
    state.go_on()


def place_tile(state: State) -> None:
    """One must be placed face down if there is one; a panicked veteran's is drawn at random."""
    veteran = state.active
    tiles = state.tiles[veteran]
    if tiles and state.has(veteran, PANICKED):
        state.placed[veteran] = state.random("panic").choice(tiles)
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
    """The veteran is out. What Orders have for it comes first and is done with, its own price for the end of one too;
    only then does a clumsy one stumble, as its card comes after the withdrawal and an Order goes before a Hard Knock
    (p.10, rulings 28 and 35)."""
    veteran = state.active
    tile = state.placed[veteran]
    state.withdrawn[veteran] = True
    own = {} if tile is None else {state.seat_of(veteran): Withdrew(veteran, True, tile)}
    state.say(Event(Withdrew(veteran, tile is not None), own))
    orders.on_withdrawal(state, veteran)
    state.leaving = veteran
    state.stumbling = veteran if state.has(veteran, CLUMSY) else None
    state.go_on()


def stumble(state: State) -> None:
    """A clumsy veteran that has withdrawn plays the top card of the pile, if there is one."""
    veteran, state.stumbling = state.stumbling, None
    if veteran is not None and state.has(veteran, CLUMSY) and state.trials:
        state.landing = (Landing(veteran, piles.turn_up(state), "clumsy"),)
        state.go_to(landing.land)
    else:
        state.go_on()


# -- after every action


def fill(state: State) -> None:
    """One player may fill its hand after a card was played, as long as it has not declined once and the card has not
    ended the mission: with it the turns are over (p.5, ruling 75)."""
    may = state.filling and state.played and state.success is None
    if may and state.trials and len(state.hands[0]) < missions.SOLO_HAND:
        state.ask("fill", {state.active: (moves.FILL, moves.DONE)})
    else:
        state.go_on()


def filled(state: State, chosen: Mapping[int, Fill | Done]) -> None:
    """To decline ends it for this mission."""
    ((veteran, move),) = chosen.items()
    if isinstance(move, Fill):
        piles.draw(state, veteran, missions.SOLO_HAND - len(state.hands[0]))
    else:
        state.filling = False
    state.go_on()


def next_turn(state: State) -> None:
    """The leader's first, then the next who is still in; if there is nobody the mission has succeeded (ruling 18)."""
    state.spoken, state.played = None, False
    if state.success is False:
        state.go_to(support.spare)
    elif state.openings:
        state.go_to(missions.open_up)
    elif following := _following(state):
        state.active = state.leader if state.turn == 0 else following[0]
        state.turn += 1
        state.say(Event(_standing(state)))
        state.go_to(act)
    else:
        state.success = True
        state.say(Event(MissionEnded(True)))
        state.go_to(support.spare)


def _standing(state: State) -> TurnBegan:
    """Whose turn it is, and what lies there for all to see."""
    recruit = state.active == RECRUIT
    return TurnBegan(
        state.turn,
        state.active,
        (state.recruit if recruit else state.names[state.active]) or "",
        state.seat_of(state.leader if recruit else state.active),
        tuple(state.inside() + [RECRUIT] * state.recruit_inside),
        {threat: count for threat, count in state.threats().items() if count},
        len(state.trials),
        len(state.reserve),
    )


def _following(state: State) -> list[int]:
    """Those in the mission, in the order in which it is their turn after the active one's."""
    circle = list(state.veterans)
    if state.recruit is not None:
        circle.insert(state.recruit_after + 1, RECRUIT)
    # A Recruit that has just left sat there as well.
    now = circle.index(state.active) if state.active in circle else circle.index(state.recruit_after)
    order = circle[now + 1 :] + circle[: now + 1]
    inside = {*state.inside(), *[RECRUIT] * state.recruit_inside}
    return [one for one in order if one in inside]
