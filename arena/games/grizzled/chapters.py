"""How a chapter begins: tiles, piles, decks and tokens, and who the veterans are (p.4, p.14). Rulings 1 to 3 and 83.

A single game is one chapter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from arena.games.deal import Stream
from arena.games.grizzled import helping, moves
from arena.games.grizzled.deck import (
    CHARMS,
    LEFT,
    ORDER_DECKS,
    ORDERS,
    RECRUITS,
    RIGHT,
    SOLO_TILES,
    TILES,
    trial_cards,
)
from arena.games.grizzled.events import Began, Chose, LeaderChanged
from arena.games.grizzled.moves import Choose, Pick
from arena.games.grizzled.options import speech_tokens
from arena.games.grizzled.position import Position
from arena.games.interface import Event


def begin_game(state: Position) -> None:
    """Deal the veterans, with that option, once for a whole campaign, unless they are saved (ruling 83); then begin a
    chapter."""
    if state.options.veterans == "dealt" and not state.dealt:
        state.dealt = tuple(state.deal.stream("veterans").shuffled(CHARMS)[: len(state.veterans)])
    begin_chapter(state)


def begin_chapter(state: Position) -> None:
    """Set up tiles, piles, decks and tokens on a clear table as the chapter's instructions have them (rulings 1 to 3);
    in a single game with Helping Hands offer two to each veteran (p.14). With two seats any of the four veterans may
    lead first (p.4, p.15)."""
    chapter, veterans = state.chapter, len(state.veterans)
    dealt = state.dealt if state.options.veterans == "dealt" else ()
    _lay_piles(state)
    third: tuple[str, ...] = ()
    if state.solo:
        state.solo_tiles = SOLO_TILES
    else:
        third = third_tiles(state.stream("tiles", chapter), veterans)
        state.tiles = [tuple(sorted((LEFT, RIGHT, tile))) for tile in third]
        state.supply = speech_tokens(state.options, state.seats)
    if state.options.helping_hands:
        state.offered = helping.two_each(state.deal, veterans)
    state.leader = state.active = state.stream("first", chapter).choice(_may_lead(state, dealt))
    state.names[: len(dealt)] = dealt
    _tell(state, Began(dealt, third, state.leader, chapter if state.options.campaign else None))
    state.go_to("choose_veterans")


def _lay_piles(state: Position) -> None:
    """The Trials pile and the Morale Reserve, and the decks of Orders and Recruits."""
    set_up, chapter = state.set_up, state.chapter
    cards = state.stream("trials", chapter).shuffled(trial_cards(set_up.stock))
    state.trials, state.reserve = tuple(cards[: set_up.pile]), tuple(cards[set_up.pile :])
    if set_up.orders is not None:
        deck: list[str] = []
        for difficulty, wanted in ORDER_DECKS[set_up.orders].items():
            names = [name for name, order in ORDERS.items() if order.difficulty == difficulty]
            deck += state.stream("orders", difficulty, chapter).shuffled(names)[:wanted]
        state.order_deck = tuple(state.stream("orders", chapter).shuffled(deck))
    if set_up.recruits:
        state.recruit_deck = tuple(state.stream("recruits", chapter).shuffled(RECRUITS)[: set_up.recruits])


def third_tiles(luck: Stream, veterans: int) -> tuple[str, ...]:
    """Each veteran's random tile of those that are left when all have one to the left and one to the right; with three
    veterans the double tiles are not used (ruling 1)."""
    left = [
        tile
        for tile, copies in TILES.items()
        for _ in range(copies - veterans if tile in (LEFT, RIGHT) else copies)
        if veterans > 3 or tile in (LEFT, RIGHT)
    ]
    return tuple(luck.shuffled(left)[:veterans])


def _may_lead(state: Position, dealt: tuple[str, ...]) -> Sequence[int]:
    """The veterans of whom the first leader is drawn (ruling 2)."""
    leading: Sequence[int] = state.veterans if state.options.first is None else state.own[state.options.first]
    if state.solo and not dealt:
        leading = leading[:1]  # the player chooses from the left to the right, and then who acts first
    return leading


def _tell(state: Position, began: Began) -> None:
    """Tell all that the chapter has begun, and each seat what its veterans are offered where that is concealed."""
    if not state.concealed:
        state.say(Event(replace(began, offered=state.offered)))
        return
    own: dict[int, Began] = {}
    for seat in range(state.seats):
        offered = [hands if state.seat_of[veteran] == seat else () for veteran, hands in enumerate(state.offered)]
        own[seat] = replace(began, offered=tuple(offered))
    state.say(Event(began, own))


# -- who the veterans are


def choose_veterans(state: Position) -> None:
    """Each player chooses at the start of every chapter, from the leader on, of the Grizzled that are left (p.4,
    ruling 83)."""
    for veteran in state.clockwise(state.leader):
        if state.names[veteran] is None:
            left = [moves.choose(name) for name in CHARMS if name not in state.names]
            state.ask("veteran", {veteran: tuple(left)})
            return
    state.go_on()


def veteran_chosen(state: Position, chosen: Mapping[int, Choose]) -> None:
    """The veteran is this Grizzled and has its charm."""
    ((veteran, move),) = chosen.items()
    state.names[veteran] = move.name
    state.say(Event(Chose(veteran, move.name)))


def choose_first(state: Position) -> None:
    """One player says which of the three acts first (p.14), unless all is dealt."""
    if state.solo and state.options.veterans == "chosen":
        state.ask("first", {state.leader: tuple(map(moves.pick, state.veterans))})
    else:
        state.go_on()


def first_chosen(state: Position, chosen: Mapping[int, Pick]) -> None:
    """Give that veteran the leader's token."""
    (move,) = chosen.values()
    state.leader = state.active = move.veteran
    state.say(Event(LeaderChanged(state.leader)))
    state.go_on()
