"""What standings claim of all bots at once, from their ratings: intervals of ranks, and who is stronger than whom."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np

from arena.standings.figures import known
from arena.standings.placing import Places
from arena.standings.report import Claim, Claimed
from arena.standings.results import Results
from arena.statistics import CONFIDENCE, FEWEST_GROUPS, Claims, Ratings, claims


@dataclass(frozen=True)
class Claiming:
    """Claims about the bots that have a rank, made for each set of bots that met by itself; all sets together keep one
    promise.
    """

    _claims: Claims
    _places: Places

    @classmethod
    def of(cls, ratings: Ratings, places: Places) -> Claiming:
        bots = ratings.results.bots
        comparable = np.zeros((bots, bots), dtype=np.bool_)
        for number in range(len(ratings.components)):
            ranked = places.ranked(number)
            comparable[np.ix_(ranked, ranked)] = True
        # Where the spread is not known there is nothing to compare; that of an anchor is that of the other bot.
        anchors = np.isin(np.arange(bots), list(ratings.anchors))
        sure = (ratings.results.groups_of_each >= FEWEST_GROUPS) | anchors
        comparable &= sure[:, None] & sure & ~(anchors[:, None] & anchors)
        freedom = np.where(anchors, np.inf, ratings.freedom[:bots])
        return cls(claims(ratings.deviates, ratings.covariance[:bots, :bots], freedom, comparable), places)

    def ranks(self, bot: int) -> tuple[int | None, int | None]:
        """The best and the worst rank that a bot may truly have; None for a bot without a rank."""
        number = self._places.set[bot]
        if self._places.rank[bot] is None or number is None:
            return None, None
        others = [other for other in self._places.ranked(number) if other != bot]
        return self._claims.ranks(bot, np.array(others, dtype=np.int64))

    def stated(self, results: Results) -> Claimed:
        """All claims, by the bots' names."""
        order, names = self._places.order, results.names
        found = (
            Claim(
                bot=names[bot],
                stronger_than=tuple(names[other] for other in order if self._claims.stronger[bot, other]),
            )
            for bot in order
        )
        return Claimed(
            confidence_percent=100 * CONFIDENCE,
            critical=known(self._claims.critical if isfinite(self._claims.critical) else None, 3),
            claims=tuple(claim for claim in found if claim.stronger_than),
        )
