"""What a clean sweep proves: each deal group taken as one event that could have gone the other way.

After 20-0 the fit is as far out as the virtual games let it be, and nothing was seen to vary. What can be said is how
weak a bot may be and still win so: its groups' chances, multiplied, are 2.5 % at the bound (C. J. Clopper and E. S.
Pearson, Biometrika 26, 1934). Whether the games of a group would have been lost together nobody knows; taking them as
one is the careful choice. A bot that lost a point has proved no more than it would have without losing it: so the
same figure, as if the bot had swept (which might have made seats look equal), limits what is claimed of every other.
"""

from __future__ import annotations

from math import log

import numpy as np

from arena.statistics.arrays import Floats, Ints
from arena.statistics.bradley_terry import share
from arena.statistics.joint_model import JointFit
from arena.statistics.pairs import PairResults


class Sweeps:
    """`groups` (bots, ...) are the deal groups of each bot."""

    def __init__(self, results: PairResults, fit: JointFit, groups: Ints) -> None:
        self._results, self._fit, self._groups = results, fit, groups
        self._chances: dict[tuple[int, bool], Floats] = {}

    def bound(self, bot: int, side: int, seats: bool = True) -> float:
        """The strength at which the bot would win (`side` 1) or lose (-1) all its groups in 2.5 % of contests, the
        others being as strong as they are fitted, and seats worth what is fitted, or nothing."""
        ahead, events = self._played(bot, seats)
        low, high = float(ahead.min()) - 20.0, float(ahead.max()) + 20.0
        while high - low > 1e-6:
            middle = (low + high) / 2
            rare = float(events @ np.log(share(side * (middle - ahead)))) < log(0.025)
            low, high = (middle, high) if rare == (side > 0) else (low, middle)
        return low

    def chances(self, side: int, seats: bool = True) -> Floats:
        """How likely the bot of the row would win (`side` 1) or lose (-1) all its groups if it were as strong as the
        bot of the column, of shape (bots, bots)."""
        found = self._chances.get((side, seats))
        if found is None:
            found = np.ones((len(self._fit.bots), len(self._fit.bots)))
            for bot in range(len(found)):
                ahead, events = self._played(bot, seats)
                if len(ahead):
                    found[bot] = np.exp(events @ np.log(share(side * (self._fit.bots - ahead[:, None]))))
            self._chances[side, seats] = found
        return found

    def _played(self, bot: int, with_seats: bool) -> tuple[Floats, Floats]:
        """By cell of a bot: the strength that would make it even, and deal groups, each of which is one event."""
        results = self._results
        as_row, as_column = results.row == bot, results.column == bot
        mine = as_row ^ as_column
        other = np.where(as_row, results.column, results.row)[mine]
        worth = self._fit.seats * with_seats
        seats = (worth[results.row_seat] - worth[results.column_seat])[mine]
        events = results.met[mine] * (self._groups[bot] / max(int(results.met[mine].sum()), 1))
        return self._fit.bots[other] - np.where(as_row[mine], seats, -seats), events
