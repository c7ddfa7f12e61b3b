"""The seatings from which a line-up plays a deal: every different order of its bots that the contest asks for, by
index.

A bot may be in a line-up more than once, and an order that looks the same is the same game: A A B has three rotations,
A B A B has two, A A A has one, and the permutations of A A B are three as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import factorial, prod
from typing import Literal, TypeAlias

Seatings: TypeAlias = Literal["rotations", "permutations", "fixed"]


def seating_count(seatings: Seatings, line_up: tuple[int, ...]) -> int:
    """The number of games in which a line-up plays a deal."""
    if seatings == "permutations":
        return arrangements(line_up)
    if seatings == "fixed":
        return 1
    return next(turn for turn in range(1, len(line_up) + 1) if line_up[turn:] + line_up[:turn] == line_up)


def seating(seatings: Seatings, line_up: tuple[int, ...], index: int) -> tuple[int, ...]:
    """The bots in seats 0, 1, ... at that index, from 0; the line-up itself comes first."""
    if seatings == "permutations":
        return arrangement(line_up, index)
    return line_up[index:] + line_up[:index]


def arrangements(items: Sequence[int]) -> int:
    """The number of different orders of the items, some of which may be equal."""
    return factorial(len(items)) // prod(map(factorial, Counter(items).values()))


def arrangement(items: Sequence[int], index: int) -> tuple[int, ...]:
    """The order of the items at that index, in the order of `sorted(set(itertools.permutations(items)))`."""
    left = sorted(items)
    order: list[int] = []
    while left:
        for item in sorted(set(left)):
            rest = left.copy()
            rest.remove(item)
            # All orders that have this item next come before those that have a greater one.
            with_it = arrangements(rest)
            if index < with_it:
                break
            index -= with_it
        order.append(item)
        left = rest
    return tuple(order)
