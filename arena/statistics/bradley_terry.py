"""The rating model: one joint Bradley-Terry fit of all pair results, on the Elo scale.

The model says that a player of strength a takes a share 1 / (1 + exp(b - a)) of the points from one of strength b; a
shared place is half a point for each (R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs",
Biometrika 39, 1952). Strengths are natural logarithms here and become Elo with the factor 400 / ln 10.

Results alone may have no finite fit (6-0; a beats b beats c; two groups that never met). So each player has also drawn
one game against a virtual opponent in the middle of the field. Among a hundred real games it moves a rating by
little, and it makes the fit unique and finite whatever the results are.
"""

from __future__ import annotations

from math import log

import numpy as np

from arena.statistics.arrays import Floats, Ints

ELO = 400 / log(10)
"""The Elo points in one unit of strength."""

PRIOR_GAMES = 1.0
"""The number of games that each player has drawn against the virtual opponent before its first real one."""

_CONVERGED = 1e-9
_SAME = 1e-8


def fit(points: Floats, start: Floats | None = None) -> Floats:
    """Strengths that fit `points`, of shape (..., players, players): points of row against column.

    Many matrices are fitted at once; the result has shape (..., players). `start`, of shape (players,), is a guess that
    saves steps. Newton's method on a strictly convex function: there is one answer, independent of order and start.
    """
    met = points + np.swapaxes(points, -1, -2)
    taken = points.sum(axis=-1)
    diagonal = np.arange(points.shape[-1])
    strengths: Floats = np.zeros(taken.shape) if start is None else np.broadcast_to(start, taken.shape).copy()
    while True:
        expected, curvature = _expected(met, strengths)
        virtual = share(strengths)
        slope = taken - expected.sum(axis=-1) + PRIOR_GAMES * (0.5 - virtual)
        step = np.linalg.solve(_information(curvature, virtual, diagonal), slope[..., None])[..., 0]
        # A Newton step on logistic curves surely goes downhill if no difference of two strengths moves by more than 1;
        # the virtual opponent, who stays at 0, counts too.
        reach = np.maximum(step.max(axis=-1), 0) - np.minimum(step.min(axis=-1), 0)
        strengths += step / np.maximum(reach, 1)[..., None]
        if not reach.size or reach.max() < _CONVERGED:
            return strengths


def information(points: Floats, strengths: Floats) -> Floats:
    """The Fisher information of the fit, of shape (players, players), with the virtual games: always invertible."""
    _, curvature = _expected(points + points.T, strengths)
    return _information(curvature, share(strengths), np.arange(len(strengths)))


def joined(strengths: Floats) -> Floats:
    """The strengths, with those made equal that differ only by rounding, so that equal results show equal ratings."""
    order = np.argsort(strengths)
    cluster = np.cumsum(np.diff(strengths[order], prepend=strengths[order][:1]) > _SAME)
    means = np.bincount(cluster, strengths[order]) / np.maximum(np.bincount(cluster), 1)
    result: Floats = np.empty_like(strengths)
    result[order] = means[cluster]
    return result


def components(points: Floats) -> list[list[int]]:
    """The sets of players that met, directly or through others; each is ascending, and the largest comes first.

    Ratings compare players only within one set. A player without any pair result is in none.
    """
    met = (points + points.T) > 0
    left = set(np.flatnonzero(met.any(axis=1)).tolist())
    found = []
    while left:
        frontier = {min(left)}
        reached: set[int] = set()
        while frontier:
            reached |= frontier
            frontier = set(np.flatnonzero(met[sorted(frontier)].any(axis=0)).tolist()) - reached
        found.append(sorted(reached))
        left -= reached
    return sorted(found, key=lambda component: (-len(component), component))


def one_sided(points: Floats) -> list[list[list[int]]]:
    """Sets of players between which all points went one way, for each of `components` that has several such sets.

    Within a set everybody took points from everybody, directly or through others (the strongly connected components of
    "took points from"; L. R. Ford, American Mathematical Monthly 64, 1957): there the results alone have a finite fit.
    The distance of two sets has no upper bound in the results, only the virtual games give it one. Sets are ascending
    and come with the one that took more first; those of which neither took points from the other, directly or through
    others, though both lost to the same, are put together.
    """
    reach = (points > 0) | np.eye(len(points), dtype=np.bool_)
    while True:
        further = (reach.astype(np.float32) @ reach.astype(np.float32)) > 0
        if (further == reach).all():
            break
        reach = further
    found = []
    for component in components(points):
        sets = {tuple(np.flatnonzero(reach[player] & reach[:, player]).tolist()) for player in component}
        # Whoever took points, directly or through others, from a set reaches more players than it does.
        ordered = sorted(sets, key=lambda players: -int(reach[players[0]].sum()))
        rank: dict[int, int] = {}
        for players in ordered:
            above = max((rank[other] for other in rank if reach[other, players[0]]), default=-1)
            rank.update(dict.fromkeys(players, above + 1))
        if len(ordered) > 1:
            ranks = sorted(set(rank.values()))
            found.append([sorted(player for player in rank if rank[player] == each) for each in ranks])
    return found


def share(difference: Floats) -> Floats:
    """1 / (1 + exp(-difference)), in a form that cannot overflow."""
    result: Floats = 0.5 + 0.5 * np.tanh(difference / 2)
    return result


def _expected(met: Floats, strengths: Floats) -> tuple[Floats, Floats]:
    shares = share(strengths[..., :, None] - strengths[..., None, :])
    expected = met * shares
    return expected, expected * (1 - shares)


def _information(curvature: Floats, virtual: Floats, diagonal: Ints) -> Floats:
    result = -curvature
    result[..., diagonal, diagonal] = curvature.sum(axis=-1) + PRIOR_GAMES * virtual * (1 - virtual)
    return result
