"""What rules print while games are played again for a page: nobody waits for it, and it may quote anything."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout


@contextmanager
def unprinted() -> Iterator[None]:
    """Lose whatever is printed meanwhile, in all threads of the process: it is for a command as a whole, not for one
    page of several that are made at once.
    """
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        yield
