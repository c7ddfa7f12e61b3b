"""A seat on which a function decides: there is no process, and no clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from msgspec import Raw

from arena.games import Outcome
from arena.players.interface import Answer, GameStart, Question, SeatReport
from arena.protocol import Fault


class FunctionPlayer:
    """Implements `Player`. `choose(question, rng)` returns an index into the legal moves; `rng` is seeded anew for each
    game.
    """

    def __init__(self, choose: Callable[[Question, Random], int]) -> None:
        self._choose = choose
        self._rng = Random(0)
        self.running = False

    async def start(self, start: GameStart) -> Fault | None:
        self._rng = Random(start.seed)
        return None

    async def decide(self, question: Question) -> Answer:
        return Answer(self._choose(question, self._rng))

    async def end(self, events: Sequence[Raw], outcome: Outcome | None) -> None:
        pass

    async def forfeit(self) -> None:
        pass

    def report(self) -> SeatReport:
        return SeatReport()

    async def stop(self) -> None:
        pass

    def kill(self) -> None:
        pass


def choose_at_random(question: Question, rng: Random) -> int:
    """Any legal move, each equally likely."""
    return rng.randrange(len(question.legal))
