"""A turn: playing a card, the charm, a Speech, and whose turn is next (p.6). Rulings 9 to 16, 18, 23, 36 and 75."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.grizzled import effects, helping, landing, moves, orders, piles, recruits, withdrawal
from arena.games.grizzled.deck import (
    CONFUSION,
    LEON,
    MARCEL,
    MUTE,
    NO_TRINKETS,
    NOTHING_FORGOTTEN,
    SHOWS,
    SILENCE_IN_THE_RANKS,
    SUPERSTITIOUS,
)
from arena.games.grizzled.events import CharmUsed, MissionEnded, Spoke, TurnBegan
from arena.games.grizzled.missions import SOLO_HAND
from arena.games.grizzled.moves import (
    AnyMove,
    Cancel,
    Charm,
    Done,
    Fill,
    Play,
    PlayBlind,
    Shed,
    Speech,
    Use,
    Withdraw,
)
from arena.games.grizzled.no_mans_land import threats
from arena.games.grizzled.pending import RECRUIT
from arena.games.grizzled.position import Position
from arena.games.interface import Event

# -- the action


def act(state: Position) -> None:
    """The active veteran takes one of the four actions, or uses a Helping Hand (ruling 9). There is always one: a card
    can be played, and without cards one can withdraw (ruling 10)."""
    if state.active == RECRUIT:
        recruits.act(state)
        return
    veteran = state.active
    leave = withdrawal.may_withdraw(state, veteran)
    ways: list[AnyMove] = []
    if leave is not True:
        ways += _plays(state, veteran)
        if state.ready[veteran] and not _no_charms(state, veteran):
            threat = state.charm(veteran)
            ways += [moves.charm(card) for card in dict.fromkeys(state.land) if threat in SHOWS[card]]
        if state.speeches[veteran] and not _no_speeches(state, veteran):
            ways += moves.SPEECHES
        ways += orders.cancels(state, veteran)
    ways += helping.ways(state, veteran)
    if leave is not False:
        ways.append(moves.WITHDRAW)
    state.ask("action", {veteran: tuple(ways)})


def _plays(state: Position, veteran: int) -> list[AnyMove]:
    hand = state.hands[state.hand_of[veteran]]
    if hand and state.order == CONFUSION and not state.has_played[veteran]:
        return [moves.PLAY_BLIND]
    return [*map(moves.play, dict.fromkeys(hand))]


def _no_charms(state: Position, veteran: int) -> bool:
    return state.has(veteran, SUPERSTITIOUS) or state.order == NO_TRINKETS or state.with_us(LEON)


def _no_speeches(state: Position, veteran: int) -> bool:
    return state.has(veteran, MUTE) or state.order == SILENCE_IN_THE_RANKS or state.with_us(MARCEL)


def acted(state: Position, chosen: Mapping[int, Play | PlayBlind | Charm | Speech | Cancel | Use | Withdraw]) -> None:
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
            state.go_to("land")
        case PlayBlind():
            card = state.random("confusion").choice(state.hands[veteran])
            landing.play_from_hand(state, veteran, card)
            state.go_to("land")
        case Charm(card):
            state.ready[veteran] = False
            effects.take_from_land(state, card)
            state.say(Event(CharmUsed(veteran, card)))
            put_away(state, card)
            state.go_to("check")
        case Speech(threat, hand):
            if hand is None:
                effects.spend_token(state, veteran)
            else:
                helping.spend(state, veteran, moves.use(hand))
            _speak(state, veteran, threat)
        case Cancel(order):
            orders.cancel(state, veteran, order)
            state.go_to("check")
        case Use():
            helping.use(state, veteran, move)
            state.go_to("ask_gift")
        case Withdraw():
            state.go_to("advise")


def put_away(state: Position, card: str) -> None:
    """Discard what a charm or a Speech has removed, or shuffle it into the pile if nothing is forgotten."""
    if state.order == NOTHING_FORGOTTEN:
        piles.shuffle_in(state, (card,))
    else:
        piles.discard(state, card)


# -- a Speech


def _speak(state: Position, veteran: int, threat: str) -> None:
    own = state.seat_of[veteran]
    twice = helping.hears_twice(state, veteran)
    state.spoken = threat
    heard = [other for other in state.inside() if state.seat_of[other] != own or other == twice]
    state.listeners = tuple(sorted([*heard, *[other for other in heard if other == twice]]))
    state.say(Event(Spoke(veteran, threat)))
    state.go_to("listen")


def listen(state: Position) -> None:
    """All who hear a Speech may discard a card, all at once (ruling 15); with two seats the other player decides for
    one veteran after the other, as it holds one hand.

    Those without such a card are asked, too: who is asked must not tell what is in a hand.
    """
    threat = state.spoken
    if threat is None or not state.listeners:
        state.spoken = None
        state.go_to("check")
    else:
        now = state.one_of_each_seat(state.listeners)
        state.ask("speech", {listener: _replies(state, listener, threat) for listener in now})


def _replies(state: Position, listener: int, threat: str) -> tuple[AnyMove, ...]:
    cards = [card for card in dict.fromkeys(state.hands[listener]) if threat in SHOWS[card]]
    return (*map(moves.shed, cards), moves.DONE)


def listened(state: Position, chosen: Mapping[int, Shed | Done]) -> None:
    """Put the chosen cards away for all to see; who could discard two and discards none is not asked again."""
    left = list(state.listeners)
    for veteran, move in chosen.items():
        left.remove(veteran)
        if isinstance(move, Shed):
            effects.drop_card(state, veteran, move.card)
            put_away(state, move.card)
        else:
            left = [listener for listener in left if listener != veteran]
    state.listeners = tuple(left)


# -- after every action


def fill(state: Position) -> None:
    """One player may fill its hand after a card was played, as long as it has not declined once and the card has not
    ended the mission: with it the turns are over (p.5, ruling 75)."""
    may = state.filling and state.played and state.success is None
    if may and state.trials and len(state.hands[0]) < SOLO_HAND:
        state.ask("fill", {state.active: (moves.FILL, moves.DONE)})
    else:
        state.go_on()


def filled(state: Position, chosen: Mapping[int, Fill | Done]) -> None:
    """Draw up to the full hand; to decline is to fill it no more in this mission."""
    ((veteran, move),) = chosen.items()
    if isinstance(move, Fill):
        piles.draw(state, veteran, SOLO_HAND - len(state.hands[0]))
    else:
        state.filling = False
    state.go_on()


def next_turn(state: Position) -> None:
    """Begin the next turn: the leader's at first, then that of the next who is still in; if there is nobody, the
    mission has succeeded (ruling 18)."""
    state.spoken, state.played = None, False
    if state.success is False:
        state.go_to("offer_stretchers")
    elif state.openings:
        state.go_to("open_up")
    elif inside := state.inside() + [RECRUIT] * state.recruit_inside:
        state.active = state.leader if state.turn == 0 else _following(state, inside)
        state.turn += 1
        state.say(Event(_standing(state, inside)))
        state.go_to("act")
    else:
        state.success = True
        state.say(Event(MissionEnded(True)))
        state.go_to("offer_stretchers")


def _following(state: Position, inside: list[int]) -> int:
    """Of those in the mission, whose turn it is after the active one's."""
    circle = list(state.veterans)
    if state.recruit is not None:
        circle.insert(state.recruit_after + 1, RECRUIT)
    # A Recruit that has just left sat there as well.
    now = circle.index(state.active if state.active in circle else state.recruit_after)
    return next(one for one in circle[now + 1 :] + circle[: now + 1] if one in inside)


def _standing(state: Position, inside: list[int]) -> TurnBegan:
    """Whose turn it is, and what lies there for all to see."""
    recruit = state.active == RECRUIT
    return TurnBegan(
        state.turn,
        state.active,
        (state.recruit if recruit else state.names[state.active]) or "",
        state.seat_of[state.leader if recruit else state.active],
        tuple(inside),
        {threat: count for threat, count in threats(state).items() if count},
        len(state.trials),
        len(state.reserve),
    )
