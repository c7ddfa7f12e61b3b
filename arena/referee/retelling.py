"""A recorded game told once more to one of its seats: what it was told then, message by message.

The rules play the record again, and `telling` tells the seat of it as it did in the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Raw

from arena.games import Deal, Game
from arena.players import GameStart, Question
from arena.protocol import Verdict
from arena.referee.record import GameRecord
from arena.referee.replaying import replay
from arena.referee.telling import Telling


class Asked(NamedTuple):
    """A decision that the seat was asked for: its position in `record.decisions`, the question, and what came of it,
    the index of the chosen move in `question.legal` or the fault that the seat made."""

    decision: int
    question: Question
    recorded: int | Verdict


class Retelling:
    """The game of a record as `seat` was told it; `seed` is what that was given for its own random numbers."""

    def __init__(self, record: GameRecord, game: Game, seat: int, seed: int) -> None:
        self.start = GameStart(
            game, record.number, Deal(record.deal), seat, record.seats, Raw(record.options), seed, logged=True
        )
        self._record = record
        self._telling = Telling(record.seats)

    def __iter__(self) -> Iterator[Asked]:
        """All that it was asked and that something came of, in order; once. Raises Mismatch where the rules cannot
        follow the record. One whose rules broke is told up to there."""
        record, seat = self._record, self.start.seat
        faults = {fault.decision: fault.verdict for fault in record.faults if fault.seat == seat}
        last = max(faults, default=-1) if seat in record.forfeited else len(record.decisions)
        steps = replay(record, self.start.game)
        while True:
            try:
                step = next(steps, None)
            except Exception:
                if record.status != "error":
                    raise
                return
            if step is None:
                return
            self._telling.hear(step.events)
            acting, decided = step.state.to_act(), step.first + len(step.moves)
            at = decided + acting.index(seat) if seat in acting else len(record.decisions)
            if at <= last and at < len(record.decisions) and faults.get(at) != "start-failure":
                question = self._telling.question(step.state, seat, step.state.legal(seat), len(acting) == 1)
                yield Asked(at, question, faults.get(at, record.decisions[at][1]))

    def ending(self) -> list[Raw]:
        """What it saw happen after the last question."""
        return self._telling.news(self.start.seat)
