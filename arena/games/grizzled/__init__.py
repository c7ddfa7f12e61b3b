"""The Grizzled: Armistice Edition: the rules, to be read beside the rulebook. Begin with `state`."""

from __future__ import annotations

from typing import Final

from arena.games.grizzled.deck import TRIALS, what_is_sure
from arena.games.grizzled.imagine import imagine
from arena.games.grizzled.moves import AnyMove
from arena.games.grizzled.options import SEATS, Options, Saved
from arena.games.grizzled.state import State, new
from arena.games.grizzled.view import Memory, PublicView, View
from arena.games.grizzled.words import tell, tell_move
from arena.games.interface import Game

__all__ = ["GAME", "AnyMove", "Memory", "Options", "PublicView", "Saved", "State", "View", "imagine", "new"]

GAME: Final = Game(
    name="grizzled",
    title="The Grizzled: Armistice Edition",
    version=2,
    seats=SEATS,
    cooperative=True,
    notes=(
        "The base game (trials: base) is exact; of the armistice much is a reconstruction. "
        f"Cards: {what_is_sure()}. The campaign's chapters and endings are reconstructed, too."
    ),
    options_type=Options,
    move_type=AnyMove,
    view_type=View,
    memory_type=Memory,
    public_type=PublicView,
    new=new,
    imagine=imagine,
    tell=tell,
    tell_move=tell_move,
    drawing="arena.games.grizzled:drawing/table.js",
    printed=lambda options: {"trials": TRIALS},
)
