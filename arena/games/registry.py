"""Finds games by name: those in the box and those of other installed packages.

A package offers a game through the entry-point group `arena.games`: the entry's name is the game's, its value points at
a `Game`. Anything that is not a proper game is refused here, with a list of all that is wrong with it, so that nobody
else has to check a game again.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from pkgutil import resolve_name
from traceback import extract_tb

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
def _entries() -> dict[str, str]:
    """Where installed packages have their games, by name: to look through them all takes longer than to load a game."""
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def game_names() -> list[str]:
    """The names of all games that can be played here, sorted."""
    return sorted({*_entries(), *_IN_THE_BOX})


@cache
def find_game(name: str) -> Game:
    """The game of that name. Raises UnknownGame or GameCannotLoad."""
    game = offered(name)
    if name in _IN_THE_BOX and isinstance(game, Game):  # what is asked of others below, the tests ask of these
        return game
    wrong = facts_wrong(game)
    if isinstance(game, Game) and game.name != name:
        wrong.append(f"`name` is {game.name!r} and must be the entry point's, {name!r}: records are found by it")
    if wrong or not isinstance(game, Game):
        raise GameCannotLoad(
            f"game {name!r} from {_place(name)!r} is no proper game: {'; '.join(wrong)}. "
            "Its package must be mended, as `arena.games.Game` says, or removed."
        )
    return game


def offered(name: str) -> object:
    """What a package offers as the game of that name, be it a proper game or not; the name may also be a place of
    Python, `MODULE:GAME`, whether that is offered or not. Raises UnknownGame or GameCannotLoad."""
    place = name if ":" in name else _place(name)
    try:
        return resolve_name(place)
    except (Exception, SystemExit) as problem:  # a plug-in may raise anything while it is imported
        raise GameCannotLoad(f"game {name!r} from {place!r} cannot be loaded: {_raised(problem)}") from problem


def _raised(problem: BaseException) -> str:
    """The exception with the last line of the way to it, which is nearest to what its author must change."""
    if isinstance(problem, SyntaxError):
        return f"SyntaxError({problem.msg!r}), {problem.filename}:{problem.lineno}"
    line = next(reversed(extract_tb(problem.__traceback__)), None)
    return f"{problem!r}, {line.filename}:{line.lineno}" if line and "<" not in line.filename else repr(problem)


def _place(name: str) -> str:
    """Where the game of that name is, as `MODULE:GAME`. Raises UnknownGame."""
    # The box goes first: an installed package cannot quietly replace the rules of a game that it did not write.
    place = _IN_THE_BOX.get(name) or _entries().get(name)
    if place is None:
        close = get_close_matches(name, game_names(), 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise UnknownGame(
            f"there is no game {name!r}{hint} (games here: {', '.join(game_names())}). "
            "One of your own is found once its package is installed: `pip install -e .` in its folder"
        )
    return place
