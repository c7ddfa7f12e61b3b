"""The shape of a knock-out: how many matches, byes and runners-up each round has, and who sits at which line-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Shape:
    """One round, which `bots` bots enter and `on` bots leave for the next: the winners, those with byes, and the best
    of the beaten (`back`).
    """

    bots: int
    matches: int
    byes: int
    back: int
    title: str

    @property
    def on(self) -> int:
        return self.matches + self.byes + self.back


def shape(bots: int, seats: int) -> Shape:
    """The round of that many bots, at least `seats`. It leads to the next lower power of the seats.

    Each match puts out all but one. So there are as many matches as it takes to come down to that power, or as can be
    filled; if they put out too many bots, the best of those come back. With two seats nobody ever comes back. With 5
    bots and 4 seats four must go on: one has a bye, four play, and three of these go on.
    """
    target = 1
    while target * seats < bots:
        target *= seats
    matches = min(-(-(bots - target) // (seats - 1)), bots // seats)
    byes = bots - matches * seats
    back = max(0, target - matches - byes)
    return Shape(bots, matches, byes, back, _title(bots, seats, matches + byes + back))


def shapes(bots: int, seats: int) -> Iterator[Shape]:
    """All rounds down to the final, if no bot is benched."""
    while bots >= seats:
        yield (this := shape(bots, seats))
        bots = this.on


def dealt(bots: Sequence[T], matches: int) -> list[list[T]]:
    """Deal the seeds, best first, to and fro to the matches: with two seats the first meets the last."""
    line_ups: list[list[T]] = [[] for _ in range(matches)]
    for turn, start in enumerate(range(0, len(bots), matches)):
        for line_up, bot in zip(line_ups[:: -1 if turn % 2 else 1], bots[start : start + matches], strict=True):
            line_up.append(bot)
    return line_ups


def _title(bots: int, seats: int, on: int) -> str:
    if on == 1:
        return "final"
    if on == seats:
        return "semi-finals"
    return "quarter-finals" if seats == 2 and on == 4 else f"round of {bots}"
