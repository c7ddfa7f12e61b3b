"""How sure the ratings are: intervals and likelihoods from resampling deal groups.

Games of one deal group share their luck, so they are not independent evidence: with mirrored deals the luck cancels
within the group, with deterministic bots a group may say one thing many times. Whole groups are independent, so they
are what is drawn again, with replacement (B. Efron, "Bootstrap methods", Annals of Statistics 7, 1979).

The plain bootstrap is too sure in three ways, each mended here:

- It knows only what happened. After 6-0, or after a hundred deals that were all split 1-1, every resample says the
  same and the interval has no width. As in the "plus four" rule for proportions (A. Agresti and B. A. Coull, The
  American Statistician 52, 1998) four further groups are imagined that might have gone either way: as one lot if the
  games of a group are seen to go together (or nothing is seen to vary), else game by game. They only add spread and
  move no rating: it is a smoothed bootstrap, with the noise carried from points to ratings by the model's Fisher
  information. With G groups the added error falls like 1/G, the other like 1/sqrt(G), so the interval still shrinks
  where mirrored deals deserve it.
- The spread of resamples of G groups is too small by the factor sqrt((G - 1) / G).
- A spread known from few groups is itself uncertain: Student's quantile for G - 1 replaces the normal one.

G is counted for each player. Below `FEWEST_GROUPS` nothing honest can be said, and the error is None: unknown.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.statistics.arrays import Floats, Ints
from arena.statistics.bradley_terry import ELO, components, fit, information, joined, share
from arena.statistics.pair_points import PairPoints

RESAMPLES = 1000
FEWEST_GROUPS = 5
IMAGINED_GROUPS = 4.0

_SEED = 1500
_CHUNK = 50


@dataclass(frozen=True)
class Ratings:
    """Ratings of players on the Elo scale.

    `elo`, `error` (half the width of the 95 % interval) and `groups` are lists over players; `elo` is None for a
    player without a pair result, `error` also where too few deal groups were seen. The error is that of the distance
    to the mean of all players, or to the anchor (whose own is 0 by definition). `components` lists who can be compared.
    """

    elo: list[float | None]
    error: list[float | None]
    components: list[list[int]]
    _groups: Ints
    _draws: Floats

    def likelihood_above(self, player: int, other: int) -> float | None:
        """The share of resamples in which `player` is the stronger of two, ties half.

        Never 0 or 1: a thousand resamples cannot tell less than 1 in 1000 from nothing. None if unknown.
        """
        comparable = any(player in component and other in component for component in self.components)
        if not comparable or min(self._groups[player], self._groups[other]) < FEWEST_GROUPS:
            return None
        difference = self._draws[:, player] - self._draws[:, other]
        share = float(np.mean(difference > 0) + np.mean(difference == 0) / 2)
        return min(max(share, 1 / RESAMPLES), 1 - 1 / RESAMPLES)


def rate(points: PairPoints, mean: float, anchor: tuple[int, float] | None = None) -> Ratings:
    """Ratings with the given mean over all rated players, or with the player `anchor[0]` at `anchor[1]`."""
    matrix = points.matrix()
    compared = components(matrix)
    rated = sorted(player for component in compared for player in component)
    groups = points.groups_of_each()
    if not rated:
        return Ratings([None] * points.players, [None] * points.players, [], groups, np.zeros((0, points.players)))

    def from_origin(strengths: Floats) -> Floats:
        origin = strengths[..., [anchor[0]] if anchor else rated].mean(axis=-1, keepdims=True)
        centred: Floats = (strengths - origin) * ELO
        return centred

    strengths = joined(fit(matrix))
    elo = from_origin(strengths) + (anchor[1] if anchor else mean)
    draws = from_origin(_draws(points, matrix, strengths, groups))
    errors = np.zeros(points.players)
    sure = groups >= FEWEST_GROUPS
    if sure.any():
        bessel = np.sqrt(groups[sure] / (groups[sure] - 1))
        errors[sure] = draws.std(axis=0)[sure] * bessel * student_975(groups[sure] - 1)
    return Ratings(
        elo=[float(elo[player]) if player in rated else None for player in range(points.players)],
        error=[float(error) if known else None for error, known in zip(errors, sure, strict=True)],
        components=compared,
        _groups=groups,
        _draws=draws,
    )


def student_975(freedom: Ints) -> Floats:
    """The 97.5 % quantile of Student's distribution, right to 0.3 % from 4 degrees of freedom on.

    Expansion in 1/freedom around the normal quantile (Abramowitz and Stegun, 26.7.5).
    """
    z = 1.959964
    nu = freedom.astype(np.float64)
    result: Floats = (
        z
        + (z**3 + z) / (4 * nu)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * nu**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * nu**3)
    )
    return result


def _draws(points: PairPoints, matrix: Floats, strengths: Floats, groups: Ints) -> Floats:
    """Shape (2 * RESAMPLES, players): strengths refitted to resamples, each moved by a noise and by its opposite.

    Both signs are used so that noise alone favours nobody: two players with equal results come out at exactly 50 %.
    """
    rng = np.random.default_rng(_SEED)
    refitted = []
    for _ in range(0, RESAMPLES, _CHUNK):
        drawn = rng.integers(points.groups, size=(_CHUNK, points.groups))
        resampled = [points.matrix(np.bincount(row, minlength=points.groups)) for row in drawn]
        refitted.append(fit(np.array(resampled), start=strengths))
    centres = np.concatenate(refitted)
    noise = rng.standard_normal(centres.shape) * _swing(points, matrix, strengths, groups) * IMAGINED_GROUPS**0.5
    moved = np.linalg.solve(information(matrix, strengths), noise.T).T
    return np.concatenate([centres + moved, centres - moved])


def _swing(points: PairPoints, matrix: Floats, strengths: Floats, groups: Ints) -> Floats:
    """Shape (players,): by how many points an imagined group of average size might miss what the model expects.

    Half of the points, if all games of a group go the same way; of k independent games, only half of sqrt(k). How
    much the games of a group do move together is seen from the groups (the design effect: variance of a player's points
    over groups, by that of as many independent games). One group with all its games gone the same way is
    taken as seen already, so that where nothing varied the whole group is at stake. The effect is not taken below 1:
    mirrored deals earn their small variance in the resamples, not in what was never seen.
    """
    games = (matrix + matrix.T).sum(axis=1) / np.maximum(groups, 1)
    # Each point taken is above what was expected of the row by what it was short of 1, and below for the column.
    missing = share(strengths[points.column] - strengths[points.row])
    miss, shape = points.value * missing, (points.groups, points.players)
    misses = np.bincount(points.group * points.players + points.row, miss, points.groups * points.players)
    misses -= np.bincount(points.group * points.players + points.column, miss, points.groups * points.players)
    variance = miss * (1 - missing)
    independent = np.bincount(points.row, variance, points.players)
    independent += np.bincount(points.column, variance, points.players)
    observed = (misses.reshape(shape) ** 2).sum(axis=0)
    effect = (observed + games**2 / 4) / (independent + np.maximum(games, 1) / 4)
    swing: Floats = np.sqrt(games * np.clip(effect, 1, np.maximum(games, 1))) / 2
    return swing
