"""A game with decks: Bids, with a card that says from which seed its hands are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from arena.games import Deal, Game, State
from arena.games.toys import BIDS


def dealt(options: Any, seats: int, deal: Deal) -> State:
    if deal.card == "spoilt":
        raise ValueError("a spoilt card deals no hands")
    if deal.card == "bug":
        raise ZeroDivisionError
    return BIDS.new(options, seats, deal if deal.card is None else Deal(deal.card))


def cards(text: str) -> Sequence[str]:
    if "?" in text:
        raise ValueError("line 1: no card has a question mark")
    return text.split()


DECKED: Game = replace(BIDS, new=dealt, deck=cards)
