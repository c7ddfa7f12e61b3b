"""A seat whose player first repeats its moves of a recorded game, and then goes on by itself."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Raw
from msgspec.structs import replace

from arena.games import Outcome
from arena.players.interface import Answer, GameStart, Player, Question, SeatReport
from arena.protocol import Fault


class Resumed:
    """Implements `Player` around `player`, which is asked nothing until all `choices` of the record are made. Then it
    is told all that its seat has seen happen by then, as a player that is asked for the first time."""

    def __init__(self, player: Player, choices: Sequence[int]) -> None:
        self._player = player
        self._choices = choices
        self._made = 0
        self._seen: list[Raw] = []

    @property
    def running(self) -> bool:
        return self._player.running

    async def start(self, start: GameStart) -> Fault | None:
        self._made = 0
        self._seen = []
        return await self._player.start(start)

    async def decide(self, question: Question) -> Answer:
        if self._made < len(self._choices):
            self._seen += question.events
            self._made += 1
            return Answer(self._choices[self._made - 1])
        seen, self._seen = self._seen, []
        return await self._player.decide(replace(question, events=[*seen, *question.events]) if seen else question)

    async def end(self, events: Sequence[Raw], outcome: Outcome | None) -> None:
        seen, self._seen = self._seen, []
        await self._player.end([*seen, *events], outcome)

    async def forfeit(self) -> None:
        await self._player.forfeit()

    def report(self) -> SeatReport:
        return self._player.report()

    async def stop(self) -> None:
        await self._player.stop()

    def kill(self) -> None:
        self._player.kill()
