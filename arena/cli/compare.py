"""`arena compare`: two contests, and what changed between them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click
import msgspec

import arena.protocol
import arena.standings
from arena.cli.completion import ContestFile
from arena.cli.reading import reading
from arena.errors import WrongInput
from arena.layout import terminal_width


@click.command(epilog="\b\nExample:\n  arena compare before.db after.db\n")
@click.argument("before", type=ContestFile())
@click.argument("after", type=ContestFile())
@click.option("--format", type=click.Choice(["text", "markdown", "json"]), default="text", show_default=True)
def compare(before: Path, after: Path, format: Literal["text", "markdown", "json"]) -> None:
    """Compare the contests of two files: two runs, or the field before and after a release.

    Bots are known by their names. Where the second contest was played with the master seed of the first, games at the
    same deals are held against each other, one by one; that tells much smaller changes than two tables do.
    """
    try:
        with reading(before) as first, reading(after) as second:
            found = arena.standings.compare(first, second)
    except ValueError as problem:
        raise WrongInput(problem) from None
    if format == "json":
        click.echo(arena.protocol.printable_json(msgspec.json.format(msgspec.json.encode(found), indent=2).decode()))
    else:
        style = arena.standings.text_style(terminal_width()) if format == "text" else arena.standings.MARKDOWN
        click.echo(arena.standings.comparison_page(found, style), nl=False)
