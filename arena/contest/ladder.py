"""A ladder: a league without an end, in which near ones meet and bots may come and go.

Each stage gives every bot that plays one line-up, so a stage is short and all cores have work. Who meets whom:

- **New bots first.** A bot with fewer deal groups than `PLACED`, and than half of the field's median, is in up to
  `MOST` line-ups of a stage, and these come first in it. Where the seats of whole line-ups are more than the bots, the
  bots whose rating is least sure play once more.
- **Near ones are likelier.** A meeting of a and b has the weight w(a, b), from `FAR` for a foregone conclusion to 1 for
  an even match, or for bots of which nothing is known. One bot after the other, the least sure first, is given those
  of whom it has met too few for their weight: with the lowest (meetings + 1/2) / w. Over time meetings are shared out
  like weights, so nobody is met more than about 1 / `FAR` times as often as another. Among equals it is nearly a round
  robin: 8 of them after 200 games have met each of the others 3 or 4 times, seldom 2 or 5.
- **Seats** are balanced within each deal group, which plays all seatings of the contest.

The ratings behind it are the joint Bradley-Terry fit of all games between those that play now, as in the standings.
Where fewer bots play than a game has seats, the stage has no line-ups: the ladder waits for more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import pi

import numpy as np

from arena.contest.line_ups import LineUp
from arena.contest.seeds import digest
from arena.contest.stages import Bots, Played, Ranking, Stage
from arena.games import Deal
from arena.statistics.arrays import Floats, Ints
from arena.statistics.bradley_terry import fit, information, share

PLACED = 30
"""Deal groups after which a bot is not new any more."""
MOST = 4
"""Line-ups of one stage that a new bot may be in."""
FAR = 0.2
"""The weight of a meeting whose winner is known beforehand; that of an even match is 1."""

_DIGITS = 4  # of strengths: what a faster way to the same fit changes is far below, so it changes no stage


class Ladder:
    """Implements `Pairer`, with stages that never end. An object follows one contest: what it has summed of the stages
    it has seen is kept, and a fresh one makes the same stages.

    `deals` is how many deal groups each line-up of a stage plays. Sums take 16 bytes for each pair of bots ever.
    """

    def __init__(self, seats: int, deals: int, master: str) -> None:
        self._seats = seats
        self._deals = deals
        self._master = master
        self._sums = _Sums()
        self._strengths: Floats = np.zeros(0)

    def next(self, past: Sequence[Played], playing: Bots) -> Stage:
        """The stage after `past`; without line-ups if those that play are too few for one."""
        if len(playing) < self._seats:
            return Stage((), self._deals)
        self._sums.read(past, max(playing) + 1)
        luck = Deal(digest("ladder", self._master, len(past)).hex()).stream("order")
        bots = np.array(luck.shuffled(sorted(playing)))
        line_ups = self._line_ups(bots)
        return Stage(line_ups, self._deals, title=f"stage {len(past) + 1}")

    def ranking(self, past: Sequence[Played], playing: Bots | None = None) -> Ranking | None:
        """None: the ratings say it."""
        return None

    @property
    def least_games(self) -> int:
        """0: who can play is known only while it runs."""
        return 0

    @property
    def most_games(self) -> int | None:
        """None: it has no end."""
        return None

    def describe(self) -> list[str]:
        """The plan in a few lines, for people."""
        deals = f"{self._deals} deal group{'' if self._deals == 1 else 's'}"
        return [
            f"stage: each bot that plays is in a line-up of {self._seats}, at {deals}, over all seatings",
            f"line-ups: near ratings are likelier, up to {1 / FAR:g} times; whose rating is least sure plays first",
            f"new bots: up to {MOST} line-ups in a stage, until they have {PLACED} deal groups or half of the field's",
        ]

    def _line_ups(self, bots: Ints) -> tuple[LineUp, ...]:
        """Those of a stage in which these bots play, in an order that settles what is equal."""
        weights, doubt = self._judge(bots)
        met = self._sums.met[np.ix_(bots, bots)]
        groups = self._sums.groups[bots]
        field = int(np.sort(groups)[(len(bots) - 1) // 2])
        behind = np.maximum(min(field // 2, PLACED) - groups, 0)
        needs = 1 + np.minimum(-(-behind // self._deals), MOST - 1)
        least_sure = np.lexsort((-doubt,))
        needs[least_sure[: -int(needs.sum()) % self._seats]] += 1
        costs, chosen = (met + 0.5) / weights, list[LineUp]()
        turns = np.zeros(len(bots), dtype=np.int64)
        for bot in np.lexsort((-doubt, -behind)).tolist():
            while turns[bot] < needs[bot]:
                left = needs - turns
                tables = -(-int(left.clip(0).sum()) // self._seats)
                # Company is sought among those that need every line-up to come, those that need one, and then those
                # that have the fewest.
                ranks = np.where(left >= tables, -2, np.where(left > 0, -1, turns))
                table = _table(bot, ranks, costs, self._seats)
                chosen.append(tuple(sorted(bots[table].tolist())))
                turns[table] += 1
                for one, other in permutations(table, 2):
                    met[one, other] += 1
                    costs[one, other] = (met[one, other] + 0.5) / weights[one, other]
        return tuple(chosen)

    def _judge(self, bots: Ints) -> tuple[Floats, Floats]:
        """The weights of their meetings, of shape (bots, bots), and how unsure each rating is: its standard error."""
        order = np.argsort(bots)
        sorted_bots = bots[order]
        points = self._sums.half_points[np.ix_(sorted_bots, sorted_bots)] / 2
        start = np.zeros(len(self._sums.groups))
        start[: len(self._strengths)] = self._strengths
        start[sorted_bots] = fit(points, start[sorted_bots])
        self._strengths = start
        strengths = np.round(start[sorted_bots], _DIGITS)
        covariance = np.linalg.inv(information(points, strengths))
        variance = covariance.diagonal()
        # What a result is expected to be, the rating's own doubt included: an unsure favourite is less of one. (The
        # logistic of a normal variable, as D. J. C. MacKay has it in Neural Computation 4, 1992.)
        spread = np.maximum(variance[:, None] + variance - 2 * covariance, 0)
        expected = share((strengths[:, None] - strengths) / np.sqrt(1 + pi / 8 * spread))
        weights = FAR + (1 - FAR) * 4 * expected * (1 - expected)
        back = np.argsort(order)
        return np.round(weights[np.ix_(back, back)], _DIGITS), np.round(np.sqrt(variance)[back], _DIGITS)


def _table(bot: int, ranks: Ints, costs: Floats, seats: int) -> list[int]:
    """A line-up with that bot: those of a lower rank before all others, and of these each time the cheapest company."""
    table, total = [bot], costs[bot].copy()
    while len(table) < seats:
        total[table[-1]] = np.inf
        free = np.isfinite(total)
        other = int(np.argmin(np.where(ranks == ranks[free].min(), total, np.inf)))
        table.append(other)
        total += costs[other]
    return table


class _Sums:
    """What the stages seen so far come to: `groups` of each bot, in how many line-ups two `met`, and the half points
    that one took from another. Bots are numbers, and there is room for all of them."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._seen = 0
        self._last: Played | None = None
        self.groups: Ints = np.zeros(0, dtype=np.int64)
        self.met: Ints = np.zeros((0, 0), dtype=np.int64)
        self.half_points: Ints = np.zeros((0, 0), dtype=np.int64)

    def read(self, past: Sequence[Played], bots: int) -> None:
        """Add the stages that were not seen, and make room for so many bots."""
        if self._seen > len(past) or (self._last is not None and past[self._seen - 1] != self._last):
            self._clear()  # of another contest
        self._grow(bots)
        for at in range(self._seen, len(past)):
            self._add(past[at])
            self._last = past[at]
        self._seen = len(past)

    def _add(self, played: Played) -> None:
        self._grow(1 + max(bot for match in played.matches for bot in match.line_up))
        for match in played.matches:
            for place, bot in enumerate(match.line_up):
                self.groups[bot] += played.stage.deals
                for other, taken in zip(match.line_up, match.taken[place], strict=True):
                    self.half_points[bot, other] += taken
                    self.met[bot, other] += bot != other

    def _grow(self, bots: int) -> None:
        there = len(self.groups)
        if bots > there:
            more = max(bots, 2 * there) - there  # so that many small steps cost little
            self.groups = np.pad(self.groups, (0, more))
            self.met = np.pad(self.met, (0, more))
            self.half_points = np.pad(self.half_points, (0, more))
