"""What the formats that look at results share: the order in which bots are seeded, and who sits where in a match."""

from __future__ import annotations

from collections.abc import Sequence


def checked_order(bots: int, order: Sequence[int], seats: int, deals: int) -> tuple[int, ...]:
    """The order of the seeds, strongest first, once it is checked. Raises ValueError for numbers that give no
    contest.
    """
    if sorted(order) != list(range(bots)):
        raise ValueError(f"the order of the seeds must name each of the {bots} bots once, not {list(order)}")
    if not 2 <= seats <= bots:
        raise ValueError(f"{seats} seats cannot be filled from {bots} bots: 2 seats at least, as many bots at least")
    if deals < 1:
        raise ValueError(f"deals must be at least 1, not {deals}")
    return tuple(order)


def seat_balance(seats: int, group_size: int) -> str:
    """What a match does for fairness between the seats, in words; `group_size` is the number of a line-up's games at
    one deal.
    """
    if group_size % seats:
        return "seats: fixed: the bots of a line-up sit in the order of the configuration"
    return f"seats: in the {group_size} games of a deal group each bot of the line-up has each seat equally often"
