"""How sure a mean or an effect over deals is: intervals and likelihoods from the spread between deals.

As in `arena.statistics.ratings`, whole deals are the evidence: they share their luck, and every line-up plays them. The
figures here are linear in the deals, or made so (a mean of several games a deal is a ratio; its first-order term is
used): each deal moves a figure by so much, and the moves add up to 0. The variance of such a figure over resamples of
the deals is just the sum of the squared moves; nothing needs to be drawn. (B. Efron, "Bootstrap methods", Annals of
Statistics 7, 1979, section 8; for effects of a fit it is the cluster-robust variance of K.-Y. Liang and S. L. Zeger,
Biometrika 73, 1986.) Like the drawn one it is too small by (G - 1) / G for G deals, and is itself uncertain: Student's
quantile for G - 1 is used. G is counted for each bot. Below `FEWEST_GROUPS` nothing honest can be said, and the error
is None.

What was seen is not all that can happen: a deal that would move a figure may not have come up. Where all deals agreed,
three more are imagined, which move the figure by a stake: half of a win, or the standard deviation of all scores of the
contest. So G deals that agree leave an error of about 3.4 / G stakes: no less than the "rule of three", by which up to
3 in G of what never happened may happen. The three are there to the degree that silent deals outnumber the others: all
whose games ended alike (all lost, most often) against the rest, or those that moved nothing, if they are more than four
to one. So k deals of hundreds that moved a figure leave an error of 1.96 * sqrt(k + 3), which holds 95 % of Poisson's
distribution for every rate. Where every deal says something else one deal more like those that were seen is imagined
(root mean square), and widens the error by 1 / (2 G) of itself. Where no two scores of a contest differ, nothing tells
how far scores can differ: the stake is 0 and the error is None, unknown.

A share of wins near 0 or 1 needs a lopsided interval: that of E. B. Wilson (Journal of the American Statistical
Association 22, 1927) for as many independent games as would give the variance seen between deals; but for no more
games than deals, to the degree that silent deals outnumber the others. Where all deals agreed on another share than 0
or 1, nothing was seen of the variance. Then Student's quantile squared, nearly four, is the number of deals that are
imagined, all lost for the low end and all won for the high end; for a share of 0 or 1 both ways give the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isfinite, sqrt

import numpy as np
from msgspec import Struct

from arena.statistics import DOUBT, FEWEST_GROUPS, Bools, Floats, Ints, as_normal, student_975, student_below

IMAGINED_DEALS = 3.0

_NOTHING = 1e-9
_CELLS = 1_000_000


class Spread(Struct, frozen=True):
    """A figure of every bot, of shape (bots,), and how sure it is. If `deals` is 0 the figure is not known.

    `_products[a, b]` is the sum over deals of the move of a's figure times that of b's; `_moved` is the effective
    number of deals that moved a figure (the squared sum of squared moves, by the sum of fourth powers). `_rare` is the
    degree to which deals that moved nothing outnumber the others, `_alike` that of deals whose games all ended alike,
    and `_stake` what a deal could move.
    """

    value: Floats
    deals: Ints
    _products: Floats
    _moved: Floats
    _rare: Floats
    _alike: Floats
    _stake: Floats

    def figure(self, bot: int) -> float | None:
        return float(self.value[bot]) if self.deals[bot] else None

    def error(self, bot: int) -> float | None:
        """Half the width of the 95 % interval; None if it is not known."""
        variance = self._variance(float(self._products[bot, bot]), bot)
        if self.deals[bot] < FEWEST_GROUPS or variance <= 0:
            return None
        return sqrt(variance) * self._student(bot)

    def share_interval(self, bot: int) -> tuple[float, float] | None:
        """The 95 % interval of a figure that is a share of games; None if it is not known."""
        if self.deals[bot] < FEWEST_GROUPS:
            return None
        share, deals, square = float(self.value[bot]), float(self.deals[bot]), self._student(bot) ** 2
        if not self._moved[bot]:
            return share * deals / (deals + square), (share * deals + square) / (deals + square)
        variance = share * (1 - share)
        imagined = float(self._rare[bot]) * IMAGINED_DEALS * variance / deals**2
        games = variance / ((float(self._products[bot, bot]) + imagined) * self._bessel(bot))
        alike = float(self._alike[bot])
        games = 1 / ((1 - alike) / games + alike / min(games, deals))
        centre = (share * games + square / 2) / (games + square)
        half = sqrt(square * (games * share * (1 - share) + square / 4)) / (games + square)
        return max(centre - half, 0.0), min(centre + half, 1.0)

    def likelihood_above(self, bot: int, other: int) -> float | None:
        """The likelihood that the true figure of `bot` is above that of `other`; within `DOUBT` of neither 0 nor 1."""
        worse = bot if self.deals[bot] <= self.deals[other] else other
        alone = float(self._products[bot, bot] + self._products[other, other])
        seen = alone - 2 * float(self._products[bot, other])
        # Of two figures that move together rounding may leave a little.
        variance = self._variance(seen if seen > _NOTHING * alone else 0.0, worse)
        if self.deals[worse] < FEWEST_GROUPS or variance <= 0:
            return None
        distance = (self.value[bot] - self.value[other]) / sqrt(variance)
        likelihood = float(student_below(distance, self.deals[worse] - 1))
        return min(max(likelihood, DOUBT), 1 - DOUBT)

    def _variance(self, seen: float, bot: int) -> float:
        """The variance of a figure whose squared moves were `seen`, with what is imagined."""
        silent = max(float(self._rare[bot]), float(self._alike[bot])) if seen else 1.0
        like_seen = seen / max(float(self._moved[bot]), 1.0)
        imagined = (1 - silent) * like_seen + silent * IMAGINED_DEALS * float(self._stake[bot]) ** 2
        return (seen + imagined) * self._bessel(bot)

    def _bessel(self, bot: int) -> float:
        return float(self.deals[bot] / max(self.deals[bot] - 1, 1))

    def _student(self, bot: int) -> float:
        return float(student_975(self.deals[[bot]] - 1)[0])


def deviate(value: float, error_95: float, freedom: float) -> float | None:
    """How many errors a value is from nothing, as the normal deviate that is as unlikely; half its 95 % interval is
    known from so many degrees of freedom. None where that says nothing."""
    ratio = value / (error_95 / float(student_975(freedom)))
    return float(as_normal(np.array([ratio]), np.array([freedom]))[0]) if isfinite(ratio) else None


def spread(value: Floats, deals: Ints, alike: Ints, moves: Iterable[Floats], stake: float, scale: float) -> Spread:
    """The spread of figures `value`, each seen on `deals`, of which all games of `alike` ended alike: shapes (bots,).

    `moves` come in blocks of shape (some deals, bots). Moves that are nothing against one deal's part of `scale`, the
    largest game result, are rounding.
    """
    products = np.zeros((len(value), len(value)))
    fourth = np.zeros(len(value))
    each = np.maximum(deals, 1)
    for block in moves:
        block = np.where(np.abs(block) > _NOTHING * scale / each, block, 0.0)
        products += block.T @ block
        fourth += (block**4).sum(axis=0)
    moved = np.diag(products) ** 2 / np.maximum(fourth, np.finfo(np.float64).tiny)
    rare, all_alike = np.maximum(1 - 5 * moved / each, 0), np.maximum(2 * alike / each - 1, 0)
    return Spread(value, deals, products, moved, rare, all_alike, stake / each)


def mean_spread(deal: Ints, bot: Ints, result: Floats, bots: int, stake: float) -> Spread:
    """The spread of each bot's mean result; game k of `bot[k]` was on `deal[k]` (ascending) and brought `result[k]`."""
    games = np.maximum(np.bincount(bot, minlength=bots), 1)
    value = np.bincount(bot, result, bots) / games
    lowest, highest = np.full(bots, np.inf), np.full(bots, -np.inf)
    np.minimum.at(lowest, bot, result)
    np.maximum.at(highest, bot, result)
    deals, low, high = np.zeros((3, bots), dtype=np.int64)
    for part, first, count in blocks(deal, bots):
        where, who, what = deal[part] - first, bot[part], result[part]
        played = per_deal(where, who, None, count, bots)
        deals += np.count_nonzero(played, axis=0)
        for end, all_there in (lowest, low), (highest, high):
            there = per_deal(where, who, what == end[who], count, bots)
            all_there += np.count_nonzero((there == played) & (played > 0), axis=0)

    def moves() -> Iterator[Floats]:
        for part, first, count in blocks(deal, bots):
            rest = result[part] - value[bot[part]]
            yield per_deal(deal[part] - first, bot[part], rest, count, bots) / games

    scale = float(np.abs(result).max(initial=0.0))
    return spread(value, deals, np.maximum(low, high), moves(), stake, scale)


def blocks(deal: Ints, bots: int) -> Iterator[tuple[slice, int, int]]:
    """Cut games whose deals are ascending into parts with few enough deals for a table of deals by bots. Yields (games,
    first deal, number of deals)."""
    last = int(deal[-1]) + 1 if len(deal) else 0
    step = max(_CELLS // max(bots, 1), 1)
    for first in range(0, last, step):
        count = min(step, last - first)
        start, stop = np.searchsorted(deal, [first, first + count])
        yield slice(int(start), int(stop)), first, count


def per_deal(deal: Ints, bot: Ints, value: Floats | Bools | None, deals: int, bots: int) -> Floats:
    """The sum of `value` over the games of each bot on each deal, of shape (deals, bots); None counts the games."""
    # Without entries, bincount counts in whole numbers.
    sums: Floats = np.bincount(deal * bots + bot, value, deals * bots).astype(np.float64)
    return sums.reshape(deals, bots)


def renumbered(deal: Ints) -> Ints:
    """Number ascending deals anew, without gaps."""
    numbers: Ints = np.cumsum(np.diff(deal, prepend=deal[:1]) > 0)
    return numbers
