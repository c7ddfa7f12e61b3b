"""Two simulated players, and the exact probability of everything that a mirrored deal can bring one of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import log, sqrt

import numpy as np

from arena.statistics import Floats, Model, share

ELO = 400 / log(10)
SHARES = np.linspace(0, 1, 5)

_NODES = 25


@dataclass(frozen=True)
class Duel:
    """How two players meet; all in Elo.

    A game is drawn if its players come out closer than `draw`. `luck` is the standard deviation of what the deal gives
    a seat: it changes sides when the players change seats. `taste` is that of how much better a deal suits one of
    them than the other: it does not.
    """

    name: str
    draw: float = 0.0
    luck: float = 0.0
    taste: float = 0.0

    def shares(self, strength: float) -> Floats:
        """Shape (5,): how likely NEW, stronger by so much, takes 0, 1/4, ... 1 of the points of two mirrored games."""
        nodes, weights = np.polynomial.hermite_e.hermegauss(_NODES)
        weights = weights / weights.sum()
        luck, taste = nodes[:, None] * self.luck, nodes[None, :] * self.taste
        first, second = self._game(strength + taste + luck), self._game(strength + taste - luck)
        both = np.zeros((5, _NODES, _NODES))
        for half_points, other in product(range(3), repeat=2):
            both[half_points + other] += first[half_points] * second[other]
        result: Floats = np.einsum("kij,i,j->k", both, weights, weights)
        return result

    def strength(self, elo: float, model: Model) -> float:
        """How much stronger NEW must be for the difference to be `elo` in the sense of the model."""
        low, high = -3000.0, 3000.0
        while high - low > 1e-6:
            middle = (low + high) / 2
            low, high = (middle, high) if elo_of(self.shares(middle), model) < elo else (low, middle)
        return (low + high) / 2

    def _game(self, strength: Floats) -> tuple[Floats, Floats, Floats]:
        """How likely a game is lost, drawn, won."""
        won, lost = share((strength - self.draw) / ELO), share((-strength - self.draw) / ELO)
        return lost, np.maximum(1 - won - lost, 0), won


def elo_of(shares: Floats, model: Model) -> float:
    """The Elo of such deal groups, by the definitions of `arena.statistics.sprt`, written down once more."""
    mean = float(shares @ SHARES)
    if model == "logistic":
        return 400 * float(np.log10(mean / (1 - mean)))
    deviation_of_group = sqrt(float(shares @ (SHARES - mean) ** 2))
    return (mean - 0.5) / (deviation_of_group * sqrt(2)) * 800 / log(10)
