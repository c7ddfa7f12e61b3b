"""Whose turn it was while a bot used the processor."""

from __future__ import annotations

from collections.abc import Callable

PERIOD = 0.02
"""Seconds after which the processor time is read anew. Turns are often much shorter, and reading is not free."""


class Account:
    """Splits a bot's processor time in one game; `read` gives it in seconds, `now` is a time in seconds.

    A stretch in which the seat was on turn all the time, or never, is told exactly. Of a mixed one as much is counted
    as thinking on turn as one thread can do in that time.
    """

    def __init__(self, read: Callable[[], float], now: float) -> None:
        self.on_s = 0.0
        self.off_s = 0.0
        self.off_wall_s = 0.0
        """How long the seat was not on turn."""
        self._read = read
        self.cpu_s = read()
        """Seconds of processor time when it was read last, no longer than `PERIOD` before a turn began."""
        self.due = now + PERIOD
        """From then on it must be read before another turn begins."""
        self._since = now
        self._off = self._on = 0.0
        """Seconds off and on turn since the last reading."""

    def rest(self, now: float) -> None:
        """The seat has not been on turn since its last turn: what was used meanwhile is read, and told apart from that
        of the turn which begins now."""
        self._off += now - self._since
        self._since = now
        self._settle()

    def turn(self, began: float, ended: float) -> None:
        """The seat was on turn, and is no more."""
        self._off += began - self._since
        self._on += ended - began
        self._since = ended
        if ended >= self.due:
            self._settle()

    def close(self, now: float, look: Callable[[], object]) -> None:
        """The game is over. What a last `look` at all processes finds, such as the time of children that have ended, is
        counted as thinking on turn."""
        self.rest(now)
        look()
        self.on_s += self._read() - self.cpu_s

    def _settle(self) -> None:
        cpu = self._read()
        used, self.cpu_s = cpu - self.cpu_s, cpu
        thinking = used if not self._off else min(used, self._on)
        self.on_s += thinking
        self.off_s += used - thinking
        self.off_wall_s += self._off
        self._off = self._on = 0.0
        self.due = self._since + PERIOD
