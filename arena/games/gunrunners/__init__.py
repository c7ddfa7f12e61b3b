"""Gunrunners (Steve Finn, 2013): the rules, to be read beside the rulebook. Begin with `state`."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from msgspec import Struct

from arena.games.deal import Deal
from arena.games.gunrunners.deck import Deck, Options, Specials
from arena.games.gunrunners.imagine import imagine
from arena.games.gunrunners.moves import AnyMove
from arena.games.gunrunners.state import State, draw_luck
from arena.games.gunrunners.view import Memory, View
from arena.games.gunrunners.words import tell

__all__ = ["GAME", "AnyMove", "Deck", "Gunrunners", "Memory", "Options", "Specials", "State", "View"]


class Gunrunners:
    """The facts; see `arena.games.interface.Game`."""

    name = "gunrunners"
    title = "Gunrunners"
    version = 2
    seats: tuple[int, ...] = (2, 3, 4)
    cooperative = False
    notes = "The values of the cards are a reconstruction, not the printed ones; the option `deck` takes others."
    options_type: type[Struct] = Options
    move_type: Any = AnyMove
    view_type: type[Struct] = View
    memory_type: type[Struct] = Memory

    def new(self, options: Options, seats: int, deal: Deal) -> State:
        """The first decision of the set-up. Raises ValueError for a number of seats or a first seat there is not."""
        if seats not in self.seats:
            raise ValueError(f"gunrunners is for 2, 3 or 4 seats, not {seats}")
        if options.first is not None and options.first >= seats:
            raise ValueError(f"first: there is no seat {options.first} at a table of {seats}; seats count from 0")
        return State(options.deck, seats, draw_luck(options.deck, seats, options.first, deal))

    def imagine(self, seat: int, view: View, memory: Memory, rng: Random, options: Options) -> State:
        """A full state that the seat could be in; see `imagine`."""
        return imagine(seat, view, memory, rng, options)

    def tell(self, event: Struct) -> str:
        """An event as a sentence; see `words`."""
        return tell(event)


GAME: Final = Gunrunners()
