"""Names the file that bots play into if they are given by their commands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

import arena.contest
import arena.games
import arena.programs
from arena.cli.options import none_of_that_name
from arena.errors import WrongInput

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.games import Game

_MOST_BYTES = 200
"""The most bytes of a file's name, which may have 255 with everything that is added to it."""


def usual_seats(game: Game) -> int:
    """How many play where nobody says: two, or three who win together; as many as the game needs where it has no such
    table."""
    usual = 3 if game.cooperative else 2
    return usual if usual in game.seats else min(game.seats)


def as_configured(path: Path, bots: Sequence[str]) -> Contest:
    """The contest of that file between these of its bots, of which one may sit on several seats."""
    contest = arena.contest.load_contest(path)
    for name in bots:
        if name not in contest.bots:
            raise WrongInput(none_of_that_name(contest, name, path))
    return arena.contest.renamed(contest, bots, arena.programs.apart(bots))


def game_of(contest: Contest, of: str, seats: int) -> Contest:
    """One game of so many seats under that contest's conditions, which are `of` something for people. Exits where there
    is no such game."""
    game = arena.games.find_game(contest.game)
    if seats not in game.seats:
        raise WrongInput(
            f"{game.name} is played by {', '.join(map(str, game.seats))}, one on each seat, not by {seats}"
        )
    try:
        game.new(contest.options, seats, arena.games.Deal("check"))
    except ValueError as problem:
        raise WrongInput(
            f"the options of {of} are for a game of {contest.seats} seats, not of {seats}: {problem}"
        ) from None
    return replace(
        contest,
        format="round-robin",
        line_ups=None,
        seeded=(),
        rounds=None,
        entries=None,
        seats=seats,
        seatings="fixed",
        jobs=1,
        stop=arena.contest.Stop(),
        anchor=(),
    )


def file_of(names: Sequence[str], before: str = "") -> Path:
    """The file here that the bots of these names play into, where the user names none."""
    stem = before + "-".join(re.sub(r"[^\w.+]+", "_", name) for name in names)
    return Path(stem.encode()[:_MOST_BYTES].decode(errors="ignore") + ".db")
