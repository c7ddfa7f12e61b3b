"""`arena pages`: the site of a contest."""

from __future__ import annotations

from pathlib import Path

import click

import arena.faces
from arena.cli.completion import ContestFile
from arena.cli.errors import tell
from arena.cli.reading import reading
from arena.protocol import printable


@click.command(
    epilog="""\b
Examples:
  arena pages quickstart.db
  arena pages quickstart.db -o /var/www/contest --follow
"""
)
@click.argument("db", type=ContestFile())
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The folder.  [default: NAME-site, here]")
@click.option("--follow", is_flag=True, help="Keep it up to date until the contest is over, or Ctrl-C.")
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    help="So many of the last games have a page to watch, beside those that decided most and the last faulty ones.",
)
@click.option(
    "--sealed",
    is_flag=True,
    help="Once the contest is over, also its sealed bundle to take along. It names the command of each bot.",
)
def pages(db: Path, output: Path | None, follow: bool, games: int, sealed: bool) -> None:
    """Write a contest's file DB as a site: standings, bots, deals side by side, games to watch.

    Its files need no server, and ask for nothing from anywhere; each is written whole, and only where it is new. While
    games at a deal are still to be played, what has been played of it is shown as the public saw it.
    """
    if follow:
        arena.faces.come_last(19)
    folder = output or Path(db.name.removesuffix(".db") + "-site")
    with reading(db) as store:
        arena.faces.write_site(store, folder, games, follow, sealed, tell)
    click.echo(printable(str(folder / "index.html")))
