"""`arena table`, `games` and `show`: what is in a contest's file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

import arena.games
import arena.replays
import arena.store
from arena.cli.audiences import asked_game, audience_options, rules_of
from arena.cli.completion import ContestFile, bots_of_file
from arena.cli.errors import tell
from arena.cli.formats import Format, details_option, format_option, over_time_option, print_standings, resources_option
from arena.cli.reading import reading
from arena.cli.saying import say, say_table
from arena.errors import WrongInput
from arena.protocol import VERDICTS, printable, printable_json

if TYPE_CHECKING:
    from arena.games import Audience
    from arena.referee import GameRecord

DB = click.argument("db", type=ContestFile())
DB_OR_NEWEST = click.argument("db", type=ContestFile(), required=False)


@click.command(epilog="\b\nExample:\n  arena table quickstart.db --format markdown\n")
@DB_OR_NEWEST
@format_option
@resources_option
@details_option
@over_time_option
def table(db: Path | None, format: Format, resources: bool, details: bool, course: bool) -> None:
    """Print the standings of a contest's file, also while it is being played. Without DB it is the newest one here."""
    with reading(db or _newest()) as store:
        print_standings(store, format, resources, details, course)


@click.command(epilog="\b\nExample:\n  arena games quickstart.db --bot greedy --verdict time\n")
@DB_OR_NEWEST
@click.option(
    "--bot",
    "bots",
    multiple=True,
    shell_complete=bots_of_file,
    help="Only games with this bot (several: with all of them).",
)
@click.option("--verdict", type=click.Choice([*VERDICTS, "any"]), help="Only games with such a fault (of that bot).")
def games(db: Path | None, bots: tuple[str, ...], verdict: str | None) -> None:
    """List the games of a contest's file: who sat where, how it ended for them, and every fault. Without DB it is the
    newest one here."""
    db = db or _newest()
    with reading(db) as store:
        known = store.facts().bots
        for bot in bots:
            if bot not in known:
                raise WrongInput(f"there is no bot {bot!r} in {db}; it has {', '.join(map(printable, known))}")
        numbers = store.ledger().games_of(*bots).tolist() if bots else None
        rows = [_game_row(record) for record in store.records(numbers) if _guilty(record, bots, verdict)]
    say_table(["game", "group", "seats from 0 (place)", "status", "faults"], rows, "rrlll", "02010")
    click.echo(f"{len(rows)} games")


@click.command(epilog="\b\nExample:\n  arena show quickstart.db 17 --seat 0\n")
@DB
@click.argument("game", type=int)
@audience_options
@click.option("--format", type=click.Choice(("text", "json")), default="text", show_default=True)
def show(db: Path, game: int, seat: int | None, public: bool, spoil: bool, format: str) -> None:
    """Tell one GAME: every decision, what it made happen, every fault, the outcome.

    In words, or as JSON with all that can be seen after each step (docs/replay.schema.json). While games at the same
    deal are still to be played it is told as the public saw it, but with --spoil.
    """
    record, _, audience = asked_game(db, game, seat, public, spoil)
    if format == "text":
        tell_story(record, audience, db)
        return
    rules = rules_of(record)
    with redirect_stdout(io.StringIO()):  # rules that print would write beside it
        stderr = arena.replays.stderr_of(record, arena.store.logs_of(db))
        replay = msgspec.json.encode(arena.replays.replay_for(audience, record, rules, stderr))
    click.echo(printable_json(replay.decode()))


def tell_story(record: GameRecord, audience: Audience, db: Path) -> None:
    """Prints the story of a game of that contest's file, as this audience saw it. Exits where its rules are not
    there."""
    rules = rules_of(record)
    stderr = arena.replays.stderr_of(record, arena.store.logs_of(db))
    with redirect_stdout(io.StringIO()):  # rules that print would write between the lines
        lines = list(arena.replays.tell_game(record, rules, audience, db.parent, stderr))
    for line in lines:
        say(line)


def _newest() -> Path:
    """The file here that was written last; of several it is said which. Exits where there is none."""
    found = [path for path in Path().glob("*.db") if path.is_file()]
    if not found:
        raise WrongInput("there is no contest's file here (NAME.db): name one, or play a contest first")
    newest = max(found, key=_written)
    if len(found) > 1:
        tell(f"{newest}, the newest of {len(found)} contests here")
    return newest


def _written(path: Path) -> int:
    """When it was: what was played just now may still be in the file beside it."""
    return max(beside.stat().st_mtime_ns for beside in (path, path.with_name(path.name + "-wal")) if beside.exists())


def _guilty(record: GameRecord, bots: tuple[str, ...], verdict: str | None) -> bool:
    faults = [fault for fault in record.faults if not bots or record.seating[fault.seat] in bots]
    return verdict is None or any(verdict in ("any", fault.verdict) for fault in faults)


def _game_row(record: GameRecord) -> list[str]:
    outcome, seats = record.outcome, list(record.seating)
    status: str = record.status
    if isinstance(outcome, arena.games.Ranking):
        seats = [f"{name} ({place})" for name, place in zip(record.seating, outcome.places, strict=True)]
    elif outcome is not None:
        status += f": {'won' if outcome.won else 'lost'}, {outcome.score:g}"
    return [str(record.number), str(record.group), ", ".join(seats), status, "; ".join(_faults(record))]


def _faults(record: GameRecord) -> Iterator[str]:
    for fault in record.faults:
        log = record.measured.logs[fault.seat]
        yield f"{record.seating[fault.seat]}: {fault.verdict}" + (f" (stderr in {log})" if log else "")
