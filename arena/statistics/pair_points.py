"""What players took from each other, seat against seat, deal group by deal group: the data of the rating model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.statistics.arrays import Floats, Ints


@dataclass(frozen=True)
class PairPoints:
    """What players took from each other, by deal group: the data of the rating model.

    Entry k says that in group `group[k]` (0, 1, ... without gaps) player `row[k]` took `value[k]` points from player
    `column[k]`. Entries are sorted and their values positive; a pair that met has one in at least one direction.
    """

    players: int
    groups: int
    group: Ints
    row: Ints
    column: Ints
    value: Floats

    def matrix(self, times: Ints | None = None) -> Floats:
        """Shape (players, players): points of row against column, group g counted `times[g]` times (else once)."""
        value = self.value if times is None else self.value * times[self.group]
        flat = np.bincount(self.row * self.players + self.column, value, self.players**2)
        # Without entries, bincount counts in whole numbers.
        return flat.astype(np.float64).reshape(self.players, self.players)

    def groups_of_each(self) -> Ints:
        """Shape (players,): the number of deal groups in which each player met anybody."""
        player = np.concatenate([self.row, self.column])
        seen = np.unique(np.concatenate([self.group, self.group]) * self.players + player)
        return np.bincount(seen % self.players, minlength=self.players)
