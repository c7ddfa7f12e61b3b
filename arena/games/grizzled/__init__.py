"""The Grizzled: Armistice Edition: the rules, to be read beside the rulebook. Begin with `state`."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from msgspec import Struct

from arena.games.deal import Deal
from arena.games.grizzled.deck import what_is_sure
from arena.games.grizzled.imagine import imagine
from arena.games.grizzled.moves import AnyMove
from arena.games.grizzled.options import Options, Saved
from arena.games.grizzled.state import State, new
from arena.games.grizzled.view import Memory, View
from arena.games.grizzled.words import tell

__all__ = ["GAME", "AnyMove", "Grizzled", "Memory", "Options", "Saved", "State", "View"]


class Grizzled:
    """The facts; see `arena.games.interface.Game`."""

    name = "grizzled"
    title = "The Grizzled: Armistice Edition"
    version = 2
    seats: tuple[int, ...] = (1, 2, 3, 4)
    cooperative = True
    notes = (
        "The base game (trials: base) is exact; of the armistice much is a reconstruction. "
        f"Cards: {what_is_sure()}. The campaign's chapters and endings are reconstructed, too."
    )
    options_type: type[Struct] = Options
    move_type: Any = AnyMove
    view_type: type[Struct] = View
    memory_type: type[Struct] = Memory

    def new(self, options: Options, seats: int, deal: Deal) -> State:
        """The first decision. Raises ValueError for a number of seats that does not fit."""
        return new(options, seats, deal)

    def imagine(self, seat: int, view: View, memory: Memory, rng: Random, options: Options) -> State:
        """A full state that the seat could be in; see `imagine`."""
        return imagine(seat, view, memory, rng, options)

    def tell(self, event: Struct) -> str:
        """An event as a sentence; see `words`."""
        return tell(event)


GAME: Final = Grizzled()
