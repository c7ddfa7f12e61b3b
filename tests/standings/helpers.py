"""Records of games that were never played, for tests of standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement

import msgspec

from arena.games import Ranking, TeamResult
from arena.protocol.verdicts import Verdict
from arena.referee.record import GameRecord, Measured, SeatFault, Status
from arena.standings import Standings


def make_record(
    number: int,
    group: int,
    seating: Sequence[str],
    places: Sequence[int] | TeamResult | None,
    *,
    faults: Sequence[tuple[int, Verdict]] = (),
    forfeited: Sequence[int] = (),
    ms: Sequence[tuple[int, float | None]] = (),
    status: Status = "finished",
) -> GameRecord:
    """A record; `places` None goes with a status other than finished, `ms` holds (seat, time) of each decision."""
    outcome = Ranking(tuple(places), tuple(-float(p) for p in places)) if isinstance(places, Sequence) else places
    return GameRecord(
        number=number,
        group=group,
        game="toy",
        game_version=1,
        options=msgspec.Raw(b"{}"),
        deal=f"deal {group}",
        seating=tuple(seating),
        hashes=("",) * len(seating),
        status=status,
        outcome=outcome,
        decisions=tuple((seat, 0) for seat, _ in ms),
        faults=tuple(SeatFault(seat, verdict, 0) for seat, verdict in faults),
        forfeited=tuple(forfeited),
        arena_version="0",
        measured=Measured(
            ms=tuple(time for _, time in ms), texts=tuple(f"decision 0, {verdict}" for _, verdict in faults)
        ),
    )


def places_of(scores: Sequence[float]) -> tuple[int, ...]:
    """Places for scores, more being better; ties share the better place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def duels(a: str, b: str, results: Sequence[str], *, first_group: int = 0, per_group: int = 1) -> list[GameRecord]:
    """Games of a against b: each result "w", "d" or "l" from the view of a; groups of `per_group` games.

    The seats change from game to game.
    """
    records = []
    for index, result in enumerate(results):
        places = {"w": (1, 2), "d": (1, 1), "l": (2, 1)}[result]
        seating = (a, b)
        if index % 2:
            seating, places = (b, a), (places[1], places[0])
        group = first_group + index // per_group
        records.append(make_record(first_group * 1000 + index, group, seating, places))
    return records


def team_record(
    number: int,
    group: int,
    seating: Sequence[str],
    score: float,
    *,
    wins_from: float = 10,
    forfeited: Sequence[int] = (),
) -> GameRecord:
    """A game of a team, won from a score of `wins_from` on; each seat that forfeits does so by a time loss."""
    return make_record(
        number,
        group,
        seating,
        TeamResult(won=score >= wins_from, score=float(score)),
        faults=[(seat, "time") for seat in forfeited],
        forfeited=forfeited,
        ms=[(seat, 5.0) for seat in range(len(seating))],
    )


def seatings(names: Sequence[str], seats: int, self_play: bool = True) -> list[tuple[str, ...]]:
    """Every line-up of bots in every different rotation."""
    line_ups = combinations_with_replacement(sorted(names), seats)
    return [
        seating
        for line_up in line_ups
        if self_play or len(set(line_up)) > 1
        for seating in sorted({line_up[turn:] + line_up[:turn] for turn in range(seats)})
    ]


def cross_play(
    names: Sequence[str], seats: int, deals: int, score: Callable[[int, tuple[str, ...]], float]
) -> list[GameRecord]:
    """All line-ups in all rotations on each deal; `score(deal, seating)` is what the team gets."""
    plan = seatings(names, seats)
    return [
        team_record(deal * len(plan) + place, deal, seating, score(deal, seating))
        for deal in range(deals)
        for place, seating in enumerate(plan)
    ]


def elo_of(standings: Standings) -> dict[str, float]:
    """Ratings of the rated bots by name."""
    return {row.bot: row.elo_of_bot for row in standings.rows if row.elo_of_bot is not None}


def figures(value: object) -> Iterator[float]:
    """Every number in a decoded value."""
    if isinstance(value, dict):
        for item in value.values():
            yield from figures(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from figures(item)
    elif isinstance(value, int | float):
        yield value
