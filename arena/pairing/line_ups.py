"""Which bots sit at one table, wherever each of them sits; all line-ups of a kind, without ever listing them.

A bot is a number here, its place in the configuration. A line-up is a sorted tuple with a bot in it as often as it has
seats. Its shape is how many seats each of its bots has, from the fewest: both A B B and A A B have the shape (1, 2).
Line-ups are kept by shape, since those of one shape have equally many seatings, which makes it easy to count games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import comb
from typing import Protocol, TypeAlias

from msgspec import Struct

from arena.pairing.seatings import arrangement, arrangements

LineUp: TypeAlias = tuple[int, ...]
Shape: TypeAlias = tuple[int, ...]


class LineUps(Protocol):
    """Some line-ups, all of one shape."""

    @property
    def count(self) -> int:
        """The number of line-ups."""

    def line_up(self, index: int) -> LineUp:
        """The line-up at that index, from 0."""


class AllOf(Struct, frozen=True):
    """All line-ups of that shape that so many bots can form."""

    bots: int
    shape: Shape

    @property
    def count(self) -> int:
        return comb(self.bots, len(self.shape)) * len(_orders(self.shape))

    def line_up(self, index: int) -> LineUp:
        orders = _orders(self.shape)
        which, how = divmod(index, len(orders))
        together = combination(self.bots, len(self.shape), which)
        return tuple([bot for bot, times in zip(together, orders[how], strict=True) for _ in range(times)])


@cache
def _orders(shape: Shape) -> list[tuple[int, ...]]:
    """All different orders of a shape: how many seats the first bot of a line-up has, the second, and so on. There are
    few shapes, and each game asks for one of them.
    """
    return [arrangement(shape, index) for index in range(arrangements(shape))]


class Listed(Struct, frozen=True):
    """Line-ups of one shape that are listed one by one."""

    line_ups: tuple[LineUp, ...]

    @property
    def count(self) -> int:
        return len(self.line_ups)

    def line_up(self, index: int) -> LineUp:
        return self.line_ups[index]


class Against(Struct, frozen=True):
    """All line-ups of one seed and `seats` - 1 different bots of the field: a gauntlet.

    Raises ValueError when a bot is named twice, or the field cannot fill the seats.
    """

    seeds: tuple[int, ...]
    field: tuple[int, ...]
    seats: int

    def __post_init__(self) -> None:
        bots = self.seeds + self.field
        if len(set(bots)) < len(bots):
            raise ValueError("a bot is either a seed or in the field, and is named once")
        if not self.seeds or not 1 <= self.seats - 1 <= len(self.field):
            raise ValueError(
                f"a gauntlet has a seed at least and {self.seats - 1} others of the field in a game, 1 at least: "
                f"there are {len(self.seeds)} seeds and {len(self.field)} in the field"
            )

    @property
    def count(self) -> int:
        return len(self.seeds) * comb(len(self.field), self.seats - 1)

    def line_up(self, index: int) -> LineUp:
        which, who = divmod(index, comb(len(self.field), self.seats - 1))
        others = (self.field[at] for at in combination(len(self.field), self.seats - 1, who))
        return tuple(sorted((self.seeds[which], *others)))


def shape_of(line_up: LineUp) -> Shape:
    """The shape of a line-up: how many seats each of its bots has, from the fewest."""
    return tuple(sorted(Counter(line_up).values()))


def shapes(seats: int, least: int = 1) -> Iterator[Shape]:
    """All shapes in which each bot has at least so many seats: all different first, one bot alone last."""
    if seats == 0:
        yield ()
    for first in range(least, seats + 1):
        yield from ((first, *others) for others in shapes(seats - first, first))


def combination(n: int, k: int, index: int) -> list[int]:
    """The combination of k of the numbers 0 to n - 1 at that index, in the order of `itertools.combinations(range(n),
    k)`.
    """
    chosen: list[int] = []
    for number in range(n):
        if len(chosen) == k:
            break
        # All combinations that have this number next come before those that do without it.
        with_it = comb(n - number - 1, k - len(chosen) - 1)
        if index < with_it:
            chosen.append(number)
        else:
            index -= with_it
    return chosen
