"""Withdrawing from a mission: who may, who must and who may not, and the Support tile that is left behind (p.6, p.13).
Rulings 10, 17, 21, 27 to 36 and 86."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.grizzled import moves, orders, piles
from arena.games.grizzled.deck import (
    ABSENT_MINDED,
    CLUMSY,
    FEARFUL,
    FRAGILE,
    HARDHEADED,
    PANICKED,
    PRIDEFUL,
    RAOUL,
)
from arena.games.grizzled.events import Advised, Dropped, Withdrew
from arena.games.grizzled.moves import Advise, Done, Drop, Place
from arena.games.grizzled.no_mans_land import threats
from arena.games.grizzled.pending import Landing
from arena.games.grizzled.position import Position
from arena.games.interface import Event

FEAR = 2
"""The number of active threats of one kind that makes a fearful veteran leave."""
STUBBORN = 2
"""The number of cards in hand that keeps a hardheaded veteran in."""


def may_withdraw(state: Position, veteran: int) -> bool | None:
    """True if the veteran must withdraw, False if it must not, None if it may.

    Without cards withdrawing is never forbidden (ruling 10). An Order decides before Hard Knocks do; of its own Hard
    Knocks the earlier one decides, and any of them before those of others (ruling 35).
    """
    cards = len(state.hands[state.hand_of[veteran]])
    if cards and orders.forbids_withdrawal(state, veteran):
        return False
    for knock in state.knocks[veteran]:
        if knock == FEARFUL and max(threats(state).values()) >= FEAR:
            return True
        if knock == HARDHEADED and cards >= STUBBORN:
            return False
        if knock == PRIDEFUL and cards and state.inside() != [veteran]:
            return False
    if not cards:
        return None
    fragile = state.bearer(FRAGILE)
    if fragile is not None and fragile != veteran and not state.withdrawn[fragile]:
        return False
    return False if state.with_us(RAOUL) and not state.recruit_acted else None


def advise(state: Position) -> None:
    """Ask, with the option, whom the veteran that withdraws advises the others to support; it may not say what it
    places itself (p.13, ruling 86)."""
    if state.options.advice:
        state.ask("advise", {state.active: (*map(moves.advise, state.veterans), moves.DONE)})
    else:
        state.go_on()


def advised(state: Position, chosen: Mapping[int, Advise | Done]) -> None:
    """Tell the advice to all; it binds nobody."""
    ((veteran, move),) = chosen.items()
    if isinstance(move, Advise):
        state.advice[veteran] = move.veteran
        state.say(Event(Advised(veteran, move.veteran)))
    state.go_on()


def lose_tile(state: Position) -> None:
    """Ask an absent-minded veteran which of its Support tiles it takes out of the game first (rulings 28 and 29)."""
    veteran = state.active
    if state.tiles[veteran] and state.has(veteran, ABSENT_MINDED):
        state.ask("drop", {veteran: tuple(map(moves.drop, dict.fromkeys(state.tiles[veteran])))})
    else:
        state.go_on()


def tile_lost(state: Position, chosen: Mapping[int, Drop]) -> None:
    """Take the tile out of the game; everybody sees which."""
    ((veteran, move),) = chosen.items()
    state.tiles[veteran] = piles.without(state.tiles[veteran], move.tile)
    state.say(Event(Dropped(veteran, move.tile)))
    state.go_on()


def place_tile(state: Position) -> None:
    """Ask which Support tile is placed face down; one must be if there is one (ruling 17). A panicked veteran's is
    drawn at random.
    """
    veteran = state.active
    tiles = state.tiles[veteran]
    if tiles and state.has(veteran, PANICKED):
        state.placed[veteran] = state.random("panic").choice(tiles)
        state.go_on()
    elif tiles:
        state.ask("place", {veteran: tuple(map(moves.place, dict.fromkeys(tiles)))})
    else:
        state.go_on()


def tile_placed(state: Position, chosen: Mapping[int, Place]) -> None:
    """Place the tile among the veteran's tiles, where it lies face down until it is revealed."""
    ((veteran, move),) = chosen.items()
    state.placed[veteran] = move.tile
    state.go_on()


def leave(state: Position) -> None:
    """Take the veteran out of the mission. What Orders have for it comes first and is done with, its own price for the
    end of one too; only then does a clumsy one stumble, as its card comes after the withdrawal and an Order goes before
    a Hard Knock (p.10, rulings 28 and 35).
    """
    veteran = state.active
    tile = state.placed[veteran]
    state.withdrawn[veteran] = True
    own = {} if tile is None else {state.seat_of[veteran]: Withdrew(veteran, True, tile)}
    state.say(Event(Withdrew(veteran, tile is not None), own))
    orders.on_withdrawal(state, veteran)
    state.leaving = veteran
    state.stumbling = veteran if state.has(veteran, CLUMSY) else None
    state.go_on()


def stumble(state: Position) -> None:
    """A clumsy veteran that has withdrawn plays the top card of the pile, if there is one (ruling 31)."""
    veteran, state.stumbling = state.stumbling, None
    if veteran is not None and state.has(veteran, CLUMSY) and state.trials:
        state.landing = (Landing(veteran, piles.turn_up(state), "clumsy"),)
        state.go_to("land")
    else:
        state.go_on()
