"""A ranking that copies of a bot do not move: by what each takes from the strongest mix of all.

Elo depends on who is in the field: enter eight copies of a bot that you beat, and you rise. Take the share of the
points of each against each as a game of two that choose a bot each. It has a mix of bots against which nobody takes
more than half: a "maximal lottery" (P. C. Fishburn, Review of Economic Studies 51, 1984), or "Nash averaging" (D.
Balduzzi, K. Tuyls, J. Perolat and T. Graepel, "Re-evaluating evaluation", NeurIPS 2018). Bots are ranked by what they
take from that mix. Of copies, what one has in the mix they share, and so nobody else moves. Where one bot beats all
others it is the mix, and the others stand by what they take from it; rock, paper and scissors are all in it, at one
half. Where results are exactly level there may be several such mixes; then each bot has what it takes at least from
any of them, which does not depend on the copies either.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.statistics.arrays import Bools, Floats, Ints

_NOTHING = 1e-10
_STEEP = 20


@dataclass(frozen=True)
class Mix:
    """One strongest mix: `parts`, of shape (bots,), are each at least 0 and add up to 1. `scores`, of shape (bots,),
    are what each bot takes at least from any such mix, less one half: never above 0."""

    parts: Floats
    scores: Floats


def strongest_mix(margin: Floats) -> Mix:
    """Find the strongest mix. `margin`, of shape (bots, bots), is what the row takes from the column less one half; its
    transpose is -margin.

    This is a linear program, solved by the simplex method (G. B. Dantzig), and for each bot another one over its
    solutions.
    """
    bots = len(margin)
    # All above 0, so that the value of the game is, too. Against weights that sum up to 1 / value nobody takes over 1.
    table = np.hstack([margin + 1.0, np.eye(bots), np.ones((bots, 1))])
    costs = np.concatenate([-np.ones(bots), np.zeros(bots + 1)])
    basis = np.arange(bots, 2 * bots)
    _solve(table, costs, basis, np.ones(2 * bots, dtype=np.bool_))
    weights = _weights(table, basis, bots)
    parts = weights / weights.sum()
    scores = margin @ parts
    # What is not in the basis and costs nothing can be in another solution.
    free = np.abs(costs[:-1]) <= _NOTHING
    free[basis] = False
    if free.any():
        free[basis] = True
        for bot in range(bots):
            other, at = table.copy(), basis.copy()
            objective = np.concatenate([margin[bot], np.zeros(bots + 1)])
            objective -= objective[at] @ other
            _solve(other, objective, at, free)
            found = _weights(other, at, bots)
            scores[bot] = margin[bot] @ (found / found.sum())
    return Mix(parts, np.minimum(scores, 0.0))


def _solve(table: Floats, costs: Floats, basis: Ints, allowed: Bools) -> None:
    """Pivots, in place, until no allowed column lowers the costs: the steepest first; after many steps the first one
    that does, so that it ends (R. G. Bland)."""
    rows, steps = len(table), 0
    while (wanted := np.flatnonzero((costs[:-1] < -_NOTHING) & allowed)).size:
        steps += 1
        enters = int(wanted[np.argmin(costs[wanted])] if steps <= _STEEP * rows else wanted[0])
        column = table[:, enters]
        limits = np.where(column > _NOTHING, table[:, -1] / np.where(column > _NOTHING, column, 1.0), np.inf)
        ties = np.flatnonzero(limits <= limits.min() + _NOTHING)
        leaves = int(ties[np.argmin(basis[ties])])
        table[leaves] /= table[leaves, enters]
        others = np.arange(rows) != leaves
        table[others] -= table[others, enters][:, None] * table[leaves]
        costs -= costs[enters] * table[leaves]
        basis[leaves] = enters


def _weights(table: Floats, basis: Ints, bots: int) -> Floats:
    weights = np.zeros(2 * bots)
    weights[basis] = np.maximum(table[:, -1], 0.0)
    return weights[:bots]
