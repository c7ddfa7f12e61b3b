"""What a game's points depend on: who plays, on which seat, how the deal fell, and the rest.

A seat's points in a game are its share of the pair results with the others, 0 to 1. Their variance is split by moments
(C. R. Henderson, Biometrics 9, 1953):

- **strength**: the variance of the points that the joint fit expects from the bots alone;
- **seat**: what the fit expects more once it knows the seats;
- **luck of the deal**: what a seat's points at one deal have in common whoever sits there: the mean product of what
  two games of a deal group, with different bots on that seat, left over of the expected points;
- **rest**: all else: the bots' own chance, what a deal is to one bot and not to another, third parties.

The expected points are themselves known only so well: the mean variance that comes from this is taken off strength and
seat (but for what a moment can have below 0). Deal groups whose bots never change seats tell nothing of the deal. Such
means need no million games: about `LARGEST_SAMPLE` at most are used, of as many deal groups as possible.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.statistics.arrays import AnyInts, Floats, mixed
from arena.statistics.bradley_terry import ELO, share
from arena.statistics.pairs import Games, compact
from arena.statistics.ratings import Ratings

LARGEST_SAMPLE = 50_000
"""The number of games that are used at most."""
FEW = 100
"""The games of a deal group up to which more of them are better evidence than those of a further group."""


@dataclass(frozen=True)
class Components:
    """The parts of the variance of a seat's points in a game, each at least 0; `deal` is None if nothing tells it, and
    is then contained in `rest`."""

    strength: float
    seat: float
    deal: float | None
    rest: float

    @property
    def total(self) -> float:
        return self.strength + self.seat + (self.deal or 0.0) + self.rest


def variance_components(ratings: Ratings, table: int) -> Components | None:
    """The parts for games of one of `ratings.results.tables`; None if no points differ."""
    results = ratings.results
    games = _sample(results.tables[table])
    seats = slice(results.first_seat[table], results.first_seat[table] + games.seats)
    # Games last, for speed: shapes (n, games), and (n, n, games) of seat against seat.
    bots, places = games.bots.T.copy(), games.places.T.copy()
    strengths, advantages = ratings.fit.bots[bots], ratings.fit.seats[seats]
    points = _points(np.sign(places - places[:, None]) / 2 + 0.5)
    by_strength = _points(share(strengths[:, None] - strengths))
    sides = strengths + advantages[:, None]
    expected = share(sides[:, None] - sides)
    left = points - _points(expected)
    of_seats = results.bots + np.arange(seats.start, seats.stop)[:, None]
    noise_of_bots = _noise(ratings.covariance, bots, expected)
    noise_of_seats = _noise(ratings.covariance, of_seats, expected)
    strength = max(float(np.mean((by_strength - 0.5) ** 2)) - noise_of_bots, 0.0)
    both = float(np.mean((_points(expected) - 0.5) ** 2))
    seat = (
        max(both - float(np.mean((by_strength - 0.5) ** 2)) - noise_of_seats, 0.0)
        if ratings.fit.told[seats.start]
        else 0.0
    )
    unexplained = float(np.mean(left**2))
    if strength + seat + unexplained <= 0:
        return None
    deal = _in_common(games, left)
    if deal is None:
        return Components(strength, seat, None, unexplained)
    deal = min(max(deal, 0.0), unexplained)
    return Components(strength, seat, deal, unexplained - deal)


def _sample(games: Games) -> Games:
    """Of all deal groups, or of evenly spaced ones where even `FEW` games of each were too many: as many games of each
    as make `LARGEST_SAMPLE` together, groups numbered anew. Chosen by a hash, since games have seats by turns."""
    size = np.bincount(games.group)
    there = np.flatnonzero(size > 0)
    wanted = max(LARGEST_SAMPLE // max(len(there), 1), FEW)
    step = -(-int(np.minimum(size, wanted).sum()) // LARGEST_SAMPLE)
    number = np.full(len(size), -1)
    number[there[::step]] = np.arange(len(there[::step]))
    kept = np.flatnonzero(number[games.group] >= 0)
    by_luck = mixed(kept) >> np.uint64(11)
    kept = kept[by_luck < (wanted / np.maximum(size, 1) * 2.0**53)[games.group[kept]]]
    return Games(number[games.group[kept]], games.bots[kept], games.places[kept].astype(np.int64))


def _points(pairs: Floats) -> Floats:
    """Shape (n, games), from (n, n, games) points of row against column; those against itself do not count."""
    n = len(pairs)
    points: Floats = (pairs.sum(axis=1) - np.trace(pairs) / n) / (n - 1)
    return points


def _noise(covariance: Floats, who: AnyInts, expected: Floats) -> float:
    """The mean variance of expected points that comes from the ratings' own, to first order; `who`, of shape (n, games)
    or (n, 1)."""
    n = len(expected)
    slopes = expected * (1 - expected) / (n - 1) / ELO
    gradient = -slopes
    own = np.arange(n)
    gradient[own, own] = slopes.sum(axis=1) - slopes[own, own]
    both: Floats = np.einsum("ijg,ikg->jkg", gradient, gradient)
    return float((both * covariance[who[:, None], who]).sum()) * n / expected.size


def _in_common(games: Games, left: Floats) -> float | None:
    """The mean product over two games of a group with different bots on the same seat; None without such two."""
    n, size = games.seats, int(games.bots.max()) + 1
    place = games.group * n + np.arange(n)[:, None]
    places = (int(games.group.max()) + 1) * n
    _, kind, of_own = compact(place * size + games.bots.T, places * size)
    sums, counts = np.bincount(place.ravel(), left.ravel(), places), np.bincount(place.ravel(), minlength=places)
    own = np.bincount(kind.ravel(), left.ravel())
    pairs = int(counts @ counts - of_own @ of_own)
    return float(sums @ sums - own @ own) / pairs if pairs else None
