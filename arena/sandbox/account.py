"""Splits the processor time that a bot used by whether its seat was on turn."""

from __future__ import annotations

from collections.abc import Callable

PERIOD = 0.02
"""The seconds between two readings of the processor time. Turns are often much shorter, and reading is not free."""


class Account:
    """Splits a bot's processor time in one game. `read` returns that time in seconds so far; every `now` is in seconds.

    A stretch in which the seat was on turn all the time, or never, is split exactly. Of a mixed one as much is counted
    as thinking on turn as one thread can do in that time.
    """

    def __init__(self, read: Callable[[], float], now: float) -> None:
        self.on_s = 0.0
        self.off_s = 0.0
        self.off_wall_s = 0.0
        """The seconds for which the seat was not on turn."""
        self._read = read
        self.cpu_s = read()
        """The seconds of processor time when it was read last, at most `PERIOD` before a turn began."""
        self.due = now + PERIOD
        """The time from which on it must be read before another turn begins."""
        self._since = now
        self._off = self._on = 0.0
        """Seconds off and on turn since the last reading."""

    def rest(self, now: float) -> None:
        """Read what was used since the seat's last turn, so that it is told apart from what the turn uses which begins
        now."""
        self._off += now - self._since
        self._since = now
        self._settle()

    def turn(self, began: float, ended: float) -> None:
        """Note that the seat was on turn from `began` to `ended`, and is no longer."""
        self._off += began - self._since
        self._on += ended - began
        self._since = ended
        if ended >= self.due:
            self._settle()

    def close(self, now: float, look: Callable[[], bool]) -> None:
        """Note that the game is over. What a last `look` finds, such as the time of children that have ended, counts as
        thinking on turn; it returns whether it may have found any."""
        self.rest(now)
        if look():
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
