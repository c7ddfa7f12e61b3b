"""Finds games by name: those in the box and those of other installed packages.

A package offers a game through the entry-point group `arena.games`: the entry's name is the game's, its value points at
a `Game`. One with many games offers a `GameFamily` through the group `arena.game_families`, and its games are found as
`FAMILY.GAME`; it is loaded when one of them is asked for. Anything that is not a proper game is refused here, with a
list of all that is wrong with it, so that nobody else has to check a game again.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from pkgutil import resolve_name
from traceback import extract_tb

from arena.errors import WrongInput
from arena.games.facts import facts_wrong
from arena.games.family import GameFamily
from arena.games.interface import Game

GROUP = "arena.games"
FAMILIES = "arena.game_families"

_IN_THE_BOX = {name: f"arena.games.{name}:GAME" for name in ("gangsta", "grizzled", "gunrunners")}


class UnknownGame(WrongInput, LookupError):
    """There is no game of that name; the message lists the games that there are."""


class GameCannotLoad(WrongInput, ImportError):
    """The game's package is installed but raised an exception when it was imported, or what it offers is no proper
    game; the message says which package and what went wrong.
    """


@cache
def _entries(group: str = GROUP) -> dict[str, str]:
    """Where installed packages have what they offer, by name: to look through them all takes longer than to load a
    game."""
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=group)}


def game_names() -> list[str]:
    """The names of all games that can be played here, sorted, but for those of families."""
    return sorted({*_entries(), *_IN_THE_BOX})


def family_names() -> list[str]:
    """The names of all families of games, sorted; none of them is loaded."""
    return sorted(_entries(FAMILIES))


@cache
def find_family(name: str) -> GameFamily:
    """The family of that name. Raises UnknownGame or GameCannotLoad."""
    place = _entries(FAMILIES).get(name)
    if place is None:
        raise _unknown(name, family_names())
    family = _loaded(f"the family {name!r}", place)
    if isinstance(family, GameFamily) and family.name == name:
        return family
    is_it = f"its `name` is {family.name!r}" if isinstance(family, GameFamily) else f"it is a {type(family).__name__}"
    raise GameCannotLoad(
        f"the family {name!r} from {place!r} must be an `arena.games.GameFamily` with the name of its entry point: "
        f"{is_it}. Its package must be mended or removed."
    )


@cache
def find_game(name: str) -> Game:
    """The game of that name. Raises UnknownGame or GameCannotLoad."""
    game = offered(name)
    if name in _IN_THE_BOX and isinstance(game, Game):  # what is asked of others below, the tests ask of these
        return game
    wrong = facts_wrong(game)
    if isinstance(game, Game) and game.name != name:
        wrong.append(f"`name` is {game.name!r} and must be the one it is offered by, {name!r}: records are found by it")
    if wrong or not isinstance(game, Game):
        raise GameCannotLoad(
            f"game {name!r} from {_source(name)!r} is no proper game: {'; '.join(wrong)}. "
            "Its package must be mended, as `arena.games.Game` says, or removed."
        )
    return game


def offered(name: str) -> object:
    """What a package offers as the game of that name, be it a proper game or not; the name may also be a place of
    Python, `MODULE:GAME`, whether that is offered or not. Raises UnknownGame or GameCannotLoad."""
    if ":" not in name and (family := _family_of(name)) is not None:
        return _of_family(family, name)
    return _loaded(f"game {name!r}", name if ":" in name else _place(name))


def _loaded(what: str, place: str) -> object:
    try:
        return resolve_name(place)
    except (Exception, SystemExit) as problem:  # a plug-in may raise anything while it is imported
        raise GameCannotLoad(f"{what} from {place!r} cannot be loaded: {_raised(problem)}") from problem


def _family_of(name: str) -> str | None:
    """The family that a name is of, unless it is that of a game by itself."""
    family, dot, _ = name.partition(".")
    return family if dot and name not in _entries() and family in _entries(FAMILIES) else None


def _of_family(family: str, name: str) -> object:
    found = find_family(family)
    try:
        return found.find(name)
    except LookupError:
        raise _unknown(name, found.names()) from None
    except ValueError as problem:  # a sentence for people
        raise GameCannotLoad(f"game {name!r} cannot be played: {problem}") from problem
    except Exception as problem:  # a plug-in may raise anything
        raise GameCannotLoad(f"game {name!r} of {_source(name)!r} cannot be made: {_raised(problem)}") from problem


def _source(name: str) -> str:
    """Where what is offered by that name comes from, as `MODULE:VALUE`."""
    family = _family_of(name)
    return _place(name) if family is None else _entries(FAMILIES)[family]


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
        raise _unknown(name, game_names())
    return place


def _unknown(name: str, names: Sequence[str]) -> UnknownGame:
    close = get_close_matches(name, names, 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    families = [f"{family}.NAME, as `arena list {family}` says" for family in family_names()]
    return UnknownGame(
        f"there is no game {name!r}{hint} (games here: {', '.join([*game_names(), *families])}). "
        "One of your own is found once its package is installed: `pip install -e .` in its folder"
    )
