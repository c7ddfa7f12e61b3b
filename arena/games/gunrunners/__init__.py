"""Gunrunners (Steve Finn, 2013): the rules, to be read beside the rulebook.

Each file names only those before it: `deck` (cards and options), `moves`, `knowledge` (who knows which face-down card),
`position` (what lies on the table), `events`, `delivery`, `sending`, `powers`, `busts` (the four phases), then `view`
(who sees what), `state` (the course of a turn), `imagine`, `words` and `printed`. Begin with the course of a turn in
`state`.

Locations count from 0 in moves, views and events, as on the wire, and from 1 in sentences, as on the table: where they
meet, in `words`, both are written, `location 1 (at 0)`.
"""

from __future__ import annotations

from typing import Final

from arena.games.gunrunners.deck import Deck, Options, Specials
from arena.games.gunrunners.imagine import imagine
from arena.games.gunrunners.moves import AnyMove
from arena.games.gunrunners.printed import printed
from arena.games.gunrunners.state import SEATS, State, new
from arena.games.gunrunners.view import Memory, PublicView, View
from arena.games.gunrunners.words import tell, tell_move
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
    tell_move=tell_move,
    drawing="arena.games.gunrunners:drawing/table.js",
    printed=printed,
)
