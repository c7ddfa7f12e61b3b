"""Gangsta! (Yves Rosenbaum, 2019): the rules, to be read beside the rulebook. Begin with `state`."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from msgspec import Struct

from arena.games.deal import Deal
from arena.games.gangsta.deck import Options
from arena.games.gangsta.imagine import imagine
from arena.games.gangsta.moves import AnyMove
from arena.games.gangsta.state import State, set_up
from arena.games.gangsta.view import Memory, View
from arena.games.gangsta.words import tell

__all__ = ["GAME", "AnyMove", "Gangsta", "Memory", "Options", "State", "View"]


class Gangsta:
    """The facts; see `arena.games.interface.Game`."""

    name = "gangsta"
    title = "Gangsta!"
    version = 2
    seats: tuple[int, ...] = (2, 3, 4)
    cooperative = False
    notes = "Every card is as printed; both variants (families, resources) are options."
    options_type: type[Struct] = Options
    move_type: Any = AnyMove
    view_type: type[Struct] = View
    memory_type: type[Struct] = Memory

    def new(self, options: Options, seats: int, deal: Deal) -> State:
        """The first decision. Raises ValueError for a number of seats or a first seat there is not."""
        if seats not in self.seats:
            raise ValueError(f"gangsta is for 2, 3 or 4 seats, not {seats}")
        if options.first is not None and options.first >= seats:
            raise ValueError(f"first: there is no seat {options.first} at a table of {seats}; seats count from 0")
        return set_up(options, seats, deal)

    def imagine(self, seat: int, view: View, memory: Memory, rng: Random, options: Options) -> State:
        """A full state that the seat could be in; see `imagine`."""
        return imagine(seat, view, memory, rng, options)

    def tell(self, event: Struct) -> str:
        """An event as a sentence; see `words`."""
        return tell(event)


GAME: Final = Gangsta()
