"""What is decided about a game before it is played."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from arena.games import Game


class FaultPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens to a seat that makes faults. So many `allowed` faults a seat and game are forgiven (the default move
    is played for them). At the next one the seat loses: `substitute` plays default moves for it to the end and ranks it
    last, `end` stops the game there."""

    allowed: int = 0
    then: Literal["substitute", "end"] = "end"


class Fixture(Struct, frozen=True, kw_only=True):
    """A game that is to be played: everything that its record will say of it beforehand.

    `bot_seeds[seat]` is for that bot's own random numbers, and `sandbox` is what the bots run in. For `unlogged` seats
    no stderr is kept in a file.
    """

    number: int
    group: int
    game: Game
    options: Struct
    deal: str
    seating: tuple[str, ...]
    hashes: tuple[str, ...]
    bot_seeds: tuple[int, ...]
    sandbox: str = "none"
    unlogged: tuple[int, ...] = ()
