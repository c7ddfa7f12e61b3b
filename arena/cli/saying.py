"""What commands print on stdout for people to read, as wide as their terminal."""

from __future__ import annotations

from collections.abc import Sequence

import click

import arena.standings
from arena.layout import flowing, terminal_width
from arena.protocol import printable


def say(line: str, colour: str | None = None) -> None:
    """A line of text, which may quote anybody; on a terminal it goes on in further lines between its words, and may
    have a colour."""
    click.secho(flowing(printable(line), terminal_width()), fg=colour)


def say_table(headers: Sequence[str], rows: Sequence[Sequence[str]], align: str, weights: str = "") -> None:
    """A table with what of it the terminal has room for; see `arena.layout.fitting`. Cells may quote anybody."""
    style = arena.standings.text_style(terminal_width())
    click.echo(style.table(headers, [[style.shown(cell) for cell in row] for row in rows], align, weights))
