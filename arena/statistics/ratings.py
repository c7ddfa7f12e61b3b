"""Ratings with what is known of their certainty: from the spread between deal groups, in closed form.

Games of one deal group share their luck, so they are not independent evidence: with mirrored deals the luck cancels
within the group, with deterministic bots a group may say one thing many times. Whole groups are independent. The
deviations of a group's pair results, summed for each bot and seat, say how that group pulls at the fit; the squares
of the pulls, carried through the inverse information, are the covariance of all ratings (the cluster-robust variance
of K.-Y. Liang and S. L. Zeger, Biometrika 73, 1986). It is what a bootstrap of deal groups finds by drawing, to first
order, with nothing drawn.

Five things are mended (the first three in `group_spread`):

- Who meets whom is the organiser's plan, not chance. So a group's pull is taken from the mean pull of the groups with
  the same line-up (strata: D. A. Binder, International Statistical Review 51, 1983), not from what the model expects:
  where rock beats scissors beats paper every time the model is wrong, and the ratings are sure all the same. With g
  groups of a line-up this makes the pulls too small by sqrt((g - 1) / g), which is put right; a group that is alone
  with its line-up is compared with the model, and g is the number of all groups of the bot.
- What was seen is not all that can happen. After 6-0, or after a hundred deals that were all split 1-1, nothing
  varied. As in the "plus four" rule for proportions (A. Agresti and B. A. Coull, The American Statistician 52, 1998)
  four further groups are imagined that might have gone either way: as one lot if the games of a group are seen to go
  together (or nothing is seen to vary), else game by game. They only add spread and move no rating. The more groups
  have a part in the spread that was seen, the less is left to imagine: the four count divided by the square of the
  effective number of these (the squared sum of squared pulls, by the sum of fourth powers). It is G where all pull as
  hard, and 1 where a single group of a hundred pulled at all.
- Deals may decide: a hundred that were split 1-1 though the games were open say that luck cancels, not that no deal
  can be won twice. To the degree that most groups are silent and vary less than independent games would, three more are
  imagined, whole: after k groups of many that were not split the error is that of k + 3, which holds 95 % of Poisson's
  distribution for every rate and is no less than the "rule of three".
- A spread known from few groups is itself uncertain: Student's quantile replaces the normal one; the degrees of freedom
  are the groups of the bot less one for each line-up.
- The virtual games pull every rating towards the middle, and how far is known: that is no chance but a bias, and its
  square counts as variance. Where many games decide it is nothing; where bots or seats win nearly always and virtual
  games hold the fit, it is the greater part of the error. Without it a fit looks surest where it is held most.

Where many games decide, a distance is normal, but for a first term of skewness (`skewness`) that moves both ends of
its interval. Where few do, distance and error grow together and their ratio proves nothing. There claims about two
bots, and both ends of intervals, are made by the test of `score_test`, and what they say never exceeds what a clean
sweep would prove (`sweeps`). An end that only the virtual games set is not known.

Below `FEWEST_GROUPS` of a bot nothing honest can be said, and the error is None: unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from statistics import NormalDist

import numpy as np

from arena.statistics.arrays import Bools, Floats, Ints
from arena.statistics.bradley_terry import ELO, components
from arena.statistics.drift import Change, changes
from arena.statistics.group_spread import GroupSpread, spread
from arena.statistics.joint_model import JointFit, joint_fit
from arena.statistics.pairs import PairResults
from arena.statistics.score_test import ScoreTest
from arena.statistics.skewness import Skewness, shift, straightened
from arena.statistics.student import DOUBT, FEWEST_GROUPS, student_975, student_below, student_quantile
from arena.statistics.sweeps import Sweeps

_FEW = 9.0
"""The number of deciding games from which on the first terms of their distribution say enough; fewer are looked at one
by one."""
_OPEN, _CLEAR = 1.5, 8.0
"""Distances in errors: bots that are nearer than the first are not told apart, and those farther than the second surely
are, whatever few games say."""
_NORMAL = NormalDist()


@dataclass(frozen=True)
class Ratings:
    """Ratings of bots and advantages of seats on the Elo scale; arrays over bots, then over seats.

    `elo` is the rating of a bot or the advantage of a seat, and `known` whether there is one. The error is that of the
    distance to the mean of all rated bots, or to the anchors (whose own is 0 by definition); for a seat, to the mean
    of the seats. `bound` is 1 for a bot that took every point it played for, -1 for one that took none, else 0.
    `components` lists which bots can be compared, directly, through others, or through anchors.
    """

    results: PairResults
    fit: JointFit
    elo: Floats
    known: Bools
    components: list[list[int]]
    anchors: Mapping[int, float]
    bound: Ints
    covariance: Floats
    freedom: Floats
    spread: GroupSpread
    score: ScoreTest
    sweeps: Sweeps
    _groups: Ints
    _centring: Floats

    def rating(self, index: int) -> float | None:
        return float(self.elo[index]) if self.known[index] else None

    def error(self, index: int) -> float | None:
        """Half the width of the 95 % interval; None if it is not known."""
        if index in self.anchors:
            return 0.0
        if not self.known[index] or self._groups[index] < FEWEST_GROUPS:
            return None
        return float(np.sqrt(self.covariance[index, index]) * student_975(self.freedom[index]))

    def interval(self, bot: int) -> tuple[float | None, float | None]:
        """The 95 % interval; None for an end that is not known.

        Where few games decide, the ends are those of the score test, if there are any. After a clean sweep only the end
        towards the others is known, and comes from the chance of such a sweep (`sweeps`), which limits the end of all
        others as well.
        """
        error = self.error(bot)
        if error is None:
            return None, None
        elo = float(self.elo[bot])
        if bot in self.anchors:
            return elo, elo
        if bound := int(self.bound[bot]):
            inner = self._swept(bot, bound)
            return (inner, None) if bound > 0 else (None, inner)
        skewness, events = self._shapes
        freedom = float(self.freedom[bot])
        contrast = self._centring[bot]
        low, high = self._ends(contrast, elo, error, freedom, float(skewness[bot]), float(events[bot]))
        if events[bot] < _FEW and any(games.seats > 2 for games in self.results.tables):
            # Pair results of one game depend on each other in ways that few groups do not show: the wider of both.
            low = None if low is None else min(low, elo - error)
            high = None if high is None else max(high, elo + error)
        if events[bot] < _FEW and contrast @ self.fit.values[:-1] > 0:
            low = None if low is None else min(low, *(self._swept(bot, 1, seats) for seats in (True, False)))
        elif events[bot] < _FEW:
            high = None if high is None else max(high, *(self._swept(bot, -1, seats) for seats in (True, False)))
        return low, high

    def _ends(
        self, contrast: Floats, elo: float, error: float, freedom: float, skewness: float, events: float
    ) -> tuple[float | None, float | None]:
        """The ends of an interval around a contrast that is fitted as `elo`."""
        quantile = float(student_975(freedom))
        if events >= _FEW:
            moved = shift(quantile, skewness) * error / quantile
            return elo - error + moved, elo + error + moved
        fitted = float(contrast @ self.fit.values[:-1])
        ends = [self.score.end(contrast, side * quantile, error / ELO) for side in (1, -1)]
        low, high = (None if end is None else elo + (end - fitted) * ELO for end in ends)
        return low, high

    @cached_property
    def _skewness(self) -> Skewness:
        """The skewness of the score of every rating."""
        model, fit = self.fit.model, self.fit
        bots = self.results.bots
        return Skewness(model.met, fit.expected, model.jumps((fit.inverse_information @ self._centring.T)[:, :bots]))

    @cached_property
    def _shapes(self) -> tuple[Floats, Floats]:
        return self._skewness.of_each(np.diag(self.covariance)[: self.results.bots] / ELO**2)

    @cached_property
    def _shapes_between(self) -> tuple[Floats, Floats]:
        return self._skewness.between(self._variances() / ELO**2)

    @cached_property
    def deviates(self) -> Floats:
        """By how many standard errors the bot of the row is above that of the column, of shape (bots, bots); nan if
        they cannot be compared or too few groups were played.

        This is their distance divided by its error, straightened; or, where few games decide between them, the score
        test of their being equal, but never more than a clean sweep would prove.
        """
        bots = self.results.bots
        variance = self._variances()
        sure = (self._groups[:bots] >= FEWEST_GROUPS) | np.isin(np.arange(bots), list(self.anchors))
        comparable = np.zeros((bots, bots), dtype=np.bool_)
        for component in self.components:
            comparable[np.ix_(component, component)] = True
        comparable &= sure[:, None] & sure & (variance > 0)
        distance = self.elo[:bots, None] - self.elo[:bots]
        ratios = np.where(comparable, distance / np.sqrt(np.where(comparable, variance, 1.0)), 0.0)
        skewness, events = self._shapes_between
        deviates: Floats = np.where(comparable, straightened(ratios, skewness), np.nan)
        fixed = list(self.anchors)
        few = comparable & (events < _FEW) & (distance > 0)
        few[np.ix_(fixed, fixed)] = False
        for bot, other in np.argwhere(few & (deviates > _OPEN)).tolist():
            # Who is far out by its error is further out by the score.
            if ratios[bot, other] < _CLEAR:
                contrast = np.zeros(len(self.elo))
                contrast[bot], contrast[other] = 1.0, -1.0
                deviates[bot, other] = max(self.score.deviate(contrast, 0.0), _OPEN)
            deviates[bot, other] = min(deviates[bot, other], self._of_sweep(bot, other))
            deviates[other, bot] = -deviates[bot, other]
        return deviates

    def likelihoods(self) -> Floats:
        """How likely the bot of the row is stronger than that of the column, of shape (bots, bots); nan if unknown.

        It follows from the `deviates`; after a clean sweep it is 1 less the chance of such a sweep between equals. It
        is never nearer to 0 or 1 than `DOUBT`.
        """
        return self._likelihoods

    @cached_property
    def _likelihoods(self) -> Floats:
        bots = self.results.bots
        deviates = self.deviates
        comparable = ~np.isnan(deviates)
        freedom = np.minimum(self.freedom[:bots, None], self.freedom[:bots])
        above = student_below(np.where(comparable, deviates, 0.0), freedom)
        ahead = comparable & (self.elo[:bots, None] > self.elo[:bots])
        swept = ahead & (self.bound[:bots, None] > self.bound[:bots])
        for bot, other in np.argwhere(swept).tolist():
            above[bot, other] = max(1 - self._chance_between(bot, other), 0.5)
            above[other, bot] = 1 - above[bot, other]
        likelihoods: Floats = np.where(comparable, np.clip(above, DOUBT, 1 - DOUBT), np.nan)
        return likelihoods

    def about(self, elo: Floats, centring: Floats) -> Ratings:
        """The same ratings around other means: `elo` replaces these, and `centring`, of shape (bots + seats, bots +
        seats), turns them into the distances to those means."""
        covariance = centring @ self.covariance @ centring.T
        return replace(self, elo=elo, covariance=covariance, _centring=centring @ self._centring)

    def changes(self, stage: Ints | None = None) -> list[Change]:
        """The bots that surely changed their strength on the way; see `drift`. `stage`, of shape (groups,), says in
        which stage or round each deal group was played; None: each is one by itself."""
        bots = [bot for bot in range(self.results.bots) if self.known[bot] and bot not in self.anchors]
        influence = (self._centring @ self.fit.inverse_information)[: self.results.bots]
        by_group, groups = self.spread.by_group, len(self.results.line_up)
        if stage is not None:
            # Where there are many, several together; the last groups may be void.
            first_of_row = -(-np.arange(len(by_group)) * groups // len(by_group))
            stage = stage[first_of_row] if groups else None
        sets = () if self.anchors else self.components
        freedom = self.results.freedom_of_each / np.maximum(self.results.groups_of_each, 1)
        return changes(by_group, self.spread.present, influence, freedom, bots, sets, stage)

    def from_mean_of(self, bot: int, others: Sequence[int]) -> tuple[float, float | None] | None:
        """The distance of a bot to the mean of some others, and its error on the side where that is greater, None if it
        is not known; None altogether if not all can be compared."""
        if not any({bot, *others} <= set(component) for component in self.components):
            return None
        contrast = np.zeros(len(self.elo))
        contrast[bot] = 1.0
        contrast[list(others)] -= 1 / len(others)
        distance = float(contrast @ self.elo)
        everybody = [bot, *others]
        if self._groups[everybody].min() < FEWEST_GROUPS:
            return distance, None
        variance, freedom = max(float(contrast @ self.covariance @ contrast), 0.0), float(self.freedom[everybody].min())
        error = sqrt(variance) * float(student_975(freedom))
        direction = self.fit.model.jumps(self.fit.inverse_information @ contrast)[:, None]
        shape = Skewness(self.fit.model.met, self.fit.expected, direction).of_each(np.array([variance]) / ELO**2)
        if shape[1][0] >= _FEW:
            return distance, error
        ends = self._ends(contrast, distance, error, freedom, *map(float, np.concatenate(shape)))
        if ends[0] is None or ends[1] is None:
            return distance, None
        return distance, max(distance - ends[0], ends[1] - distance)

    def _variances(self) -> Floats:
        """The variances of all distances, of shape (bots, bots)."""
        covariance = self.covariance[: self.results.bots, : self.results.bots]
        own = np.diag(covariance)
        variances: Floats = own[:, None] + own - 2 * covariance
        # Where two move together, as a bot with itself, rounding may leave a little.
        variances[variances <= 1e-9 * (own[:, None] + own)] = 0.0
        return variances

    def _chance_between(self, stronger: int, weaker: int) -> float:
        """How likely a clean sweep of one of two, in the direction of their distance, would be of equals: the one that
        was made, or if none was, the less likely."""
        sides = (stronger, weaker, 1), (weaker, stronger, -1)
        made = [self.sweeps.chances(side)[bot, other] for bot, other, side in sides if self.bound[bot] == side]
        asked = (
            [self.sweeps.chances(side, seats)[bot, other] for seats in (True, False)] for bot, other, side in sides
        )
        return float(min(made or [max(each) for each in asked]))

    def _of_sweep(self, stronger: int, weaker: int) -> float:
        """What a sweep proves, as a normal deviate."""
        likely = min(max(1 - self._chance_between(stronger, weaker), 0.5), 1 - DOUBT / 1000)
        return float(student_quantile(_NORMAL.inv_cdf(likely), min(self.freedom[stronger], self.freedom[weaker])))

    def _swept(self, bot: int, side: int, seats: bool = True) -> float:
        """The end of the interval if all groups of the bot had gone one way."""
        moved = (self.sweeps.bound(bot, side, seats) - float(self.fit.bots[bot])) * ELO
        # Without an anchor a bot that moves takes the mean along.
        return float(self.elo[bot]) + moved * float(self._centring[bot, bot])


def rate(results: PairResults, mean: float, anchors: Mapping[int, float] | None = None) -> Ratings:
    """Ratings with the given mean over all rated bots, or with the bots of `anchors` at these Elo.

    Anchors without a pair result are left out, which `Ratings.anchors` shows.
    """
    bots, size = results.bots, results.bots + results.seats
    rated = results.groups_of_each > 0
    anchors = {bot: elo for bot, elo in (anchors or {}).items() if rated[bot]}
    zero = sum(anchors.values()) / len(anchors) if anchors else mean
    fit = joint_fit(results, {bot: (elo - zero) / ELO for bot, elo in anchors.items()})
    groups_of_seats, freedom_of_seats = _groups_of_seats(results)
    groups = np.concatenate([results.groups_of_each, groups_of_seats])
    freedom = np.concatenate([results.freedom_of_each, freedom_of_seats])
    inverse, pull = fit.inverse_information, fit.model.virtual_pull(fit.values)
    groups_apart = spread(results, fit, groups)
    # What is imagined is evidence, too: without it the error would know no bounds where hardly any was seen.
    with_imagined = inverse @ np.linalg.inv(np.eye(size) + groups_apart.evidence[:, None] * inverse)
    seen = inverse @ (groups_apart.seen + np.outer(pull, pull)) @ inverse
    covariance = (seen + (with_imagined * groups_apart.imagined) @ with_imagined.T) * ELO**2

    centring = np.eye(size)
    if not anchors and rated.any():
        centring[:bots, :bots] -= rated / rated.sum()
    for first, games in zip(results.first_seat, results.tables, strict=True):
        seats = slice(bots + first, bots + first + games.seats)
        centring[seats, seats] -= 1 / games.seats
    covariance = centring @ covariance @ centring.T
    rare = _rare(groups_apart, centring @ inverse, groups, np.diag(covariance) / ELO**2)
    elo = np.concatenate([fit.bots, fit.seats]) * ELO
    elo[:bots] += zero if anchors or not rated.any() else mean - elo[:bots][rated].mean()
    for bot, fixed in anchors.items():
        elo[bot] = fixed
    return Ratings(
        results=results,
        fit=fit,
        elo=elo,
        known=np.concatenate([rated, fit.told]),
        components=_compared(results, anchors),
        anchors=anchors,
        bound=_bounds(results),
        covariance=covariance * np.sqrt(np.outer(rare, rare)),
        freedom=np.maximum(np.minimum(freedom, groups - 1), 1),
        spread=groups_apart,
        score=ScoreTest(fit, groups_apart),
        sweeps=Sweeps(results, fit, groups),
        _groups=groups,
        _centring=centring,
    )


def _rare(spread: GroupSpread, influence: Floats, groups: Ints, variance: Floats) -> Floats:
    """Shape (bots + seats,): what the variance of each is multiplied by: one more group might move it as those did that
    moved it most. To the degree that few did, though its own pulls are many (one seat decides, the other never)."""
    squares = (spread.by_group @ influence.T) ** 2
    effective = np.maximum(squares.sum(axis=0) ** 2 / np.maximum((squares**2).sum(axis=0), 1e-300), 1)
    factors: Floats = 1 + np.maximum(1 - 5 * effective / np.maximum(groups, 1), 0) / effective * (
        squares.sum(axis=0) / np.maximum(variance, 1e-300)
    )
    return factors


def _groups_of_seats(results: PairResults) -> tuple[Ints, Floats]:
    """Shapes (seats,): the groups with games at each seat's table, and these less 1 for each line-up of several."""
    counts = np.zeros(results.seats, dtype=np.int64)
    freedom = np.zeros(results.seats)
    for first, games in zip(results.first_seat, results.tables, strict=True):
        group = np.flatnonzero(np.bincount(games.group))
        alike = results.groups_alike[results.line_up[group]]
        counts[first : first + games.seats] = len(group)
        freedom[first : first + games.seats] = (1 - (alike > 1) / alike).sum()
    return counts, freedom


def _compared(results: PairResults, anchors: Mapping[int, float]) -> list[list[int]]:
    wins, draws = results.tallies()
    met = (wins + wins.T + draws).astype(np.float64)
    linked = list(anchors)
    met[np.ix_(linked, linked)] += 1.0 - np.eye(len(linked))
    return components(met)


def _bounds(results: PairResults) -> Ints:
    wins, draws = results.tallies()
    won, lost, drawn = wins.sum(axis=1), wins.sum(axis=0), draws.sum(axis=1)
    bounds: Ints = np.where(drawn > 0, 0, np.where(lost == 0, won > 0, -(won == 0).astype(np.int64)))
    return bounds
