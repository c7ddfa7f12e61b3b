"""Tells what `arena verify` finds wrong, as it is found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click

import arena.files
import arena.store
from arena.protocol import printable

MOST_TOLD = 1000
"""The most lines that are told: a file that was made to be wrong may be wrong in more ways than anybody would read, or
has room for."""


class Findings:
    """Everything that was found; the first `MOST_TOLD` findings are told one by one."""

    def __init__(self) -> None:
        self.wrong = 0

    def add(self, text: object) -> None:
        self.wrong += 1
        if self.wrong <= MOST_TOLD:
            click.echo(printable(str(text)))
        elif self.wrong == MOST_TOLD + 1:
            click.echo(f"more than {MOST_TOLD} things are wrong; the others are counted only")

    def add_all(self, look: Callable[[], Iterable[object]]) -> None:
        """Add everything that `look` finds, and what is wrong with the file if that ends the look."""
        try:
            for text in look():
                self.add(text)
        except arena.store.StoreError as problem:
            self.add(problem)

    def conclude(self, what: str, before: int) -> None:
        """Say that something holds, unless anything was found since."""
        click.echo(f"{what}: {'holds' if self.wrong == before else 'DOES NOT HOLD'}")

    def count(self) -> None:
        """Say how many findings there were, if not all of them were told."""
        if self.wrong > MOST_TOLD:
            click.echo(f"{self.wrong} things are wrong")

    def must_be_none(self, path: Path) -> None:
        """Check before anything of a bundle is started. Raises BundleError if anything was found."""
        if self.wrong:
            raise arena.files.BundleError(f"{path}: something in it does not hold, so none of its bots is started")
