"""The set-up, and phase 1 of a turn: the delivery."""

from __future__ import annotations

from arena.games.gunrunners.deck import PLAIN_ONE
from arena.games.gunrunners.events import Dealt, Delivered, Deployed, WarehouseOpened
from arena.games.gunrunners.knowledge import learned
from arena.games.gunrunners.moves import Deploy
from arena.games.gunrunners.position import HAND, WAREHOUSE_FULL, Position, Trainee
from arena.games.interface import Event


def ways_to_deploy(state: Position) -> tuple[Deploy, ...]:
    """The moves of the set-up: each seat in turn puts out an agent of value 1 at a location that has none."""
    return tuple([Deploy(at) for at, one in enumerate(state.trainees) if one is None])


def deploy(state: Position, seat: int, move: Deploy) -> None:
    """Put out the agent; the next seat follows, and after the last one the hands are drawn and the first turn
    begins.
    """
    state.trainees[move.at] = Trainee(seat, PLAIN_ONE)
    # Face down, but the rules say what it is: everybody knows it.
    state.known = [learned(knowledge, move.at, PLAIN_ONE) for knowledge in state.known]
    state.say(Event(Deployed(seat, move.at)))
    following = (seat + 1) % state.seats
    if following == state.luck.first:
        _deal(state)
        deliver(state)
    else:
        state.active = following
        state.ask("setup", following)


def _deal(state: Position) -> None:
    """The end of the set-up: everybody draws a hand."""
    state.hands = [tuple(sorted(pile[:HAND])) for pile in state.luck.piles]
    state.drawn = [HAND] * state.seats
    state.say(Event(Dealt(), {owner: Dealt(hand) for owner, hand in enumerate(state.hands)}))


def deliver(state: Position) -> None:
    """Begin a turn: a full Warehouse opens, and the die says where the new crate goes. Then an agent must be sent."""
    state.active = (state.luck.first + state.turn) % state.seats
    state.die = die = state.luck.dice[state.turn]
    state.turn += 1
    locations = len(state.crates)
    if state.warehouse >= WAREHOUSE_FULL:
        state.crates = [crates + 1 for crates in state.crates]
        state.warehouse -= locations
        state.say(Event(WarehouseOpened(state.warehouse)))
    new = min(1, state.stock)
    state.stock -= new
    if die <= locations:
        state.crates[die - 1] += new + state.warehouse
        state.say(Event(Delivered(state.active, die, die - 1, new, state.warehouse)))
        state.warehouse = 0
    else:
        state.warehouse += new
        state.say(Event(Delivered(state.active, die, None, new)))
    state.ask("turn", state.active)
