"""Bots that share the processor: those of one worker. Whoever is on turn comes first.

A bot may go on computing while it is not on turn, if the contest lets it, but only with what nobody needs. As soon as a
bot that is on turn has to wait for the processor, all that are not on turn are stopped where they are. They go on when
nobody is on turn any more, and those that sit in no game only when their next one begins.
"""

from __future__ import annotations

from typing import Protocol


class Neighbour(Protocol):
    """One bot's process, as the others see it."""

    on_turn: bool
    """Whether the bot has something to answer."""
    held: bool
    """Whether the bot is stopped where it is."""

    def hold(self) -> None:
        """Stop the bot where it is; a second call does nothing."""

    def let_go(self) -> None:
        """Let the bot go on, if it may do so while it is not on turn."""


class Neighbours:
    """All bots that run now on one processor."""

    def __init__(self) -> None:
        self._all: set[Neighbour] = set()
        self.stopped = False
        """Whether some bots were stopped to make room."""

    def join(self, one: Neighbour) -> None:
        """Add a bot that has been started."""
        self._all.add(one)

    def leave(self, one: Neighbour) -> None:
        """Remove a bot that has ended."""
        self._all.discard(one)

    def crowd(self, one: Neighbour) -> bool:
        """Whether any other bots run beside this one, on turn or not."""
        return any(other is not one and not other.held for other in self._all)

    def make_room(self) -> None:
        """Stop all bots that are not on turn."""
        self.stopped = True
        for one in self._all:
            if not one.on_turn:
                one.hold()

    def answered(self) -> None:
        """Note that a bot is on turn no longer; if it was the last, all that were stopped for it go on."""
        if not any(one.on_turn for one in self._all):
            self.stopped = False
            for one in self._all:
                one.let_go()
