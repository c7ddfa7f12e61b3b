"""How a command ends, and how it says what went wrong."""

from __future__ import annotations

import sys

from arena.errors import Trouble, WrongInput
from arena.protocol import printable_lines

TROUBLE = Trouble.status
WRONG_INPUT = WrongInput.status
INTERRUPTED = 130


def tell(text: object) -> None:
    """Print a text on stderr; it may quote anybody."""
    # Not by click's `echo`, which writes into a bar of progress: rich moves that out of the way of a print.
    print(printable_lines(str(text)), file=sys.stderr, flush=True)
