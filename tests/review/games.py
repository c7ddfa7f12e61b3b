"""Contests that were never played, as a review counts them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from arena.games import Ranking
from arena.pairing import Seatings
from arena.referee import GameRecord
from arena.review.points import Rows, rows_of
from arena.review.sat import Sat, games_that_count
from arena.store import Ledger
from tests.standings.helpers import make_record, places_of

Score = Callable[[int, int, str], float]
"""What somebody makes of the deal from a seat: of the deal's number, the seat, and the bot's name."""


def round_robin(bots: Sequence[str], seats: int, deals: int, score: Score) -> list[GameRecord]:
    """Each line-up plays each deal, which is its own, from all rotations; the higher score has the better place."""
    records: list[GameRecord] = []
    group = 0
    for _ in range(deals):
        for line_up in combinations(bots, seats):
            for turn in range(seats):
                seating = line_up[turn:] + line_up[:turn]
                scores = [score(group, seat, bot) for seat, bot in enumerate(seating)]
                records.append(make_record(len(records), group, seating, places_of(scores)))
            group += 1
    return records


def counted(
    records: Iterable[GameRecord], bot: str, cooperative: bool = False, seatings: Seatings = "rotations"
) -> tuple[list[Sat], list[Rows], int, Sequence[str]]:
    """The tables that count, the bot's rows of them, its index, and all names."""
    ledger = Ledger.of(records)
    at = ledger.names.index(bot)
    tables, _ = games_that_count(ledger, at, (), seatings, cooperative)
    return tables, rows_of(tables, at, cooperative), at, ledger.names


def places(record: GameRecord) -> tuple[int, ...]:
    """Of a game between opponents."""
    assert isinstance(record.outcome, Ranking)
    return record.outcome.places
