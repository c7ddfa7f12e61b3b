"""Helps the commands that show games: to whom, which game, and whether it may be shown so yet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

import arena.contest
import arena.games
import arena.store
from arena.cli.errors import tell
from arena.cli.reading import reading
from arena.errors import WrongInput

if TYPE_CHECKING:
    from arena.games import Audience, Game
    from arena.referee import GameRecord
    from arena.store import Facts

spoil_option = click.option(
    "--spoil",
    is_flag=True,
    help="For the organiser: everything, also of deals that are still being played. What is still to be played can be "
    "read out of it.",
)


class Asked(NamedTuple):
    """A game that is to be shown: the facts are those of its contest."""

    record: GameRecord
    facts: Facts
    audience: Audience


def audience_options(command: Callable[..., None]) -> Callable[..., None]:
    """`--seat`, `--public` and `--spoil`; without any of them it is for one who sees all that may be shown by now."""
    public = click.option("--public", is_flag=True, help="Only what anybody at the table saw.")
    return click.option("--seat", type=int, help="Only what this seat saw.")(public(spoil_option(command)))


def asked_game(db: Path, number: int, seat: int | None, public: bool, spoil: bool) -> Asked:
    """The game for whom these options mean. Where games at its deal are still to be played it is told as the public saw
    it, and says so. Exits with 2 where there is no such game or seat, or it may not be shown so yet."""
    if public and seat is not None:
        raise WrongInput("--public and --seat are two audiences: give one of them")
    if public and spoil:
        raise WrongInput("--public tells nothing that --spoil could add: give one of them")
    with reading(db) as store:
        record = store.record(number)
        if record is None:
            raise WrongInput(f"there is no game {number} in {db}; it has {sum(store.count().values())} games")
        if seat is not None and not 0 <= seat < record.seats:
            raise WrongInput(f"game {number} has seats 0 to {record.seats - 1}, not {seat}")
        facts = store.facts()
        awaited = [] if public or spoil else arena.contest.released(store).awaited(number)
    if public:
        return Asked(record, facts, arena.games.PUBLIC)
    if not awaited:
        return Asked(record, facts, arena.games.EVERYTHING if seat is None else seat)
    why = f"{_games(awaited)} at its deal {'is' if len(awaited) == 1 else 'are'} still to be played"
    if seat is not None:
        raise WrongInput(
            f"game {number} cannot be shown as seat {seat} saw it: {why}, where other bots hold the same cards; wait "
            "for that, take --public, or as the organiser --spoil"
        )
    tell(f"game {number} is told as the public saw it: {why}; --spoil tells everything, to the organiser")
    return Asked(record, facts, arena.games.PUBLIC)


def _games(numbers: list[int]) -> str:
    return f"game{'' if len(numbers) == 1 else 's'} {arena.store.listed(numbers)}"


def rules_of(record: GameRecord) -> Game:
    """What it was played by. Exits with 2 where that is not here."""
    return arena.games.find_game(record.game)
