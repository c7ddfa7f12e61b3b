"""Bots that share the processor: those of one worker. Who is on turn comes first.

A bot may go on computing while it is not on turn, if the contest lets it, but only with what nobody needs: as soon as
one that is on turn has to wait for the processor, all that are not are stopped where they are. They go on when nobody
is on turn any more, and those that sit in no game only when their next one begins.
"""

from __future__ import annotations

from typing import Protocol


class Neighbour(Protocol):
    """One bot's process, as the others see it."""

    on_turn: bool
    """Whether it has something to answer."""
    held: bool
    """Whether it is stopped where it is."""

    def hold(self) -> None:
        """Stop it where it is; again does nothing."""

    def let_go(self) -> None:
        """Let it go on, if it may do so while it is not on turn."""


class Neighbours:
    """All that run now."""

    def __init__(self) -> None:
        self._all: set[Neighbour] = set()
        self.stopped = False
        """Whether some were stopped to make room."""

    def join(self, one: Neighbour) -> None:
        """It has been started."""
        self._all.add(one)

    def leave(self, one: Neighbour) -> None:
        """It has ended."""
        self._all.discard(one)

    def crowd(self, one: Neighbour) -> bool:
        """Whether any others run beside it, on turn or not."""
        return any(other is not one and not other.held for other in self._all)

    def make_room(self) -> None:
        """Stop all that are not on turn."""
        self.stopped = True
        for one in self._all:
            if not one.on_turn:
                one.hold()

    def answered(self) -> None:
        """One of them is on turn no longer: when that was the last, all that were stopped for it go on."""
        if not any(one.on_turn for one in self._all):
            self.stopped = False
            for one in self._all:
                one.let_go()
