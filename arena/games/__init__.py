"""Games: the interface that they share, the luck they draw on, and where they are found.

For authors of games there are, beside what is here, two templates (`arena.games.toys`), a machine for rulebooks that
are a line of steps (`arena.games.steps`), and the laws that every game keeps, to test one with (`arena.games.laws`).
"""

from arena.games.deal import CARD, Deal, Stream
from arena.games.family import GameFamily
from arena.games.interface import (
    EVERYTHING,
    PUBLIC,
    Audience,
    CannotImagine,
    Event,
    Game,
    IllegalMove,
    Move,
    Onlooker,
    Outcome,
    Ranking,
    State,
    TeamResult,
    Viewer,
)
from arena.games.legality import require_legal
from arena.games.registry import (
    GameCannotLoad,
    UnknownGame,
    family_names,
    find_family,
    find_game,
    game_names,
    offered,
)
from arena.games.seat_numbers import BySeat, SeatFields, SeatNumber, seat_fields
from arena.games.words import Part, Seat, parts, plain

__all__ = [
    "CARD",
    "EVERYTHING",
    "PUBLIC",
    "Audience",
    "BySeat",
    "CannotImagine",
    "Deal",
    "Event",
    "Game",
    "GameCannotLoad",
    "GameFamily",
    "IllegalMove",
    "Move",
    "Onlooker",
    "Outcome",
    "Part",
    "Ranking",
    "Seat",
    "SeatFields",
    "SeatNumber",
    "State",
    "Stream",
    "TeamResult",
    "UnknownGame",
    "Viewer",
    "family_names",
    "find_family",
    "find_game",
    "game_names",
    "offered",
    "parts",
    "plain",
    "require_legal",
    "seat_fields",
]
