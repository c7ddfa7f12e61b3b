"""Finds games by name: those in the box and those of other installed packages.

A package offers a game through the entry-point group `arena.games`: the entry's name is the game's, its value points at
a `Game`. Anything that is not a proper game is refused here, with a list of all that is wrong with it, so that nobody
else has to check a game again.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from arena.errors import WrongInput
from arena.games.facts import facts_wrong
from arena.games.interface import Game

GROUP = "arena.games"

_IN_THE_BOX = {name: f"arena.games.{name}:GAME" for name in ("gangsta", "grizzled", "gunrunners")}


class UnknownGame(WrongInput, LookupError):
    """There is no game of that name; the message lists the games that there are."""


class GameCannotLoad(WrongInput, ImportError):
    """The game's package is installed but raised an exception when it was imported, or what it offers is no proper
    game; the message says which package and what went wrong.
    """


@cache
def _entries() -> dict[str, EntryPoint]:
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    # The box goes last: an installed package cannot quietly replace the rules of a game that it did not write.
    return found | {name: EntryPoint(name, value, GROUP) for name, value in _IN_THE_BOX.items()}


def game_names() -> list[str]:
    """The names of all games that can be played here, sorted."""
    return sorted(_entries())


@cache
def find_game(name: str) -> Game:
    """The game of that name. Raises UnknownGame or GameCannotLoad."""
    entry = _entries().get(name)
    if entry is None:
        close = get_close_matches(name, game_names(), 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise UnknownGame(f"there is no game {name!r}{hint} (games here: {', '.join(game_names())})")
    try:
        game = entry.load()
        wrong = facts_wrong(game)
    except (Exception, SystemExit) as problem:  # a plug-in may raise anything while it is imported
        raise GameCannotLoad(f"game {name!r} from {entry.value!r} cannot be loaded: {problem!r}") from problem
    if isinstance(game, Game) and game.name != name:
        wrong.append(f"`name` is {game.name!r} and must be the entry point's, {name!r}: records are found by it")
    if wrong:
        raise GameCannotLoad(
            f"game {name!r} from {entry.value!r} is no proper game: {'; '.join(wrong)}. "
            "Its package must be mended, as `arena.games.Game` says, or removed."
        )
    found: Game = game
    return found
