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
        """How long the seat was not on turn."""
        self._read = read
        self.cpu_s = read()
        """Seconds of processor time when it was read last, no longer than `PERIOD` before a turn began."""
        self._since = now
        self._on = False
        self._wall = [0.0, 0.0]
        """Seconds off and on turn since the last reading."""

    def turn(self, on: bool, now: float) -> None:
        """Note that from `now` on the seat is on turn, or is not."""
        self._wall[self._on] += now - self._since
        self._since, self._on = now, on
        if self._wall[0] + self._wall[1] >= PERIOD:
            self._settle()

    def close(self, now: float, look: Callable[[], object]) -> None:
        """Note that the game is over. What a last `look` at all processes finds, such as the time of children that have
        ended, is counted as thinking on turn."""
        self.turn(False, now)
        self._settle()
        look()
        self.on_s += self._read() - self.cpu_s

    def _settle(self) -> None:
        cpu = self._read()
        off, on = self._wall
        used, self.cpu_s, self._wall = cpu - self.cpu_s, cpu, [0.0, 0.0]
        thinking = used if not off else min(used, on)
        self.on_s += thinking
        self.off_s += used - thinking
        self.off_wall_s += off
