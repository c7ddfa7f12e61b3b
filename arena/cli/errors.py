"""How a command ends when something is wrong."""

from __future__ import annotations

import sys
from typing import NoReturn

from arena.protocol import printable_lines

TROUBLE = 1
WRONG_INPUT = 2
INTERRUPTED = 130


def tell(text: object) -> None:
    """On stderr; it may quote anybody."""
    # Not by click's `echo`, which writes into a bar of progress: rich moves that out of the way of a print.
    print(printable_lines(str(text)), file=sys.stderr, flush=True)


def wrong_input(text: object) -> NoReturn:
    """Says what is wrong with the user's input and exits with 2."""
    tell(text)
    raise SystemExit(WRONG_INPUT)
