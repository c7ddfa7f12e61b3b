"""Two bots at the same deal: where they first did different things, and what came of it.

In a deal group of two games everything is the same until somebody decides otherwise: the deal, the position, whose
turn it is, what is legal. At that decision one game has OLD on the seat and the other has NEW. What the seat made of
the deal with NEW, less what it made of it with OLD, is what the difference was worth to NEW: from there on the games
are two. That holds between opponents who change seats, and in a cooperative game, where each sits on all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from arena.games import Move, Ranking
from arena.referee import GameRecord, Mismatch, replay


class FirstDifference(Struct, frozen=True, kw_only=True):
    """Of a deal group, with the game in which OLD sat on the seat, and that in which NEW did.

    `decision` counts from 0 in both games; it is None, with the seat and the moves, where they are the same to the end.
    Moves are JSON, or the fault that a bot made instead. `points` are what NEW's game brought the seat more than OLD's:
    -1 to 1 by places, or in a cooperative game by whether it was won; `score` the same by the game's own scores.
    """

    group: int
    game_of_old: int
    game_of_new: int
    decision: int | None
    seat: int | None
    move_of_old: str | None
    move_of_new: str | None
    points: float
    score: float


def first_differences(records: Iterable[GameRecord], old: str, new: str) -> Iterator[FirstDifference]:
    """One for each deal group of which two games are there and finished, by group. `records` come by number, so that
    the games of a group follow each other. Raises Mismatch for a record that the rules cannot follow."""
    games: list[GameRecord] = []
    for record in records:
        if games and games[0].group != record.group:
            games = []
        games.append(record)
        if len(games) == 2 and all(game.status == "finished" for game in games):
            yield _difference(games[0], games[1], old, new)


def _difference(one: GameRecord, other: GameRecord, old: str, new: str) -> FirstDifference:
    at = _first(one, other)
    longer = max(one, other, key=lambda game: len(game.decisions))
    # Where nothing differs, any seat tells what came of it; the first has another bot in each game, too.
    seat = 0 if at is None else longer.decisions[at][0]
    by_bot = {one.seating[seat]: one, other.seating[seat]: other}
    of_old, of_new = by_bot[old], by_bot[new]
    return FirstDifference(
        group=one.group,
        game_of_old=of_old.number,
        game_of_new=of_new.number,
        decision=at,
        seat=None if at is None else seat,
        move_of_old=None if at is None else _move(of_old, at),
        move_of_new=None if at is None else _move(of_new, at),
        points=_points(of_new, seat) - _points(of_old, seat),
        score=_score(of_new, seat) - _score(of_old, seat),
    )


def _first(one: GameRecord, other: GameRecord) -> int | None:
    """The first decision that is not the same in both games; where one stopped short of it, the first that it lacks."""
    shared = zip(one.decisions, other.decisions, strict=False)
    at = next((at for at, (mine, its) in enumerate(shared) if mine != its), None)
    if at is None and len(one.decisions) != len(other.decisions):
        return min(len(one.decisions), len(other.decisions))
    return at


def _move(record: GameRecord, at: int) -> str:
    """The move as JSON; where the game stopped before it, the fault that stopped it."""
    if at == len(record.decisions):
        return ", ".join(fault.verdict for fault in record.faults if fault.decision == at)
    for step in replay(record):
        moves: Sequence[Move] = list(step.moves.values())
        if step.first <= at < step.first + len(moves):
            return msgspec.json.encode(moves[at - step.first]).decode()
    raise Mismatch(f"game {record.number} has no decision {at}")


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
