"""`arena serve`: the site of a contest, and its games while they are played, over HTTP."""

from __future__ import annotations

from pathlib import Path

import click

import arena.faces
from arena.cli.completion import ContestFile
from arena.cli.errors import tell
from arena.cli.reading import reading


@click.command(
    epilog="""\b
Examples:
  arena serve quickstart.db
  arena serve quickstart.db --delay 300 --public-address 192.168.1.20
"""
)
@click.argument("db", type=ContestFile())
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Listen on it; 0 takes any free one."
)
@click.option(
    "--delay",
    type=click.FloatRange(min=0, max=86400),
    default=0,
    help="Show everything so many seconds later than it happens.  [default: 0]",
)
@click.option(
    "--public-address",
    metavar="HOST",
    help="Listen there, for others too, and not on this machine alone. Refused while bots run outside of bwrap.",
)
@click.option(
    "--known-as",
    metavar="NAME",
    multiple=True,
    help="A further name by which browsers may ask, with its port if it has one, as behind a proxy. May be repeated.",
)
def serve(db: Path, port: int, delay: float, public_address: str | None, known_as: tuple[str, ...]) -> None:
    """Serve the site of a contest's file DB, also while it is played: its pages, and moves of running games.

    Running games are shown as the public sees them. Of a deal that is still to be played from other seats nothing more
    is shown, as on the site that arena pages writes. It reads the file and nothing else, in a process of its own, and
    only hears games that begin while it is there. Ctrl-C ends it.
    """
    arena.faces.come_last(10)
    with reading(db) as store:
        arena.faces.serve_site(store, port, delay, public_address, known_as, tell)
