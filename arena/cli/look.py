"""`arena table`, `games` and `show`: what is in a contest's file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from arena.cli.audiences import DB, audience_of, audience_options, reading, recorded_game
from arena.cli.errors import wrong_input
from arena.cli.formats import Format, details_option, format_option, over_time_option, print_standings, resources_option
from arena.protocol import VERDICTS, printable, printable_json

if TYPE_CHECKING:
    from arena.referee import GameRecord


@click.command(epilog="\b\nExample:\n  arena table quickstart.db --format markdown\n")
@DB
@format_option
@resources_option
@details_option
@over_time_option
def table(db: Path, format: Format, resources: bool, details: bool, course: bool) -> None:
    """Print the standings of a contest's file, also while it is being played."""
    with reading(db) as store:
        print_standings(store, format, resources, details, course)


@click.command(epilog="\b\nExample:\n  arena games quickstart.db --bot greedy --verdict time\n")
@DB
@click.option("--bot", "bots", multiple=True, help="Only games with this bot (several: with all of them).")
@click.option("--verdict", type=click.Choice([*VERDICTS, "any"]), help="Only games with such a fault (of that bot).")
def games(db: Path, bots: tuple[str, ...], verdict: str | None) -> None:
    """List the games of a contest's file: who sat where, how it ended for them, and every fault."""
    from tabulate import tabulate

    with reading(db) as store:
        known = store.facts()["bots"]
        for bot in bots:
            if bot not in known:
                wrong_input(f"there is no bot {bot!r} in {db}; it has {', '.join(map(printable, known))}")
        numbers = store.ledger().games_of(*bots).tolist() if bots else None
        rows = [_game_row(record) for record in store.records(numbers) if _guilty(record, bots, verdict)]
    headers = ["game", "group", "seats from 0 (place)", "status", "faults"]
    click.echo(tabulate(rows, headers, disable_numparse=True, colalign=("right", "right", "left", "left", "left")))
    click.echo(f"{len(rows)} games")


@click.command(epilog="\b\nExample:\n  arena show quickstart.db 17 --seat 0\n")
@DB
@click.argument("game", type=int)
@audience_options
@click.option("--format", type=click.Choice(("text", "json")), default="text", show_default=True)
def show(db: Path, game: int, seat: int | None, public: bool, format: str) -> None:
    """Tell one GAME: every decision, what it made happen, every fault, the outcome.

    In words, or as JSON with all that can be seen after each step (docs/replay.schema.json).
    """
    from arena.games import EVERYTHING
    from arena.replays import replay_for, tell_game

    audience = audience_of(seat, public)
    record, rules, _ = recorded_game(db, game, audience)
    if audience is None:
        audience = EVERYTHING
    with redirect_stdout(io.StringIO()):  # rules that print would write between the lines
        if format == "json":
            lines = [printable_json(msgspec.json.encode(replay_for(audience, record, rules)).decode())]
        else:
            lines = [printable(line) for line in tell_game(record, rules, audience, db.parent)]
    for line in lines:
        click.echo(line)


def _guilty(record: GameRecord, bots: tuple[str, ...], verdict: str | None) -> bool:
    faults = [fault for fault in record.faults if not bots or record.seating[fault.seat] in bots]
    return verdict is None or any(verdict in ("any", fault.verdict) for fault in faults)


def _game_row(record: GameRecord) -> list[str]:
    from arena.games import Ranking

    outcome, seats = record.outcome, list(record.seating)
    status: str = record.status
    if isinstance(outcome, Ranking):
        seats = [f"{name} ({place})" for name, place in zip(record.seating, outcome.places, strict=True)]
    elif outcome is not None:
        status += f": {'won' if outcome.won else 'lost'}, {outcome.score:g}"
    cells = [str(record.number), str(record.group), ", ".join(seats), status, "; ".join(_faults(record))]
    return list(map(printable, cells))


def _faults(record: GameRecord) -> Iterator[str]:
    for fault in record.faults:
        log = record.measured.logs[fault.seat]
        yield f"{record.seating[fault.seat]}: {fault.verdict}" + (f" (stderr in {log})" if log else "")
