"""The laws as tests of pytest, in one line of an author's own tests."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, Final

from arena.games.interface import Game
from arena.games.laws.breach import BrokenLaw
from arena.games.laws.play import plays
from arena.games.laws.report import LAWS
from arena.layout import counted

GAMES: Final = "ARENA_LAW_GAMES"
"""Names the number of games in the environment, for a long run before a release."""


def law_tests(
    game: Game, games: int = 10, variants: Mapping[str, Any] | None = None
) -> Callable[[str, int, str], None]:
    """A test of every law with every number of seats, under each of several options:

        test_laws = law_tests(GAME, variants={"plain": Options(), "long": Options(rounds=5)})

    Each is a test of its own, such as `test_laws[long-2 seats-twins]`, over `games` random games, or as many as
    ARENA_LAW_GAMES in the environment says. Variants are options of the game by names for people; without them its
    defaults are tried.
    """
    import pytest  # only who tests has it

    chosen: Mapping[str, Any] = {"default": None} if variants is None else variants

    @pytest.mark.parametrize("law", LAWS)
    @pytest.mark.parametrize("seats", game.seats, ids=lambda seats: counted(seats, "seat"))
    @pytest.mark.parametrize("variant", chosen)
    def keeps(law: str, seats: int, variant: str) -> None:
        """The game keeps the law."""
        number = int(os.environ.get(GAMES, games))
        try:
            positions = sum(map(LAWS[law], plays(law, game, seats, number, 0, chosen[variant])))
        except BrokenLaw as problem:
            pytest.fail(str(problem), pytrace=False)  # its words name the place; the way through the laws says nothing
        assert positions, "a game without a decision shows nothing"

    return keeps
