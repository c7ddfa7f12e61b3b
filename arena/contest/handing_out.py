"""Hands out games to workers: several at once where they are short, and again those that came back unplayed."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence

from arena.contest.course import Pause
from arena.referee import Assignment

WORKER_TRIES = 3
"""How often a worker may die with a game on its hands before it is recorded as an error."""


class HandingOut:
    """Says which games a worker plays next, of those whose numbers `next` gives, for so many `jobs`.

    A worker that would have many gets no more than its share of the games that are `left`, so that none is idle at the
    end of a stage while another has games that it has not begun.
    """

    def __init__(
        self,
        jobs: int,
        next: Callable[[], int | Pause | None],
        left: Callable[[], int],
        assignment: Callable[[int], Assignment],
    ) -> None:
        self._jobs = jobs
        self._next = next
        self._left = left
        self._assignment = assignment
        self._returned: deque[Assignment] = deque()
        self._deaths: Counter[int] = Counter()
        """How many workers died with that game on their hands, by its number."""

    def take(self, wanted: int) -> list[Assignment] | Pause | None:
        """Return one game at least and `wanted` at most. If there is none yet, return the reason, and None at the end.
        A game with which a worker has died is alone: it may be the one that kills them."""
        most = max(1, min(wanted, self._left() // (2 * self._jobs)))
        games: list[Assignment] = []
        while len(games) < most:
            if self._returned:
                suspected = self._deaths[self._returned[0].number] > 0
                if not (games and suspected):
                    games.append(self._returned.popleft())
                if suspected:
                    break
            elif isinstance(number := self._next(), int):
                games.append(self._assignment(number))
            else:
                return games or number
        return games

    def put_back(self, games: Sequence[Assignment]) -> None:
        """Let games that were taken and not begun be the next."""
        self._returned.extendleft(reversed(games))

    def died(self, games: Sequence[Assignment]) -> list[Assignment]:
        """Note that a worker died with these games on its hands. Returns those that are given up; the others are played
        again."""
        self._deaths.update(game.number for game in games)
        self.put_back([game for game in games if self._deaths[game.number] < WORKER_TRIES])
        return [game for game in games if self._deaths[game.number] >= WORKER_TRIES]
