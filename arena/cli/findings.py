"""What `arena verify` finds wrong, told as it is found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click

import arena.files
import arena.store
from arena.protocol import printable

MOST_TOLD = 1000
"""Lines: a file that was made to be wrong may be wrong in more ways than anybody would read, or has room for."""


class Findings:
    """All that was found, of which the first `MOST_TOLD` are told one by one."""

    def __init__(self) -> None:
        self.wrong = 0

    def add(self, text: object) -> None:
        self.wrong += 1
        if self.wrong <= MOST_TOLD:
            click.echo(printable(str(text)))
        elif self.wrong == MOST_TOLD + 1:
            click.echo(f"more than {MOST_TOLD} things are wrong; the others are counted only")

    def add_all(self, look: Callable[[], Iterable[object]]) -> None:
        """All that is found by this look, and what is wrong with the file where that ends it."""
        try:
            for text in look():
                self.add(text)
        except arena.store.StoreError as problem:
            self.add(problem)

    def conclude(self, what: str, before: int) -> None:
        """That something holds, unless anything was found since."""
        click.echo(f"{what}: {'holds' if self.wrong == before else 'DOES NOT HOLD'}")

    def count(self) -> None:
        """How many there were, where they were not all told."""
        if self.wrong > MOST_TOLD:
            click.echo(f"{self.wrong} things are wrong")

    def must_be_none(self, path: Path) -> None:
        """Before anything of a bundle is started. Raises BundleError."""
        if self.wrong:
            raise arena.files.BundleError(f"{path}: not all in it holds, so nothing of it is started")
