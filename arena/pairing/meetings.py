"""What the stages of a ladder add up to: who met whom how often, who took how much, and the strengths that follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arena.pairing.stages import PastStage
from arena.statistics import Floats, Ints, fit, information

DIGITS = 4
"""The decimal places of strengths: a faster way to the same fit changes far less, so it changes no stage."""


@dataclass(frozen=True)
class Known:
    """What is known of some bots: their `strengths` (natural logarithms), of shape (bots,), and the `covariance` of the
    errors."""

    strengths: Floats
    covariance: Floats

    @property
    def spread(self) -> Floats:
        """The variance of what is believed of the difference of any two bots, of shape (bots, bots)."""
        variance = self.covariance.diagonal()
        spread: Floats = np.maximum(variance[:, None] + variance - 2 * self.covariance, 0)
        return spread

    @property
    def doubt(self) -> Floats:
        """The standard error of each strength, of shape (bots,)."""
        doubt: Floats = np.sqrt(self.covariance.diagonal()).round(DIGITS)
        return doubt


class Meetings:
    """The sums of the stages seen so far: the `groups` of each bot, in how many line-ups two `met`, and the half points
    that one took from another. Bots are numbers, and there is room for all of them: 16 bytes for each pair that there
    ever was."""

    def __init__(self) -> None:
        self._strengths: Floats = np.zeros(0)
        """The strengths of the last fit, where the next one begins; this is only for speed."""
        self._clear()

    def _clear(self) -> None:
        self._seen = 0
        self._last: PastStage | None = None
        self.groups: Ints = np.zeros(0, dtype=np.int64)
        self.met: Ints = np.zeros((0, 0), dtype=np.int64)
        self.half_points: Ints = np.zeros((0, 0), dtype=np.int64)

    def read(self, past: Sequence[PastStage], bots: int) -> None:
        """Add the stages that were not seen yet, and make room for so many bots."""
        if self._seen > len(past) or (self._last is not None and past[self._seen - 1] != self._last):
            self._clear()  # of another contest
        self._grow(bots)
        for at in range(self._seen, len(past)):
            self._add(past[at])
            self._last = past[at]
        self._seen = len(past)

    def known(self, bots: Ints) -> Known:
        """What the joint Bradley-Terry fit of all games between these bots says of them, in their order; the order
        decides nothing."""
        order = np.argsort(bots)
        sorted_bots = bots[order]
        points = self.half_points[np.ix_(sorted_bots, sorted_bots)] / 2
        start = np.zeros(len(self.groups))
        start[: len(self._strengths)] = self._strengths
        start[sorted_bots] = fit(points, start[sorted_bots])
        self._strengths = start
        strengths = np.round(start[sorted_bots], DIGITS)
        covariance = np.asarray(np.linalg.inv(information(points, strengths)), dtype=np.float64)
        back = np.argsort(order)
        return Known(strengths[back], covariance[np.ix_(back, back)])

    def _add(self, played: PastStage) -> None:
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
