"""A limit by the clock from which the machine's time is taken off.

Two things are measured of a machine that has too much to do. The referee sleeps in short slices, and each slice that
ends late by more than `TOLERANCE` is time in which nobody could have been heard. And the kernel counts for every thread
how long it could have run while others had the processor: a bot that is late because of that has not thought for too
long. At the limit the greater of the two is given back; if it comes to half the limit, nobody can say any more who was
late.

What the bot itself took of the processor is never given back: else one that keeps the machine busy could make its own
time longer, or its own lost game void.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from math import inf
from typing import Protocol

import trio

SLICE = 0.05  # seconds between two measurements of the referee's own lag
TOLERANCE = 0.02  # seconds by which a slice may end late and still be called punctual
LEAST = 0.001  # seconds that are worth giving back


class Load(Protocol):
    """What is asked of a bot's meter, see `arena.sandbox.Meter`."""

    def cpu_s(self) -> float: ...
    def waited_s(self) -> float: ...


class Overloaded(Exception):
    """The machine took more of the limit than can be made good."""


class Deadline:
    """Begins now. `limit_ms` None is no limit; `margin_ms` is the measuring error that is allowed past it."""

    def __init__(self, load: Load, limit_ms: float | None, margin_ms: float, now: Callable[[], float]) -> None:
        self.limit_ms = limit_ms
        self.began = now()
        self.lag = 0.0
        """The most by which a slice ended late, in seconds."""
        self._load = load
        self._now = now
        self._at = inf if limit_ms is None else self.began + (limit_ms + margin_ms) / 1000
        self._late = 0.0
        self._given = 0.0
        self._before: tuple[float, float, float] | None = None

    def elapsed_ms(self) -> float:
        """Since it began, or the limit where that is less: past it only the margin or the machine explains it."""
        elapsed = (self._now() - self.began) * 1000
        return elapsed if self.limit_ms is None else min(elapsed, self.limit_ms)

    async def wait(self, ready: Callable[[], Awaitable[None]], most: float = SLICE) -> None:
        """Until `ready`, but not past the limit, and not for more than `most` seconds."""
        if self._before is None and self.limit_ms is not None:
            self._before = (self._now(), self._load.cpu_s(), self._load.waited_s())
        wake = min(self._at, self._now() + most)
        with trio.CancelScope(deadline=wake):
            await ready()
        late = self._now() - wake
        self.lag = max(self.lag, late)
        if late > TOLERANCE:
            self._late += late

    def passed(self) -> bool:
        """Whether it is over. Raises Overloaded."""
        if self._now() < self._at:
            return False
        lost = self._lost()
        more, self._given = lost - self._given, max(lost, self._given)
        if more < LEAST or not self.limit_ms:  # who has used up his bank had no time to lose
            return True
        if lost * 2000 >= self.limit_ms:
            raise Overloaded(f"{lost * 1000:.0f} ms of a limit of {self.limit_ms:.0f} ms")
        self._at = self._now() + more
        return False

    def _lost(self) -> float:
        """Seconds that the machine took from this bot."""
        if self._before is None:
            return self._late
        now, cpu, waited = self._before
        span, used = self._now() - now, self._load.cpu_s() - cpu
        # The bots of a worker run on the cores that it has.
        others = len(os.sched_getaffinity(0)) * span - used
        return max(0.0, min(max(self._late, self._load.waited_s() - waited), others, span))
