"""What loses a chapter, what wins it, and the score that either gives. Rulings 24, 53, 55 and 56.

The rulebook tests for it when a mission is over (see `morale`), under other readings of it after every action (see
`failure`).
"""

from __future__ import annotations

from arena.games.grizzled import helping
from arena.games.grizzled.deck import TRIALS
from arena.games.grizzled.events import Defeat
from arena.games.grizzled.position import Position

BOLTS = 4
"""The number of bolts on one veteran that loses the chapter."""
HAND_LIMIT = 13
"""The number of cards in all hands that loses the chapter."""
PEACE = 100
"""Added to the score of a chapter that was won, so that it is above all defeats."""


def cards_in_hands(state: Position) -> int:
    """The number of cards in the hands of all veterans together; what a Recruit holds does not count (ruling 54)."""
    return sum(map(len, state.hands))


def too_many_cards(state: Position) -> bool:
    """Whether the hands hold so many cards that the chapter is lost (ruling 56)."""
    return cards_in_hands(state) >= HAND_LIMIT


def broken(state: Position) -> bool:
    """Whether some veteran bears more Hard Knocks than it can (ruling 24)."""
    unbreakable = helping.unbreakable(state)
    return any(_bolts(state, veteran) >= BOLTS + (veteran in unbreakable) for veteran in state.veterans)


def _bolts(state: Position, veteran: int) -> int:
    return sum([TRIALS[knock].bolts for knock in state.knocks[veteran]])


def peace(state: Position) -> bool:
    """Whether a mission that succeeded leaves no card to be played: none in the pile, in hands or with a Recruit
    (ruling 53).
    """
    return bool(state.success) and not state.trials and not cards_in_hands(state) and state.recruit is None


def win(state: Position) -> None:
    """End the chapter in peace; the score counts how much morale is left."""
    _end(state, True, float(PEACE + len(state.reserve)), None)


def lose(state: Position, defeat: Defeat) -> None:
    """End the chapter in defeat; the score counts how many cards the team was rid of, to compare defeats."""
    _end(state, False, float(len(state.discarded) + sum(map(len, state.knocks))), defeat)


def _end(state: Position, won: bool, score: float, defeat: Defeat | None) -> None:
    state.chapter_won, state.chapter_score, state.defeat = won, score, defeat
    state.go_to("end_chapter")
