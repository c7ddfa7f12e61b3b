"""What comes with the program beside its code, wherever it is installed: bots, and the page for their authors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import arena

if TYPE_CHECKING:
    from arena.games import Game


def in_the_box(name: str) -> Path:
    """The file or folder of that name: in the package, as a wheel brings it, or beside it in a copy of the project."""
    package = Path(arena.__file__).parent
    installed = package / name
    return installed if installed.exists() else package.parent / name


def bot_in_the_box(game: str) -> Path:
    """The file of a bot that plays that game: one made for it, the first by name, else the one that plays every game by
    searching."""
    return next(iter(sorted(in_the_box("bots").glob(f"{game}/*.py"))), in_the_box("bots/search.py"))


def usual_seats(game: Game) -> int:
    """How many play where nobody says: two, or three who win together; as many as the game needs where it has no such
    table."""
    usual = 3 if game.cooperative else 2
    return usual if usual in game.seats else min(game.seats)
