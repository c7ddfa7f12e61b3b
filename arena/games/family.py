"""Many games that one package offers together, each made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena.games.interface import Game


@dataclass(frozen=True, kw_only=True)
class GameFamily:
    """Games that a package makes from somewhere else, such as all those of another library, as one value."""

    name: str
    """The family's name, lower case without spaces or dots; its game `chess` is found as `NAME.chess`, and says so in
    `Game.name`."""
    title: str
    """What these games are, in a few words."""
    names: Callable[[], Sequence[str]]
    """The full names of all its games, sorted."""
    find: Callable[[str], Game]
    """`find(name)`: the game of that full name, one of `names()` or another. Raises ValueError, with a sentence for
    people, for one that cannot be played, and LookupError where there is none."""
