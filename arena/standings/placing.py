"""Says who stands where: each set of bots that met by itself, provisional bots apart, benched ones last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from arena.standings.figures import rounded
from arena.standings.results import Results
from arena.statistics import Ratings

OrderedBy: TypeAlias = Literal["rating", "lower bound"]
"""What bots are ranked by: the rating, or the low end of its 95 % interval, below which the truth is in 2.5 % of cases.
The latter is for a ladder, in which some have played much and some little: nobody leads it by luck, and whoever plays
on rises as the interval shrinks."""


@dataclass(frozen=True)
class Places:
    """`order` are all bots as the rows of the standings follow each other; by bot there are `rank`, and the numbers of
    the sets (from 0, None for one without a rating) in which ranks count.

    Without a rank are bots that are `provisional` (see `arena.statistics.reference`), have no rating or are benched.
    """

    order: tuple[int, ...]
    rank: tuple[int | None, ...]
    set: tuple[int | None, ...]
    provisional: frozenset[int]
    _ranked: tuple[bool, ...]

    def next(self, row: int) -> int | None:
        """The bot of the row after that one, if the two can be compared there: both have a rank in the same set."""
        if row + 1 == len(self.order):
            return None
        bot, following = self.order[row : row + 2]
        alike = self._ranked[bot] and self._ranked[following] and self.set[bot] == self.set[following]
        return following if alike else None

    def ranked(self, number: int) -> list[int]:
        """The bots with a rank in that set, best first."""
        return [bot for bot in self.order if self._ranked[bot] and self.set[bot] == number]


def places_of(
    results: Results, ratings: Ratings, established: Sequence[Sequence[int]], by: OrderedBy = "rating"
) -> Places:
    """The places of `results.names`; bots have the same numbers in `ratings`. Equal bots share the better rank: 1, 2,
    2, 4.
    """
    bots = range(len(results.names))
    set_of = dict[int, int]()
    for number, component in enumerate(ratings.components):
        set_of.update(dict.fromkeys(component, number))
    benched = [name in results.reasons for name in results.names]
    measures = {bot for measure in established for bot in measure}
    provisional = frozenset(bot for bot in bots if bot in set_of and bot not in measures and not benched[bot])
    ranked = [bot in measures and not benched[bot] for bot in bots]
    values = [_value(ratings, bot, by) for bot in bots]

    def place(bot: int) -> tuple[bool, bool, bool, int, tuple[bool, float], str]:
        unrated = bot not in set_of
        high = (values[bot][0], -values[bot][1])
        return benched[bot], unrated, bot in provisional, set_of.get(bot, 0), high, results.names[bot]

    order = tuple(sorted(bots, key=place))
    rank: list[int | None] = [None] * len(bots)
    for number in range(len(ratings.components)):
        in_set = [bot for bot in order if ranked[bot] and set_of[bot] == number]
        for position, bot in enumerate(in_set):
            above = in_set[position - 1] if position else bot
            rank[bot] = rank[above] if position and values[above] == values[bot] else position + 1
    return Places(
        order=order,
        rank=tuple(rank),
        set=tuple(set_of.get(bot) for bot in bots),
        provisional=provisional,
        _ranked=tuple(ranked),
    )


def _value(ratings: Ratings, bot: int, by: OrderedBy) -> tuple[bool, float]:
    """Whether the figure by which bots are ordered is unknown, and the figure (where it is unknown the rating)."""
    elo = rounded(ratings.rating(bot) or 0.0)
    if by == "rating":
        return False, elo
    low, _ = ratings.interval(bot) if bot not in ratings.anchors else (elo, elo)
    return (True, elo) if low is None else (False, rounded(low))
