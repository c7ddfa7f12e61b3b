"""Games: the interface that they share, the luck they draw on, and where they are found."""

from arena.games.deal import Deal, Stream
from arena.games.interface import Event, Game, IllegalMove, Move, Outcome, Ranking, State, TeamResult
from arena.games.registry import GameCannotLoad, UnknownGame, find_game, game_names

__all__ = [
    "Deal",
    "Event",
    "Game",
    "GameCannotLoad",
    "IllegalMove",
    "Move",
    "Outcome",
    "Ranking",
    "State",
    "Stream",
    "TeamResult",
    "UnknownGame",
    "find_game",
    "game_names",
]
