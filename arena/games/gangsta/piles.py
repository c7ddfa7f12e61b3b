"""The face-down piles: drawing, looking at the top, and what happens when one has run out. Rulings 7, 21, 33, 39.

When a card is needed from a pile that has run out, a new pile is made of the cards that were discarded from its
display.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from arena.games.deal import Deal
from arena.games.gangsta.deck import CARDS, Gangster, Heist, Options, chapter_cards
from arena.games.gangsta.events import Peeked, Reshuffled
from arena.games.gangsta.position import Position
from arena.games.interface import Event

DISPLAY = 5
"""The number of heists on display, and of gangsters in the reserve."""


def draw_heist(state: Position) -> str | None:
    """Draw the top card, a heist or a snitch; None if there is none left."""
    if not _heists_left(state):
        return None
    card = state.heist_pile[0]
    state.heist_pile, state.heist_seen_by = state.heist_pile[1:], None
    return card


def draw_gangster(state: Position) -> str | None:
    """Draw the top gangster; None if there is none left."""
    if not _gangsters_left(state):
        return None
    card = state.gangster_pile[0]
    state.gangster_pile, state.gangster_seen_by = state.gangster_pile[1:], None
    return card


def peek_at_heist(state: Position, seat: int) -> None:
    """Let the seat look at the top card of the heists, if there is one."""
    if _heists_left(state):
        state.heist_seen_by = seat
        _peeked(state, seat, "heists", state.heist_pile[0])


def peek_at_gangster(state: Position, seat: int) -> None:
    """Let the seat look at the top card of the gangsters, if there is one."""
    if _gangsters_left(state):
        state.gangster_seen_by = seat
        _peeked(state, seat, "gangsters", state.gangster_pile[0])


def top_heist(state: Position, seat: int) -> Heist | None:
    """The heist that the seat's bikers gang saw on top of the pile; None if it saw none, or a snitch, which cannot be
    performed.
    """
    return CARDS.heists.get(state.heist_pile[0]) if state.heist_seen_by == seat else None


def top_gangster(state: Position, seat: int) -> Gangster | None:
    """The gangster that the seat's informer network saw on top of the pile; None if it saw none."""
    return CARDS.gangsters[state.gangster_pile[0]] if state.gangster_seen_by == seat else None


def _peeked(state: Position, seat: int, pile: Literal["heists", "gangsters"], card: str) -> None:
    state.say(Event(Peeked(seat, pile), {seat: Peeked(seat, pile, card)}))


def _heists_left(state: Position) -> bool:
    if not state.heist_pile and state.discarded_heists:
        state.heist_pile = _reshuffled(state, "heists", [heist.card for heist in state.discarded_heists])
        state.discarded_heists = ()
    return bool(state.heist_pile)


def _gangsters_left(state: Position) -> bool:
    if not state.gangster_pile and state.discarded_gangsters:
        state.gangster_pile = _reshuffled(state, "gangsters", [one.card for one in state.discarded_gangsters])
        state.discarded_gangsters = ()
    return bool(state.gangster_pile)


def _reshuffled(state: Position, pile: Literal["heists", "gangsters"], cards: Sequence[str]) -> tuple[str, ...]:
    # The luck of a new pile depends on how often that pile was made anew, not on the other pile nor on the order of the
    # cards.
    luck = state.deal.stream("reshuffle", pile, state.reshuffled.count(pile))
    state.reshuffled += (pile,)
    state.say(Event(Reshuffled(pile, len(cards))))
    return tuple(luck.shuffled(sorted(cards)))


def chapter_pile(deal: Deal, chapter: int, options: Options) -> tuple[list[str], list[str]]:
    """The first heists on display, and the pile of a chapter. Snitches that turn up among the first heists are shuffled
    back.
    """
    cards = deal.stream("heists", chapter).shuffled(chapter_cards(chapter, options.extra_heists))
    display: list[str] = []
    aside: list[str] = []
    while len(display) < DISPLAY:
        card = cards.pop(0)
        (aside if card in CARDS.snitches else display).append(card)
    return display, deal.stream("heists", chapter, "again").shuffled(aside + cards) if aside else cards
