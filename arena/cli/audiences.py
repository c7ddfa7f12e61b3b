"""For the commands that show a game: to whom, and which."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

import arena.games
from arena.cli.reading import reading
from arena.errors import WrongInput

if TYPE_CHECKING:
    from arena.games import Audience, Game
    from arena.referee import GameRecord
    from arena.store import Facts


def audience_options(command: Callable[..., None]) -> Callable[..., None]:
    """`--seat` and `--public`; with neither it is for one who sees everything."""
    public = click.option("--public", is_flag=True, help="Only what anybody at the table saw.")
    return click.option("--seat", type=int, help="Only what this seat saw.")(public(command))


def audience_of(seat: int | None, public: bool) -> Audience | None:
    """Whom these options mean: a seat, the public, or None for one who sees everything. Exits with 2 for both."""
    if public and seat is not None:
        raise WrongInput("--public and --seat are two audiences: give one of them")
    return arena.games.PUBLIC if public else seat


def recorded_game(db: Path, number: int, audience: Audience | None) -> tuple[GameRecord, Facts]:
    """The record, and the facts of its contest. Exits with 2 where there is none, or no such seat in it."""
    with reading(db) as store:
        record = store.record(number)
        if record is None:
            raise WrongInput(f"there is no game {number} in {db}; it has {sum(store.count().values())} games")
        facts = store.facts()
    if isinstance(audience, int) and not 0 <= audience < record.seats:
        raise WrongInput(f"game {number} has seats 0 to {record.seats - 1}, not {audience}")
    return record, facts


def rules_of(record: GameRecord) -> Game:
    """What it was played by. Exits with 2 where that is not here."""
    return arena.games.find_game(record.game)
