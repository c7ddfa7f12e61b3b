"""Gangsta! (Yves Rosenbaum, 2019): the rules, to be read beside the rulebook.

Each file names only those before it: `deck` (cards and options), `moves`, `events`, `position` (what lies on the
table), `piles`, `gang`, `scoring`, `resources` (the variant), `heists`, `chapters`, `turns`, then `view` (who sees
what), `state` (the line of steps), `imagine`, `words` and `printed`. Begin with the line of steps in `state`.
"""

from __future__ import annotations

from typing import Final

from arena.games.gangsta.deck import Options
from arena.games.gangsta.imagine import imagine
from arena.games.gangsta.moves import AnyMove
from arena.games.gangsta.printed import printed
from arena.games.gangsta.state import SEATS, State, new
from arena.games.gangsta.view import Memory, PublicView, View
from arena.games.gangsta.words import tell, tell_move
from arena.games.interface import Game

__all__ = ["GAME", "AnyMove", "Memory", "Options", "PublicView", "State", "View", "imagine", "new"]

GAME: Final = Game(
    name="gangsta",
    title="Gangsta!",
    version=2,
    seats=SEATS,
    cooperative=False,
    notes="Every card is as printed; both variants (families, resources) are options.",
    options_type=Options,
    move_type=AnyMove,
    view_type=View,
    memory_type=Memory,
    public_type=PublicView,
    new=new,
    imagine=imagine,
    tell=tell,
    tell_move=tell_move,
    drawing="arena.games.gangsta:drawing/table.js",
    printed=printed,
)
