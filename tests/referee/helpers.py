"""Players that do as they are told, and the fixtures that they sit in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from msgspec import Raw, Struct

from arena.games import Game, Outcome
from arena.players import Answer, FunctionPlayer, GameStart, Question, SeatReport, choose_at_random
from arena.protocol import Fault
from arena.referee import FaultPolicy, Fixture, GameRecord
from arena.referee.game_loop import play

Told: TypeAlias = int | Fault | Answer | Exception

LATE = Fault("time", "too late")
GONE = Fault("exited", "gone")
WRONG = Fault("illegal", "not a move")


class ToldPlayer:
    """Implements `Player`: its n-th decision is `answers[n]`, then always 0; keeps all that it is told."""

    def __init__(self, *answers: Told, start: Fault | Exception | None = None) -> None:
        self.starts: list[GameStart] = []
        self.questions: list[Question] = []
        self.forfeits = 0
        self.ends: list[tuple[Sequence[Raw], Outcome | None]] = []
        self.ms: float | None = 4.0
        """What each decision is charged that is made; a fault says its own as an `Answer`."""
        self.reports = SeatReport(lag_ms=0.5)
        self.running = False
        self._start, self._answers = start, list(answers)

    async def start(self, start: GameStart) -> Fault | None:
        self.starts.append(start)
        if isinstance(self._start, Exception):
            raise self._start
        return self._start

    async def decide(self, question: Question) -> Answer:
        assert not self.forfeits
        self.questions.append(question)
        answer = self._answers.pop(0) if self._answers else 0
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Answer):
            return answer
        return Answer(answer, self.ms if isinstance(answer, int) else None)

    async def end(self, events: Sequence[Raw], outcome: Outcome | None) -> None:
        self.ends.append((events, outcome))

    async def forfeit(self) -> None:
        self.forfeits += 1

    def report(self) -> SeatReport:
        return self.reports

    async def stop(self) -> None:
        pass

    def kill(self) -> None:
        pass

    @property
    def news(self) -> list[bytes]:
        """All events that it was told, over all messages."""
        told = [event for question in self.questions for event in question.events]
        return [bytes(event) for event in [*told, *self.ends[-1][0]]]


def fixture(game: Game, seats: int, options: Any = None, deal: str = "a deal") -> Fixture:
    """A game as a schedule would have it."""
    made: Struct = game.options_type() if options is None else options
    return Fixture(
        number=4,
        group=2,
        game=game,
        options=made,
        deal=deal,
        seating=tuple(f"bot {seat}" for seat in range(seats)),
        hashes=tuple(f"hash {seat}" for seat in range(seats)),
        bot_seeds=tuple(range(10, 10 + seats)),
    )


async def told(game: Game, players: Sequence[ToldPlayer], policy: FaultPolicy | None = None) -> GameRecord:
    """A game of players that do as they are told."""
    return await play(fixture(game, len(players)), players, policy or FaultPolicy())


async def at_random(
    game: Game,
    seats: int,
    deal: str = "a deal",
    choose: Callable[[Question, Random], int] = choose_at_random,
) -> GameRecord:
    """A game of random moves."""
    players = [FunctionPlayer(choose) for _ in range(seats)]
    return await play(fixture(game, seats, deal=deal), players, FaultPolicy())
