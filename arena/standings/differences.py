"""Finds where two bots first did different things at the same deal, and what came of it.

In a deal group of two games everything is the same until somebody decides otherwise: the deal, the position, whose turn
it is, what is legal. At that decision one game has OLD on the seat and the other has NEW. What the seat made of the
deal with NEW, less what it made of it with OLD, is what the difference was worth to NEW; from there on the games
differ. That holds between opponents who change seats, and in a cooperative game, where each sits on all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from arena.games import Ranking
from arena.protocol import Verdict
from arena.referee import GameRecord, Mismatch, replay


class FirstDifference(Struct, frozen=True, kw_only=True):
    """The first difference in a deal group, with the game in which OLD sat on the seat, and that in which NEW did.

    `decision` counts from 0 in both games; it is None, and so is the seat, if the games are the same to the end.
    `points` are what NEW's game brought the seat more than OLD's: -1 to 1 by places, or in a cooperative game by
    whether it was won; `score` is the same by the game's own scores. Between two opponents NEW took 1 + `points` of the
    two in the group.
    """

    group: int
    game_of_old: int
    game_of_new: int
    decision: int | None
    seat: int | None
    points: float
    score: float


def first_differences(records: Iterable[GameRecord], old: str, new: str) -> Iterator[FirstDifference]:
    """Yield one for each deal group with two games that are there and finished, in the order of the groups. `records`
    come by number, so that the games of a group follow each other."""
    games: list[GameRecord] = []
    for record in records:
        if games and games[0].group != record.group:
            games = []
        games.append(record)
        if len(games) == 2 and all(game.status == "finished" for game in games):
            yield _difference(games[0], games[1], old, new)


def done(record: GameRecord, difference: FirstDifference) -> str:
    """What the seat did in one of the two games: its move as JSON, or the faults that it made instead; "" if nothing
    differs. Raises Mismatch for a record that the rules cannot follow."""
    decision, seat = difference.decision, difference.seat
    if decision is None or seat is None:
        return ""
    if faults := _faults(record, decision, seat):
        return ", ".join(faults)
    if decision >= len(record.decisions) or record.decisions[decision][0] != seat:
        return "ready to play"  # the other could not start
    for step in replay(record):
        if step.first <= decision < step.first + len(step.moves):
            return msgspec.json.encode(step.moves[seat]).decode()
    raise Mismatch(f"game {record.number} has no decision {decision}")


def _difference(one: GameRecord, other: GameRecord, old: str, new: str) -> FirstDifference:
    at, seat = _first(one, other) or (None, None)
    # Where nothing differs, any seat tells what came of it; the first has another bot in each game, too.
    whose = seat or 0
    by_bot = {one.seating[whose]: one, other.seating[whose]: other}
    of_old, of_new = by_bot[old], by_bot[new]
    return FirstDifference(
        group=one.group,
        game_of_old=of_old.number,
        game_of_new=of_new.number,
        decision=at,
        seat=seat,
        points=_points(of_new, whose) - _points(of_old, whose),
        score=_score(of_new, whose) - _score(of_old, whose),
    )


def _first(one: GameRecord, other: GameRecord) -> tuple[int, int] | None:
    """The first decision that is not the same in both games, and its seat.

    A fault is not the same as the move that the referee makes in its place. Before all decisions comes the start: a
    seat at which one of them could not start has its difference there.
    """
    longer = max(one, other, key=lambda game: len(game.decisions))
    first = longer.decisions[0][0] if longer.decisions else None
    for seat in range(one.seats):
        if seat != first and _faults(one, 0, seat) != _faults(other, 0, seat):
            return 0, seat
    for at, (seat, _) in enumerate(longer.decisions):
        here = slice(at, at + 1)
        if one.decisions[here] != other.decisions[here] or _faults(one, at, seat) != _faults(other, at, seat):
            return at, seat
    return None


def _faults(record: GameRecord, decision: int, seat: int) -> list[Verdict]:
    return [fault.verdict for fault in record.faults if (fault.decision, fault.seat) == (decision, seat)]


def _points(record: GameRecord, seat: int) -> float:
    outcome = record.outcome
    if isinstance(outcome, Ranking):
        own = outcome.places[seat]
        return (1 + sum((own < place) - (own > place) for place in outcome.places) / (record.seats - 1)) / 2
    return float(outcome.won) if outcome else 0.0


def _score(record: GameRecord, seat: int) -> float:
    outcome = record.outcome
    if isinstance(outcome, Ranking):
        return outcome.scores[seat]
    return outcome.score if outcome else 0.0
