"""The Grizzled: Armistice Edition: the rules, to be read beside the rulebook. Begin with `state`."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from arena.games.deal import Deal
from arena.games.grizzled.deck import what_is_sure
from arena.games.grizzled.imagine import imagine
from arena.games.grizzled.moves import AnyMove
from arena.games.grizzled.options import Options, Saved, check_seats
from arena.games.grizzled.state import State, set_up
from arena.games.grizzled.view import Memory, View
from arena.games.grizzled.words import tell
from arena.games.interface import Game

__all__ = ["GAME", "AnyMove", "Memory", "Options", "Saved", "State", "View", "imagine", "new"]

SEATS: Final = (1, 2, 3, 4)


class PublicView(Struct, frozen=True):
    """PLACEHOLDER"""


State.public = lambda self: PublicView()  # type: ignore


def new(options: Options, seats: int, deal: Deal) -> State:
    """The first decision. Raises ValueError for a number of seats that does not fit."""
    if seats not in SEATS:
        raise ValueError(f"grizzled is for 1 to 4 seats, not {seats}")
    check_seats(options, seats)
    return set_up(options, seats, deal)


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
)
