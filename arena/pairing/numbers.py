"""Sets of games by their numbers."""

from __future__ import annotations

from array import array
from bisect import bisect

import numpy as np

from arena.statistics import Ints


class Numbers:
    """A set of games by number, kept as runs without a gap, so that a million games played in order take a few
    bytes.
    """

    def __init__(self, numbers: Ints) -> None:
        """The set of numbers that ascend. Raises ValueError if one is there twice."""
        for number in numbers[1:][numbers[1:] == numbers[:-1]]:
            raise ValueError(f"game {number} is recorded twice; a game can count only once")
        gaps = np.flatnonzero(np.diff(numbers) != 1)
        self._size = len(numbers)
        self._begins = array("q", numbers[np.concatenate(([0], gaps + 1))].tolist() if self._size else [])
        self._ends = array("q", (numbers[np.concatenate((gaps, [-1]))] + 1).tolist() if self._size else [])

    def __len__(self) -> int:
        return self._size

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.first_missing(number) > number

    def first_missing(self, begin: int = 0) -> int:
        """The first number from `begin` on that is not in the set."""
        run = bisect(self._begins, begin) - 1
        return max(begin, self._ends[run]) if run >= 0 else begin

    def covers(self, begin: int, end: int) -> bool:
        """Whether all of `begin` to `end` - 1 are in the set."""
        return begin >= end or self.first_missing(begin) >= end

    def count(self, begin: int, end: int) -> int:
        """How many of `begin` to `end` - 1 are in the set."""
        first = max(bisect(self._begins, begin) - 1, 0)
        runs = zip(self._begins[first:], self._ends[first:], strict=True)
        return sum(max(min(stop, end) - max(start, begin), 0) for start, stop in runs)
