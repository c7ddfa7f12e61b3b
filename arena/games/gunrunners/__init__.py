"""Gunrunners (Steve Finn, 2013): the rules, to be read beside the rulebook. Begin with `state`."""

from __future__ import annotations

from typing import Final

from arena.games.gunrunners.deck import Deck, Options, Specials
from arena.games.gunrunners.imagine import imagine
from arena.games.gunrunners.moves import AnyMove
from arena.games.gunrunners.state import SEATS, State, new
from arena.games.gunrunners.view import Memory, PublicView, View
from arena.games.gunrunners.words import tell
from arena.games.interface import Game

__all__ = ["GAME", "AnyMove", "Deck", "Memory", "Options", "PublicView", "Specials", "State", "View", "imagine", "new"]

GAME: Final = Game(
    name="gunrunners",
    title="Gunrunners",
    version=2,
    seats=SEATS,
    cooperative=False,
    notes="The values of the cards are a reconstruction, not the printed ones; the option `deck` takes others.",
    options_type=Options,
    move_type=AnyMove,
    view_type=View,
    memory_type=Memory,
    public_type=PublicView,
    new=new,
    imagine=imagine,
    tell=tell,
)
