"""A mean over deals, and how sure it is."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from arena.standings import deviate, mean_spread, renumbered
from arena.statistics import Floats, Ints


class Figure(NamedTuple):
    """A mean over deals, half the width of its 95 % interval, and the degrees of freedom of that; of a share, which
    lies between 0 and 1, also the ends of its interval. None is unknown."""

    value: float | None = None
    error_95: float | None = None
    freedom: float = 0.0
    low_95: float | None = None
    high_95: float | None = None

    @property
    def deviate(self) -> float | None:
        """How many errors it is from nothing."""
        if self.value is None or not self.error_95:
            return None
        return deviate(self.value, self.error_95, self.freedom)

    def times(self, unit: float) -> Figure:
        """The same in another unit."""
        value, error, low, high = (
            None if one is None else unit * one for one in (self.value, self.error_95, self.low_95, self.high_95)
        )
        return Figure(value, error, self.freedom, low, high)

    def less(self, other: Figure) -> Figure:
        """The difference of two that have no deals in common."""
        if self.value is None or other.value is None:
            return Figure()
        value = self.value - other.value
        if self.error_95 is None or other.error_95 is None:
            return Figure(value)
        return Figure(value, sqrt(self.error_95**2 + other.error_95**2), min(self.freedom, other.freedom))


def means(deal: Ints, kind: Ints, value: Floats, kinds: int, stake: float, share: bool = False) -> list[Figure]:
    """The mean of each kind, over deals that come in any order; `stake` is what a deal that was not seen may move, and
    `share` whether all values lie between 0 and 1."""
    order = np.argsort(deal, kind="stable")
    spread = mean_spread(renumbered(deal[order]), kind[order], value[order], kinds, stake)
    ends = [(spread.share_interval(at) if share else None) or (None, None) for at in range(kinds)]
    return [Figure(spread.figure(at), spread.error(at), float(spread.deals[at] - 1), *ends[at]) for at in range(kinds)]
