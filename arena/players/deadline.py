"""A limit by the clock from which the machine's time is taken off.

Two things are measured of a machine that has too much to do. The referee sleeps in short slices, and each slice that
ends late by more than `TOLERANCE` is time in which nobody could have been heard. And the kernel counts for every thread
how long it could have run while others had the processor: a bot that is late because of that has not thought for too
long. At the limit the greater of the two is given back, and what the machine takes of that is given back in turn. Where
the referee heard nobody for half of the time, or a bot would have to wait for many times its limit, nobody can say any
more who was late.

What the bot itself took of the processor is never given back: else one that keeps the machine busy could make its own
time longer, or its own lost game void. So whoever has used as much of the processor as it had time has had its time,
however long that took.
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
PAUSE = 0.005  # seconds until a bot that stands in the queue for the processor is looked at again
MOST = 10  # times its limit and margin, after which nobody waits for a bot any longer


class Load(Protocol):
    """What is asked of a bot's meter, see `arena.sandbox.Meter`."""

    def cpu_s(self) -> float: ...
    def waited_s(self) -> float: ...
    def queue(self) -> frozenset[str]: ...


class Overloaded(Exception):
    """The machine took more of the limit than can be made good."""


class Deadline:
    """Of what `began` a moment ago. `limit_ms` None is no limit; `margin_ms` is the measuring error that is allowed
    past it."""

    def __init__(
        self, load: Load, limit_ms: float | None, margin_ms: float, now: Callable[[], float], began: float
    ) -> None:
        self.limit_ms = limit_ms
        self.began = began
        self.lag = 0.0
        """The most by which a slice ended late, in seconds."""
        self._load = load
        self._now = now
        self._end = self._at = inf if limit_ms is None else began + (limit_ms + margin_ms) / 1000
        self._late = 0.0
        self._woke = -inf
        self._queue: frozenset[str] | None = None
        self._before: tuple[float, float, float] | None = None

    async def wait(self, ready: Callable[[], Awaitable[None]], most: float = SLICE) -> None:
        """Until `ready`, but not past the limit, and not for more than `most` seconds."""
        if self._before is None and self.limit_ms is not None:
            self._before = (self._now(), self._load.cpu_s(), self._load.waited_s())
        wake = min(self._at, self._now() + most)
        with trio.CancelScope(deadline=wake):
            await ready()
        self._woke = self._now()
        late = self._woke - wake
        self.lag = max(self.lag, late)
        if late > TOLERANCE:
            self._late += late

    def passed(self) -> bool:
        """Whether it was over before the last wait ended, so that whoever has looked for an answer since then has seen
        all that came in time. Raises Overloaded."""
        if self._woke < self._at:
            return False
        if not self.limit_ms:  # who has used up his bank had no time to lose
            return True
        now = self._now()
        late, lost, most = self._lost(now)
        self._at = self._end + lost
        over = self._at - now < LEAST
        if over and (most - lost < LEAST or not self._in_queue()):
            return True
        span = now - self.began
        if late * 2 >= span or span >= MOST * (self._end - self.began):
            raise Overloaded(f"{lost * 1000:.0f} of {span * 1000:.0f} ms, the limit is {self.limit_ms:.0f} ms")
        if over:
            self._at = now + PAUSE
        return False

    def _lost(self, now: float) -> tuple[float, float, float]:
        """Seconds that the machine took from the referee, and in all from this bot; and the most that it can be."""
        if self._before is None:
            return self._late, self._late, self._late
        began, cpu, waited = self._before
        span, used = now - began, self._load.cpu_s() - cpu
        # The bots of a worker run on the cores that it has.
        most = max(0.0, min(len(os.sched_getaffinity(0)) * span - used, span))
        late = min(self._late, most)
        return late, max(late, min(self._load.waited_s() - waited, most)), most

    def _in_queue(self) -> bool:
        """Whether a thread of the bot that could run has not come to the processor since its time was over. The kernel
        counts what it waits only when it does, and to write its answer may be all that it has left to do."""
        queue = self._load.queue()
        self._queue = queue if self._queue is None else self._queue & queue
        return bool(self._queue)
