"""A time limit by the clock, extended by the time that the machine took.

What the machine takes (`machine_time`) is given back at the limit, and what it takes of that is given back in turn. The
referee sleeps in short slices, and each that ends late by more than `TOLERANCE` is time in which nobody could have been
heard: that counts as taken from the referee, however it came. If the referee heard nobody for half of the time, or a
bot would have to wait for many times its limit, nobody can say any more who was late.

A bot that has used as much of the processor as it had time has had its time, however long that took: so no bot can make
its own lost game void.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from math import inf

import trio

from arena.errors import Trouble
from arena.players.machine_time import NOTHING, GivenBack, Load, Taken, given_back, read, taken_since

SLICE = 0.05  # seconds between two measurements of the referee's own lag
TOLERANCE = 0.02  # seconds by which a slice may end late and still be called punctual
LEAST = 0.001  # seconds that are worth giving back
PAUSE = 0.005  # seconds until a bot that stands in the queue for the processor is looked at again
MOST = 10  # times its limit and margin, after which nobody waits for a bot any longer


class Overloaded(Trouble):
    """The machine took more of the limit than can be given back."""


class Deadline:
    """A time limit counted from `began`, extended by the time that the machine took. `limit_ms` None means no limit;
    `margin_ms` is the measuring error that is allowed past it; `early` is what the machine had taken before this was
    made."""

    def __init__(
        self,
        load: Load,
        limit_ms: float | None,
        margin_ms: float,
        now: Callable[[], float],
        began: float,
        early: Taken = NOTHING,
    ) -> None:
        self.limit_ms = limit_ms
        self.began = began
        self.lag = 0.0
        """The most by which a slice ended late, in seconds."""
        self._load = load
        self._now = now
        self._early = early
        self._end = inf if limit_ms is None else began + (limit_ms + margin_ms) / 1000
        self._at = self._end + early.all
        self._late = 0.0
        self._woke = -inf
        self._queue: frozenset[str] | None = None
        self._before = None if limit_ms is None else read(load, now)
        self._unheard = 0.0 if self._before is None else self._before.referee
        """For how long the referee had waited for the processor when it looked for an answer last."""

    async def wait(self, ready: Callable[[], Awaitable[None]], most: float = SLICE) -> None:
        """Wait until `ready` returns, but not past the limit, and not for more than `most` seconds."""
        if self._before is not None:
            self._unheard = self._load.referee_waited_s()
        wake = min(self._at, self._now() + most)
        with trio.CancelScope(deadline=wake):
            await ready()
        self._woke = self._now()
        self.add_lag(self._woke - wake)

    def add_lag(self, seconds: float) -> None:
        """Note that the referee could not look for so many seconds."""
        self.lag = max(self.lag, seconds)
        if seconds > TOLERANCE:
            self._late += seconds

    def starved(self) -> bool:
        """Whether the bot has been kept from the processor. This costs some system calls."""
        return self._before is not None and self._load.waited_s() - self._before.waited > LEAST

    def used_s(self) -> float | None:
        """The seconds of processor time that the bot has used since this was made; None if there is no limit."""
        return None if self._before is None else self._load.used_s() - self._before.used

    def given_back(self, answered: bool) -> GivenBack:
        """What is not charged of the time until now, when an answer has just been found, or none."""
        unread = self._load.referee_waited_s() - self._unheard if answered and self._before is not None else 0.0
        return given_back(self._early, self._taken(self._now(), unread))

    def passed(self) -> bool:
        """Whether the limit had passed before the last wait ended, so that whoever has looked for an answer since then
        has seen all that came in time. Raises Overloaded."""
        if self._woke < self._at:
            return False
        if not self.limit_ms:  # who has used up his bank had no time to lose
            return True
        now = self._now()
        taken = self._taken(now)
        self._at = self._end + self._early.all + taken.all
        over = self._at - now < LEAST
        if over and (taken.most - taken.all < LEAST or not self._in_queue()):
            return True
        span = now - self.began
        if min(self._late, taken.most) * 2 >= span or span >= MOST * (self._end - self.began):
            raise Overloaded(
                f"{(self._early.all + taken.all) * 1000:.0f} of {span * 1000:.0f} ms, the limit is "
                f"{self.limit_ms:.0f} ms"
            )
        if over:
            self._at = now + PAUSE
        return False

    def _taken(self, now: float, unread: float = 0.0) -> Taken:
        return NOTHING if self._before is None else taken_since(self._load, self._before, now, self._late, unread)

    def _in_queue(self) -> bool:
        """Whether a thread of the bot that could run has not come to the processor since its time was over. The kernel
        counts what it waits only when it does, and to write its answer may be all that it has left to do."""
        queue = self._load.queue()
        self._queue = queue if self._queue is None else self._queue & queue
        return bool(self._queue)
