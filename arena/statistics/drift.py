"""Finds bots that changed their strength on the way, by comparing the parts of a contest with each other.

One number for a whole contest is right only for a bot that stays what it is; one that was mended, that learns on disk,
or that met an overloaded hour does not. How far each deal group moves the rating of a bot is known to first order: by
its pulls at the fit, carried through the inverse information, the luck of the others' and of the seats' included. As
rating and pulls are joint, a bot is not said to have changed because it met stronger ones later, and groups are
measured from those of the same line-up.

That is right to first order: a change of several hundred Elo is told as rather too small.

The deal groups of a bot are cut into up to `MOST_PARTS` parts, as equal as whole stages (or rounds) allow. Then three
kinds of change are looked for: a *step* at any of the cuts, a *spell* of one part apart from all others, and a steady
*trend* from the first part to the last. Without a change it does not matter in which order groups come. So the variance
of each contrast of the parts' means is known, by all orders of the same groups, and each differs from 0 by no more than
chance does. A part has `FEWEST_IN_A_PART` groups at least. Where a few groups make most of the spread, as after a clean
sweep with three losses in it, only so many of them count (the squared sum of squares, by the sum of fourth powers): a
handful of events proves nothing by its order.

Every bot is asked, and for each bot every contrast, so each of these questions gets its part of `FALSE_ALARMS` (C. E.
Bonferroni, 1936): that is the share of contests without any change in which some bot is said to have changed. The
contrasts of one bot hang together, so it is less. The interval of a change holds for all contrasts at once, since the
largest is picked out.

Ratings are measured against the mean of all, so where one bot gets stronger all others get weaker by a part of that. So
the surest change is told first. Then the others are asked by the deal groups in which that bot did not sit, against the
mean of those that did not change, until none is left that did. Between two bots results do not tell which of them
changed, and both are named.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np

from arena.statistics.arrays import Bools, Floats, Ints
from arena.statistics.bradley_terry import ELO
from arena.statistics.student import student_quantile

Kind: TypeAlias = Literal["step", "spell", "trend"]

FALSE_ALARMS = 0.01
FEWEST_IN_A_PART = 10
"""The deal groups, as far as they count, below which a part is too small to compare."""
MOST_PARTS = 8

_EQUAL = 1e-6
_NOTHING = 1e-40
"""The fourth power of what moves a rating, as natural logarithm, below which it is rounding."""


@dataclass(frozen=True)
class Change:
    """`bot` was stronger by `elo` (below 0: weaker) from stage `first` to stage `last`, both included, than in all its
    others. A step lasts to its last stage; a trend has all of them, and `elo` is the gain from its beginning to its
    end. `error` is half the width of the 95 % interval, `groups` the number of the bot's deal groups."""

    bot: int
    kind: Kind
    first: int
    last: int
    elo: float
    error: float
    groups: int


def changes(
    by_group: Floats,
    present: Bools,
    influence: Floats,
    freedom: Floats,
    bots: Sequence[int],
    sets: Sequence[Sequence[int]] = (),
    stage: Ints | None = None,
) -> list[Change]:
    """The bots that surely changed, the greatest change first.

    `by_group`, of shape (groups, bots + seats), has the pulls of the deal groups in the order in which they were
    played, and `present`, of the same shape, says who had a part. `influence`, of shape (bots, bots + seats), says how
    far a pull moves the rating of each bot. `freedom`, of shape (bots,), is the part that is left of the degrees of
    freedom of each bot's groups, since pulls are measured from the mean of the same line-up. Those of `bots` that are
    in one of the `sets` are measured against each other. `stage`, of shape (groups,) and ascending, says in which stage
    each group was played; None: each is one by itself.
    """
    stage = np.arange(len(by_group)) if stage is None else stage
    # By bot, for speed.
    moves, seated = influence @ by_group.T, present.T.copy()
    named = list[int]()

    def of_bot(bot: int) -> _Contrast | None:
        """By the groups in which nobody else sat that is named; of one that is named itself, if there are any."""
        there = seated[bot]
        others = there & ~seated[[other for other in named if other != bot]].any(axis=0)
        used = np.flatnonzero(others if others.any() or bot not in named else there)
        return _surest(moves[bot][used], stage[used], float(freedom[bot]), int(there.sum()))

    while True:
        _centre(moves, sets, named)
        asked = [bot for bot in bots if bot not in named]
        found = {bot: of_bot(bot) for bot in asked}
        excess = {bot: each.excess(FALSE_ALARMS / len(bots)) for bot, each in found.items() if each is not None}
        largest = max(excess.values(), default=0.0)
        if largest <= 1:
            break
        named += [bot for bot, each in excess.items() if each >= largest * (1 - _EQUAL)]
    told = [(bot, of_bot(bot)) for bot in named]
    return sorted(
        (
            Change(
                bot,
                each.kind,
                each.first,
                each.last,
                each.value * ELO,
                each.half_width * ELO,
                int(seated[bot].sum()),
            )
            for bot, each in told
            if each is not None
        ),
        key=lambda change: -abs(change.elo),
    )


def part_starts(stage: Ints, parts: int) -> list[int]:
    """Where each of up to so many parts begins, which are as equal as whole stages allow; `stage` ascends."""
    borders = np.flatnonzero(stage[1:] != stage[:-1]) + 1
    if not len(borders):
        return [0]
    wanted = len(stage) * np.arange(1, parts) / parts
    after = np.searchsorted(borders, wanted)
    left, right = borders[np.maximum(after - 1, 0)], borders[np.minimum(after, len(borders) - 1)]
    nearest = np.where(np.abs(wanted - left) <= np.abs(right - wanted), left, right)
    return [0, *sorted({*nearest.tolist()})]


def _centre(moves: Floats, sets: Sequence[Sequence[int]], named: Collection[int]) -> None:
    """Measure those of each set against the mean of those of it that are not named, if any are left; `moves` have
    shape (bots, groups)."""
    for each in sets:
        constant = [bot for bot in each if bot not in named]
        if constant:
            moves[each] -= moves[constant].mean(axis=0)


@dataclass(frozen=True)
class _Contrast:
    """One of so many contrasts between the parts of a bot's groups, with the degrees of freedom of its error."""

    kind: Kind
    first: int
    last: int
    value: float
    error: float
    asked: int
    freedom: float

    def excess(self, false_alarms: float) -> float:
        """How many times as large the contrast is as chance may make one of all these contrasts."""
        return abs(self.value) / (self.error * NormalDist().inv_cdf(1 - false_alarms / self.asked / 2))

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval, with all contrasts counted; a little too wide, since the change itself
        is in the error."""
        return self.error * float(student_quantile(NormalDist().inv_cdf(1 - 0.025 / self.asked), self.freedom))


def _surest(moves: Floats, stage: Ints, freedom: float, groups: int) -> _Contrast | None:
    """The contrast that is the most errors from 0; None where there are too few groups for any."""
    off = moves - moves.mean() if len(moves) else moves
    squares = off**2
    fourth = float(squares @ squares)
    # Of as many events as that the spread is made.
    counting = float(squares.sum()) ** 2 / fourth if fourth > _NOTHING else 0.0
    # An even number, so that the middle of the contest is among the cuts.
    starts = part_starts(stage, min(int(counting / FEWEST_IN_A_PART / 2) * 2, MOST_PARTS))
    if len(starts) < 2:
        return None
    sizes = np.diff([*starts, len(moves)])
    means = np.add.reduceat(moves, starts) / sizes
    kinds, weights = _contrasts(sizes)
    # Each of the bot's groups moves its rating by a part of what its results say.
    values = groups * (weights @ means)
    errors = groups * moves.std(ddof=1) * np.sqrt(weights**2 @ (1 / sizes) / freedom)
    at = int(np.abs(values / errors).argmax())
    kind, part = kinds[at]
    return _Contrast(
        kind=kind,
        first=int(stage[starts[part]]),
        last=int(stage[starts[part + 1] - 1]) if kind == "spell" else int(stage[-1]),
        value=float(values[at]),
        error=float(errors[at]),
        asked=len(kinds),
        freedom=counting * freedom - 1,
    )


def _contrasts(sizes: Ints) -> tuple[list[tuple[Kind, int]], Floats]:
    """What is asked of parts of these sizes: of which kind, with which part (the first of a step) beginning; and the
    weights of the parts' means, of shape (contrasts, parts)."""
    count, total = len(sizes), int(sizes.sum())
    kinds = list[tuple[Kind, int]]()
    weights = list[Floats]()
    for part in range(1, count):
        later = np.arange(count) >= part
        kinds.append(("step", part))
        weights.append(np.where(later, sizes / sizes[later].sum(), -sizes / sizes[~later].sum()))
    for part in range(1, count - 1):
        kinds.append(("spell", part))
        weights.append(np.where(np.arange(count) == part, 1.0, -sizes / (total - sizes[part])))
    if count > 2:
        time = (np.cumsum(sizes) - sizes / 2) / total - 0.5
        kinds.append(("trend", 0))
        weights.append(sizes * time / float(sizes @ time**2))
    return kinds, np.array(weights)
