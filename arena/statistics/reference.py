"""Which bots a rating is measured against: the mean of those that are established.

A rating without anchors is a distance to a mean. If everybody is in that mean, a newcomer moves it with every lucky
game, and its wide error is part of everybody's. So the mean is that of the bots with `ESTABLISHED_GROUPS` deal groups
at least, in each set of bots that met: a newcomer is measured against them, and moves no other bot's number by more
than its games with that bot say.

Ten groups, since `ratings` imagines four more: below that the interval of a bot says more of what is imagined than of
what was seen. (Simulated newcomers to a field of eight had 95 % intervals that held the truth in 98 to 99 % after 5 to
12 groups: true, but 200 to 330 Elo to each side.) It is also how many a settled order waits for before it looks.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arena.statistics.ratings import Ratings

ESTABLISHED_GROUPS = 10
"""The number of deal groups from which on a bot is a measure for others, and has its place among them."""


def established(ratings: Ratings) -> list[list[int]]:
    """The established bots of each of `ratings.components`: those with enough groups, and anchors.

    If a set has fewer than two of these, they are all bots of it: there is nothing yet that a newcomer could be
    measured against.
    """
    groups = ratings.results.groups_of_each
    found = []
    for component in ratings.components:
        enough = [bot for bot in component if groups[bot] >= ESTABLISHED_GROUPS or bot in ratings.anchors]
        found.append(enough if len(enough) > 1 else component)
    return found


def about(ratings: Ratings, measures: Sequence[Sequence[int]], mean: float) -> Ratings:
    """The same ratings, moved so that the `measures` of each component have the mean `mean`; errors are those of the
    distance to that mean. Anchors stay what they are."""
    if ratings.anchors:
        return ratings
    elo, centring = ratings.elo.copy(), np.eye(len(ratings.elo))
    for component, measure in zip(ratings.components, measures, strict=True):
        elo[component] += mean - elo[list(measure)].mean()
        centring[np.ix_(component, measure)] -= 1 / len(measure)
    return ratings.about(elo, centring)
