"""What comes of the Support tiles when a mission is over. Rulings 46 to 51, 77, 78."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.grizzled import effects, helping, moves, orders, piles
from arena.games.grizzled.deck import (
    CASTING_VOTE,
    CUT_OFF,
    KEPT_PROMISE,
    LISTLESS,
    SELFISH,
    SOLO_TILES,
    STRETCHER_BEARERS,
    TO_THE_LEFT,
)
from arena.games.grizzled.events import Supported
from arena.games.grizzled.moves import Done, Remove, Use
from arena.games.grizzled.position import Position
from arena.games.interface import Event

REMOVALS, REMOVALS_AFTER_FAILURE = 2, 1
"""The number of Hard Knocks that the supported veteran may lose, after a success and after a failure."""


def offer_stretchers(state: Position) -> None:
    """After a failure offer stretcher bearers, who keep the cards of No Man's Land out of the pile."""
    failed = state.success is False and state.land
    if not (failed and helping.offer(state, STRETCHER_BEARERS)):
        state.go_on()


def stretchers_used(state: Position, chosen: Mapping[int, Use | Done]) -> None:
    """Note that those cards will be discarded if stretcher bearers were used."""
    if (used := helping.answer(state, chosen)) is not None:
        helping.spend(state, *used)
        state.spared = True
        state.go_on()


def reveal(state: Position) -> None:
    """Turn up the Support tiles: each goes to the veteran that it points at, and stays there (rulings 46 to 48). One
    player draws a tile."""
    if state.solo:
        state.supported = _draw_solo_tile(state)
    else:
        _share_tiles(state)
    state.go_on()


def _share_tiles(state: Position) -> None:
    """Whoever got most tiles in this mission is supported; nobody is if two got as many, or if there is no tile at
    all."""
    state.revealed = tuple(state.placed)
    received = [0] * len(state.veterans)
    for veteran, tile in enumerate(state.revealed):
        if tile is not None:
            to = _goes_to(state, veteran, tile)
            _move_tile(state, tile, veteran, to)
            received[to] += 1
            state.placed[veteran] = None
    most = max(received)
    first = tuple([veteran for veteran in state.veterans if most and received[veteran] == most])
    winner = first[0] if len(first) == 1 else None
    state.tied = first if len(first) > 1 else ()
    # Cut off, nobody gains; but what Helping Hands give beats the Order (ruling 35).
    state.supported = None if state.order == CUT_OFF else winner
    state.say(Event(Supported(state.revealed, state.supported)))
    if winner is not None:
        helping.gladden_comrade(state, winner)


def _goes_to(state: Position, veteran: int, tile: str) -> int:
    return veteran if state.has(veteran, SELFISH) else target(veteran, tile, len(state.veterans))


def _move_tile(state: Position, tile: str, veteran: int, to: int) -> None:
    state.tiles[veteran] = piles.without(state.tiles[veteran], tile)
    state.tiles[to] = tuple(sorted((*state.tiles[to], tile)))


def target(veteran: int, tile: str, veterans: int) -> int:
    """The veteran at which a tile of another veteran points: the left neighbour is the next in playing order."""
    return (veteran + TO_THE_LEFT[tile]) % veterans


def _draw_solo_tile(state: Position) -> int | None:
    """One of the four at random; when all are drawn they are mixed again."""
    if not state.solo_tiles:
        state.solo_tiles = SOLO_TILES
    tile = state.deal.stream("solo tile", state.mission).choice(state.solo_tiles)
    state.solo_tiles = tuple([one for one in state.solo_tiles if one != tile])
    winner = SOLO_TILES.index(tile) if tile != "nobody" else None
    state.say(Event(Supported(tuple(state.placed), winner, tile)))
    return winner


def vote(state: Position) -> None:
    """Offer a casting vote between the veterans that tie for the most tiles, if there are any."""
    ways = tuple([moves.use(CASTING_VOTE, None, veteran) for veteran in state.tied])
    if not (ways and helping.offer(state, CASTING_VOTE, ways)):
        state.tied = ()
        state.go_on()


def voted(state: Position, chosen: Mapping[int, Use | Done]) -> None:
    """Support the one of them that was chosen if a casting vote was used."""
    if (used := helping.answer(state, chosen)) is not None:
        helping.spend(state, *used)
        (_, move) = used
        assert move.veteran is not None
        state.supported, state.tied = move.veteran, ()
        helping.gladden_comrade(state, move.veteran)
        state.go_on()


def take_back(state: Position) -> None:
    """Offer a kept promise to those whose tile has gone to another: by it the tile comes back, after it has counted."""
    away = [
        veteran
        for veteran, tile in enumerate(state.revealed)
        if tile is not None and _goes_to(state, veteran, tile) != veteran
    ]
    if not helping.offer(state, KEPT_PROMISE, among=away):
        state.go_on()


def taken_back(state: Position, chosen: Mapping[int, Use | Done]) -> None:
    """Take the tile back from the veteran that it had gone to if a kept promise was used."""
    if (used := helping.answer(state, chosen)) is not None:
        helping.spend(state, *used)
        (veteran, _) = used
        tile = state.revealed[veteran]
        assert tile is not None
        _move_tile(state, tile, _goes_to(state, veteran, tile), veteran)
        state.go_on()


def settle(state: Position) -> None:
    """Turn up the supported veteran's charm and say how many Hard Knocks it may lose (ruling 49); then clear No Man's
    Land."""
    state.revealed, state.tied = (), ()
    winner = state.supported
    if winner is not None:
        state.ready[winner] = True
        most = REMOVALS if state.success else REMOVALS_AFTER_FAILURE
        state.removals = orders.removals(state, most - state.has(winner, LISTLESS))
    _clear_land(state)
    state.go_on()


def _clear_land(state: Position) -> None:
    """After a success the cards of No Man's Land are discarded, after a failure they are shuffled into the Trials pile
    (ruling 8)."""
    land, state.land = state.land, ()
    if state.success or state.spared:
        for card in land:
            piles.discard(state, card)
    else:
        piles.shuffle_in(state, land)
    state.spared = False


def comfort(state: Position) -> None:
    """Ask the supported veteran which Hard Knocks it loses, one by one (ruling 49)."""
    winner = state.supported
    if winner is not None and state.removals and state.knocks[winner]:
        ways = [moves.remove(winner, knock) for knock in state.knocks[winner]]
        state.ask("support", {winner: (*ways, moves.DONE)})
    else:
        state.go_on()


def comforted(state: Position, chosen: Mapping[int, Remove | Done]) -> None:
    """Take off the chosen Hard Knock; another may follow, but not after `Done`."""
    ((_, move),) = chosen.items()
    if isinstance(move, Remove):
        effects.remove_knock(state, move)
        state.removals -= 1
    else:
        state.removals = 0
