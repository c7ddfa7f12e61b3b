"""Estimates how long a contest will still take from the games that were measured, or says nothing as long as it
cannot.
"""

from __future__ import annotations

FEWEST = 4  # games from which a pace is taken

_THIN = 1.05
"""Each time that is noted has so many times as many games as the one before, so that a million games leave some
hundreds of notes."""


class Pace:
    """The pace of games of which `jobs` run at once. It is measured from when each job has played its first game: until
    then bots are started, and nothing ends.

    The later half of the games counts. The earlier ones are slower, as every worker starts every bot once; and what the
    machine has to do besides changes in an evening.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._games = 0
        self._noted: list[tuple[int, float]] = []
        self._last = 0.0

    def stored(self, games: int, now: float) -> None:
        """Note that so many more games have ended; `now` is in seconds of any clock."""
        self._games += games
        self._last = now
        if not self._noted or self._games >= self._noted[-1][0] * _THIN:
            self._noted.append((self._games, now))

    def left(self, games: int, now: float) -> float | None:
        """The seconds that so many further games will take; None if too few have ended to tell."""
        since = max(self._jobs, self._games // 2)
        begin = next(((count, at) for count, at in self._noted if count >= since), None)
        if begin is None or self._games - begin[0] < max(self._jobs, FEWEST) or self._last <= begin[1]:
            return None
        each = (self._last - begin[1]) / (self._games - begin[0])
        return max(0.0, games * each - (now - self._last))
