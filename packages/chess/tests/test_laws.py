"""The game keeps the laws of all games. Short games: a position is found again by making all its moves."""

from arena.games.laws import law_tests

from arena_chess.rules import GAME
from arena_chess.structs import Draw, Options, Resign

said = {"draw": Draw(number=0, count=2), "resign": Resign(count=2, both=True)}
test_laws = law_tests(
    GAME,
    variants={
        "standard": Options(max_moves=6),
        "chess960": Options(variant="chess960", max_moves=4, **said),  # type: ignore[arg-type]
    },
)
