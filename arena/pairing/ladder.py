"""A ladder: a league without an end, in which those meet whose games say most, and bots may come and go.

Each stage gives every bot that plays one line-up, so a stage is short and all cores have work. Who meets whom:

- **New bots first.** A bot with fewer deal groups than `PLACED`, and than half of the field's median, is in up to
  `MOST` line-ups of a stage, and these come first in it. Where the seats of whole line-ups are more than the bots,
  those with the fewest deal groups play once more.
- **Nobody is starved.** In every stage each bot that plays is in one line-up at least and in `MOST` at most; so over
  the stages in which two both play, neither gets more than `MOST` times as many as the other. Two that came together,
  and were there in the same stages, never differ by more than one.
- **What is learned decides.** A meeting is worth what it is expected to take from the mean square error of all ratings
  together. That is most between near ones, for a foregone result says little; between unsure ones; and between those
  of whom the other results do not say already how far they are apart. Line-ups are laid so that all of a stage together
  are worth most, that of a line-up being the sum over its pairs.
- **One stage in `BY_LOT` is drawn by lot.** If those who won meet only those who won, little says by how much they are
  ahead of the rest, and ratings drift apart: in a field of 200 with a standard deviation of 200 Elo by a sixth after 40
  deal groups, and their error is greater than with company at random (`benchmarks/ladder_pairing.py`).
- **No pair goes on for ever.** Two that were in the same line-up more than `OFTEN` times as often as if all were met
  alike, or more than half-way from that to always, do not meet until they are not, but where it cannot be helped. So in
  a field of some size a bot meets a quarter of the others at the least.
- **Seats** are balanced within each deal group, which plays all seatings of the contest.

The ratings behind it are the joint Bradley-Terry fit of all games between those that play now, as in the standings.
Where fewer bots play than a game has seats, the stage has no line-ups: the ladder waits for more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

import numpy as np

from arena.games import Deal
from arena.pairing.company import MOST_WORTH, RESTS, seated
from arena.pairing.line_ups import LineUp
from arena.pairing.luck import digest
from arena.pairing.meetings import Known, Meetings
from arena.pairing.nearness import near_line_ups
from arena.pairing.stages import FIRST_RULE, Bots, FormatRanking, PastStage, Stage
from arena.statistics import Floats, Ints, share

PLACED = 30
"""The number of deal groups after which a bot is no longer new."""
MOST = 4
"""The most line-ups of one stage that a bot may be in."""
OFTEN = 4
"""How many times as often as if all were met alike two bots may meet before they rest."""

BY_LOT = 4
"""One stage in so many is drawn by lot."""

_LEAST_AMONG = 0.01  # variance of true strengths: of a field that looks like equals

LADDER_RULES = (FIRST_RULE, 2)
"""The rules by which a stage can be made anew (`Stage.rule`); new stages are made by the last."""


class Ladder:
    """Implements `Pairer`, with stages that never end. An object follows one contest: it keeps the sums of the stages
    that it has seen; a fresh object makes the same stages.

    `deals` is how many deal groups each line-up of a stage plays. `rule` is one of `LADDER_RULES`. Raises ValueError
    for fewer than 2 seats.
    """

    def __init__(self, seats: int, deals: int, master: str, rule: int = LADDER_RULES[-1]) -> None:
        if seats < 2:
            raise ValueError(
                f"in a ladder bots meet, and {seats} seat{' is' if seats == 1 else 's are'} too few for it"
            )
        self._seats = seats
        self._deals = deals
        self._master = master
        self._rule = rule
        self._meetings = Meetings()

    def next(self, past: Sequence[PastStage], playing: Bots) -> Stage:
        """The stage after `past`; it has no line-ups if the bots that play are too few for one."""
        if len(playing) < self._seats:
            return Stage((), self._deals)
        self._meetings.read(past, max(playing) + 1)
        luck = Deal(digest("ladder", self._master, len(past)).hex()).stream("order")
        bots = np.array(luck.shuffled(sorted(playing)))
        if self._rule == FIRST_RULE:
            line_ups = near_line_ups(bots, self._meetings, self._seats, self._deals)
        else:
            line_ups = self._line_ups(bots, by_lot=len(past) % BY_LOT == BY_LOT - 1)
        return Stage(line_ups, self._deals, title=f"stage {len(past) + 1}", rule=self._rule)

    def ranking(self, past: Sequence[PastStage], playing: Bots | None = None) -> FormatRanking | None:
        """Always None: the ratings alone rank a ladder."""
        return None

    @property
    def least_games(self) -> int:
        """Always 0: who can play is known only while the ladder runs."""
        return 0

    @property
    def most_games(self) -> int | None:
        """Always None: a ladder has no end."""
        return None

    def describe(self) -> list[str]:
        """The plan in a few lines of text."""
        deals = f"{self._deals} deal group{'' if self._deals == 1 else 's'}"
        return [
            f"stage: each bot that plays is in a line-up of {self._seats}, at {deals}, over all seatings",
            "line-ups: those whose results are expected to say most, near and unsure ones; nobody is met more than "
            f"{OFTEN} times as often as if all were met alike; one stage in {BY_LOT} is drawn by lot",
            f"new bots: up to {MOST} line-ups in a stage, until they have {PLACED} deal groups or half of the field's",
        ]

    def _line_ups(self, bots: Ints, by_lot: bool) -> tuple[LineUp, ...]:
        """Those of a stage in which these bots play, in an order that settles what is equal: `by_lot` everything."""
        known = self._meetings.known(bots)
        groups = self._meetings.groups[bots]
        field = int(np.sort(groups)[(len(bots) - 1) // 2])
        behind = np.maximum(min(field // 2, PLACED) - groups, 0)
        needs = _whole(1 + np.minimum(-(-behind // self._deals), MOST - 1), groups, self._seats)
        worth = np.zeros((len(bots), len(bots)), dtype=np.int64)
        order = np.argsort(-behind, kind="stable")
        if not by_lot:
            worth = _worth(known, self._seats * self._deals)
            order = np.lexsort((-known.doubt, -behind))
        worth[_rests(self._meetings.met[np.ix_(bots, bots)], self._seats)] -= RESTS
        tables = seated(worth, needs, order, self._seats)
        newest = np.argsort(-behind[tables].max(axis=1), kind="stable")
        return tuple(tuple(sorted(bots[table].tolist())) for table in tables[newest])


def _whole(needs: Ints, groups: Ints, seats: int) -> Ints:
    """Raised to whole line-ups, of which there must be as many as somebody needs: by one for those that need fewest,
    and of these for those with the fewest deal groups, and so on. Nobody's is raised beyond the greatest, or 2."""
    missing = max(-(-int(needs.sum()) // seats), int(needs.max())) * seats - int(needs.sum())
    needs = needs.copy()
    while missing > 0:
        fewest = np.flatnonzero(needs == needs.min())
        raised = fewest[np.argsort(groups[fewest], kind="stable")][:missing]
        needs[raised] += 1
        missing -= len(raised)
    return needs


def _worth(known: Known, games: int) -> Ints:
    """Of so many games between two, of shape (bots, bots): what they are expected to take from the sum of the variances
    of all strengths, each around the mean of all; in parts of `MOST_WORTH`, which is the most of any two.

    A game in which one of them takes p adds p (1 - p) to the Fisher information of their difference. The covariance of
    all follows by one step (J. Sherman and W. J. Morrison, 1950); a design for the least sum of variances is called
    A-optimal. p is expected over what is believed of their difference: an unsure favourite is less of one, and who is
    quite unknown tells less against anybody (the logistic of a normal variable, as D. J. C. MacKay has it in Neural
    Computation 4, 1992; this is its slope).
    """
    strengths, spread = _believed(known), known.spread
    damped = 1 / np.sqrt(1 + pi / 8 * spread)
    expected = share((strengths[:, None] - strengths) * damped)
    told = games * damped * expected * (1 - expected)
    centred = known.covariance - known.covariance.mean(axis=0)
    moved = _distances(centred.T @ centred)
    gain = told * moved / (1 + told * spread)
    worth: Ints = np.rint((gain + gain.T) * (MOST_WORTH / 2 / max(gain.max(), 1e-300))).astype(np.int64)
    return worth


def _believed(known: Known) -> Floats:
    """The strengths, each drawn to the mean of all as far as its error is a part of why they differ (C. Stein, 1956).

    The less is known, the more is company mixed: ratings of few games lie further apart than the truth.
    """
    strengths, errors = known.strengths, known.covariance.diagonal()
    among = max(float(strengths.var() - errors.mean()), _LEAST_AMONG)
    mean = strengths.mean()
    believed: Floats = mean + (strengths - mean) * among / (among + errors)
    return believed


def _distances(products: Floats) -> Floats:
    """The squares of the distances of all pairs of vectors, from their products."""
    squares = products.diagonal()
    distances: Floats = np.maximum(squares[:, None] + squares - 2 * products, 0)
    return distances


def _rests(met: Ints, seats: int) -> Ints:
    """Which pairs should not meet now, of shape (bots, bots), for the one or for the other of the two."""
    others = len(met) - 1
    alike, always = 1 / others, 1 / (seats - 1)  # parts of a bot's company
    company = met.sum(axis=1)
    too_often = met > min(OFTEN * alike, (alike + always) / 2) * company[:, None] + 1e-9
    rests: Ints = too_often | too_often.T
    return rests
