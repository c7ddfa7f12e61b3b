"""Real workers on a machine that is never too quick for a test: whatever happens when the first games are stored
happens in the middle of a contest.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import trio

from arena.contest.workforce import Hand, LocalWorkers
from arena.referee import Assignment, Setup

AHEAD = 2
"""Games that may have begun and are not stored: one that is on its way into the store, and one that is played."""


class Abreast(LocalWorkers):
    """They play one game after the other, and begin none while `AHEAD` others are not `stored`."""

    def __init__(self, jobs: int, stored: Callable[[], int]) -> None:
        super().__init__(jobs)
        self._stored = stored
        self._begun = 0

    async def hire(self, setup: Setup, place: int, say: Callable[[str], object]) -> Hand:
        return _Patient(await super().hire(setup, place, say), self._begin)

    async def _begin(self, games: int) -> None:
        while self._begun - self._stored() >= AHEAD:
            await trio.lowlevel.checkpoint()
        self._begun += games


class _Patient:
    wants = 1

    def __init__(self, hand: Hand, begin: Callable[[int], Awaitable[None]]) -> None:
        self._hand = hand
        self._begin = begin

    async def play(
        self, games: Sequence[Assignment], meanwhile: Callable[[], object] = lambda: None
    ) -> list[bytes] | None:
        await self._begin(len(games))
        return await self._hand.play(games, meanwhile)

    async def close(self) -> str:
        return await self._hand.close()
