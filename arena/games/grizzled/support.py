"""What comes of the Support tiles when a mission is over. Rulings 46 to 51, 77, 78."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from arena.games.deal import Deal
from arena.games.grizzled import actions, moves
from arena.games.grizzled.deck import LEFT, LISTLESS, RIGHT, SELFISH, SOLO_TILES, TILES
from arena.games.grizzled.events import Supported
from arena.games.grizzled.moves import Done, Remove
from arena.games.interface import Event

if TYPE_CHECKING:
    from arena.games.grizzled.state import State

REMOVALS, REMOVALS_AFTER_FAILURE = 2, 1


def third_tiles(deal: Deal, veterans: int) -> tuple[str, ...]:
    """Each veteran's random tile of those that are left when all have one to the left and one to the right; with three
    veterans the double tiles are not used (ruling 1)."""
    left = [
        tile
        for tile, copies in TILES.items()
        for _ in range(copies - veterans if tile in (LEFT, RIGHT) else copies)
        if veterans > 3 or tile in (LEFT, RIGHT)
    ]
    return tuple(deal.stream("tiles").shuffled(left)[:veterans])


def reveal(state: State) -> None:
    """The tiles go to those whom they point at and stay there; the cards of No Man's Land go."""
    winner = _draw_solo_tile(state) if state.solo else _share_tiles(state)
    _clear_land(state)
    if winner is not None:
        state.ready[winner] = True
        most = REMOVALS if state.success else REMOVALS_AFTER_FAILURE
        state.removals = max(0, most - state.has(winner, LISTLESS))
    state.supported = winner
    state.go_on()


def _share_tiles(state: State) -> int | None:
    """The veteran that got most tiles in this mission; None for a tie or no tile at all."""
    placed = tuple(state.placed)
    received = [0] * len(placed)
    for veteran, tile in enumerate(placed):
        if tile is None:
            continue
        to = veteran if state.has(veteran, SELFISH) else target(veteran, tile, len(placed))
        own = list(state.tiles[veteran])
        own.remove(tile)
        state.tiles[veteran] = tuple(own)
        state.tiles[to] = tuple(sorted((*state.tiles[to], tile)))
        received[to] += 1
        state.placed[veteran] = None
    most = max(received)
    winner = received.index(most) if most and received.count(most) == 1 else None
    state.say(Event(Supported(placed, winner)))
    return winner


def target(veteran: int, tile: str, veterans: int) -> int:
    """Whom a tile goes to: the left neighbour is the next in playing order."""
    side, _, distance = tile.partition(" ")
    step = int(distance) if side == "left" else -int(distance)
    return (veteran + step) % veterans


def _draw_solo_tile(state: State) -> int | None:
    """One of the four at random; when all are drawn they are mixed again."""
    if not state.solo_tiles:
        state.solo_tiles = SOLO_TILES
    tile = state.deal.stream("solo tile", state.mission).choice(state.solo_tiles)
    state.solo_tiles = tuple([one for one in state.solo_tiles if one != tile])
    winner = SOLO_TILES.index(tile) if tile != "nobody" else None
    state.say(Event(Supported(tuple(state.placed), winner, tile)))
    return winner


def _clear_land(state: State) -> None:
    """After a success its cards are discarded, after a failure they are shuffled into the Trials pile (ruling 8)."""
    land, state.land = state.land, ()
    if state.success:
        for card in land:
            state.discard(card)
    else:
        state.shuffles += 1
        cards = sorted(state.trials + land)  # the new order must not depend on the old one
        state.trials = tuple(state.deal.stream("shuffle", state.shuffles).shuffled(cards))
        state.returned = tuple(sorted(state.returned + land))


def comfort(state: State) -> None:
    """The supported veteran may lose Hard Knocks, one by one (ruling 49)."""
    winner = state.supported
    if winner is not None and state.removals and state.knocks[winner]:
        ways = [moves.remove(winner, knock) for knock in state.knocks[winner]]
        state.ask("support", {winner: (*ways, moves.DONE)})
    else:
        state.go_on()


def comforted(state: State, chosen: Mapping[int, Remove | Done]) -> None:
    """Another may follow."""
    ((_, move),) = chosen.items()
    if isinstance(move, Remove):
        actions.remove_knock(state, move)
        state.removals -= 1
    else:
        state.removals = 0
