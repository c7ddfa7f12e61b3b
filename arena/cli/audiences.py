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
    from arena.store import Facts, Store

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
        record = _record(store, db, number, seat)
        facts = store.facts()
        awaited = [] if public or spoil else arena.contest.released(store).awaited(number)
    if public:
        return Asked(record, facts, arena.games.PUBLIC)
    if not awaited:
        return Asked(record, facts, arena.games.EVERYTHING if seat is None else seat)
    if seat is not None:
        raise _refusal(number, seat, awaited, " take --public,")
    tell(f"game {number} is told as the public saw it: {_why(awaited)}; --spoil tells everything, to the organiser")
    return Asked(record, facts, arena.games.PUBLIC)


class AskedSeat(NamedTuple):
    """A seat of a recorded game that is to be told again as it was told then."""

    record: GameRecord
    facts: Facts
    stages: list[bytes]
    seat: int


def asked_seat(db: Path, number: int, seat: int | None, decision: int | None, spoil: bool) -> AskedSeat:
    """That seat of the game; without one it is that of the decision, or else the only one at fault. Exits with 2 where
    there is none such, or what it saw may not be shown yet."""
    with reading(db) as store:
        record = _record(store, db, number, seat)
        if decision is not None and not 0 <= decision < len(record.decisions):
            raise WrongInput(f"game {number} has decisions 0 to {len(record.decisions) - 1}, not {decision}")
        if seat is None:
            seat = _only_at_fault(record) if decision is None else record.decisions[decision][0]
        facts, stages = store.facts(), store.stages()
        awaited = [] if spoil else arena.contest.released(store).awaited(number)
    if awaited:
        raise _refusal(number, seat, awaited, "")
    return AskedSeat(record, facts, stages, seat)


def _record(store: Store, db: Path, number: int, seat: int | None) -> GameRecord:
    record = store.record(number)
    if record is None:
        raise WrongInput(f"there is no game {number} in {db}; it has {sum(store.count().values())} games")
    if seat is not None and not 0 <= seat < record.seats:
        raise WrongInput(f"game {number} has seats 0 to {record.seats - 1}, not {seat}")
    return record


def _only_at_fault(record: GameRecord) -> int:
    seats = {fault.seat for fault in record.faults}
    if len(seats) == 1:
        return seats.pop()
    who = ", ".join(f"{seat} {name}" for seat, name in enumerate(record.seating))
    at_fault = "no seat was" if not seats else "seats " + " and ".join(map(str, sorted(seats))) + " were"
    raise WrongInput(f"in game {record.number} {at_fault} at fault: give one with --seat; its seats are {who}")


def _refusal(number: int, seat: int, awaited: list[int], instead: str) -> WrongInput:
    return WrongInput(
        f"game {number} cannot be shown as seat {seat} saw it: {_why(awaited)}, where other bots hold the same cards; "
        f"wait for that,{instead} or as the organiser --spoil"
    )


def _why(awaited: list[int]) -> str:
    return f"{_games(awaited)} at its deal {'is' if len(awaited) == 1 else 'are'} still to be played"


def _games(numbers: list[int]) -> str:
    return f"game{'' if len(numbers) == 1 else 's'} {arena.store.listed(numbers)}"


def rules_of(record: GameRecord) -> Game:
    """What it was played by. Exits with 2 where that is not here."""
    return arena.games.find_game(record.game)
