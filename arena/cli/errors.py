"""How a command ends when something is wrong."""

from __future__ import annotations

from typing import NoReturn

import click

from arena.protocol import printable_lines

TROUBLE = 1
WRONG_INPUT = 2
INTERRUPTED = 130


def tell(text: object) -> None:
    """On stderr; it may quote anybody."""
    click.echo(printable_lines(str(text)), err=True)


def wrong_input(text: object) -> NoReturn:
    """Says what is wrong with the user's input and exits with 2."""
    tell(text)
    raise SystemExit(WRONG_INPUT)
