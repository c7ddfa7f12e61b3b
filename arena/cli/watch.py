"""`arena watch`: a recorded game as a page."""

from __future__ import annotations

import io
import webbrowser
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

import click

import arena.contest
import arena.faces
import arena.games
import arena.replays
import arena.store
from arena.cli.audiences import asked_game, audience_options, rules_of
from arena.cli.completion import ContestFile
from arena.cli.errors import TROUBLE, tell
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.games import Audience


@click.command(
    epilog="""\b
Examples:
  arena watch quickstart.db 17 --open
  arena watch quickstart.db 17 --seat 0 -o for-its-author.html
"""
)
@click.argument("db", type=ContestFile())
@click.argument("game", type=int)
@audience_options
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write this file.  [default: DB-GAME.html, here]")
@click.option("--open", "show", is_flag=True, help="Open it in a browser.")
def watch(db: Path, game: int, seat: int | None, public: bool, spoil: bool, output: Path | None, show: bool) -> None:
    """Write one GAME as a page to watch: one file, which needs neither network nor server.

    It has all that each seat saw. A copy for a seat or the public has what they saw of the game and nothing else. While
    games at the same deal are still to be played there is the public's alone, but with --spoil.

    A file is written whole or not at all, and takes the place of one that is there.
    """
    record, facts, audience = asked_game(db, game, seat, public, spoil)
    rules = rules_of(record)
    path = output or Path(_name(db, game, audience))
    # The file first: where it cannot be had, nothing is played again.
    with arena.store.whole_file(path, over=True) as file, redirect_stdout(io.StringIO()):  # into which rules may print
        time = arena.contest.time_of(facts)
        stderr = arena.replays.stderr_of(record, arena.store.logs_of(db))
        if audience is arena.games.EVERYTHING:
            edition = arena.faces.organisers_edition(record, rules, time, stderr)
        else:
            edition = arena.faces.edition_for(audience, record, rules, time, stderr)
        file.write(arena.faces.watch_page(edition).encode())
    click.echo(printable(str(path)))
    if show and not webbrowser.open(path.resolve().as_uri()):
        tell("no browser could be started: open the file in one")
        raise SystemExit(TROUBLE)


def _name(db: Path, game: int, audience: Audience) -> str:
    seat = f"-seat{audience}" if isinstance(audience, int) else ""
    whose = "-public" if audience is arena.games.PUBLIC else seat
    return f"{db.stem}-{game}{whose}.html"
