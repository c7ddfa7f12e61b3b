"""A command that is known by its name and its first sentence, and loaded when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click


class OnDemand(click.Command):
    """Stands for the command `where`, given as `module:name` in this package, and loads it when more than a line of it
    is needed.

    `first_sentence` is that of its help, which the list of all commands and a shell's completion show.
    """

    def __init__(self, name: str, where: str, first_sentence: str) -> None:
        super().__init__(name, help=first_sentence)
        self._where = where

    def load(self) -> click.Command:
        """The command itself."""
        module, _, name = self._where.partition(":")
        command: click.Command = getattr(import_module(f"arena.cli.{module}"), name)
        return command

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command itself: from here on it is the one that is called, helped with and completed."""
        return self.load().make_context(info_name, args, parent, **extra)
