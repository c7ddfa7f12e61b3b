"""A seat on which a person decides: there is no process, and no clock unless one was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import trio
from msgspec import Raw

from arena.errors import Misconduct
from arena.games import Outcome
from arena.players.interface import Answer, GameStart, Question, SeatReport
from arena.protocol import Fault


class Left(Misconduct):
    """The person has left the table: closed the window, ended the input, or said so. That is how one resigns, and
    becomes the verdict `exited`."""


class Host(Protocol):
    """Whoever shows the game to a person, and learns what is chosen."""

    async def choose(self, question: Question) -> int:
        """Ask the person. Returns the index of the chosen move among the legal ones. Raises Left. It may be
        cancelled."""


class PersonPlayer:
    """Implements `Player`. `move_ms` is the person's time for a move in milliseconds, None for no limit."""

    def __init__(self, host: Host, move_ms: int | None = None) -> None:
        self._host = host
        self._move_ms = move_ms
        self._seat = 0
        self.running = False

    async def start(self, start: GameStart) -> Fault | None:
        self._seat = start.seat
        return None

    async def decide(self, question: Question) -> Answer:
        begun = trio.current_time()
        choice: int | None = None
        try:
            with trio.move_on_after(float("inf") if self._move_ms is None else self._move_ms / 1000):
                choice = await self._host.choose(question)
        except Left:
            return Answer(Fault("exited", f"seat {self._seat}: left the table"))
        if choice is None:
            text = f"seat {self._seat}: no move within the limit of {self._move_ms} ms"
            return Answer(Fault("time", text), self._move_ms)
        return Answer(choice, round((trio.current_time() - begun) * 1000, 3))

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
