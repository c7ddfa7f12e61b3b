"""Hands out games to workers: several at once where they are short, and again those that came back unplayed.

A bot's process must not meet a deal again that it may remember, so it is replaced before it would; to start a bot takes
as long as some games. The games of a deal group come close after each other in the schedule (see `Part.order`): whoever
plays all of them needs new processes for each further one. So they go to different workers where that can be had.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence

from arena.contest.course import Pause
from arena.pairing import BLOCK
from arena.referee import Assignment

WORKER_TRIES = 3
"""How often a worker may die with a game on its hands before it is recorded as an error."""
MOST_MET = 4 * BLOCK
"""The most deals that are kept in mind for a worker. After a block of the schedule its deals do not come again."""


class HandingOut:
    """Says which games a worker plays next, of those whose numbers `next` gives, for so many `jobs`.

    A worker that would have many gets no more than its share of the games that are `left`, so that none is idle at the
    end of a stage while another has games that it has not begun.

    Some games wait here, for a worker to have a choice and for `assignment` to be asked before anybody waits for it.
    When a game is handed out, `now` says how it is to be played as things stand by then, or None if it no longer is.
    """

    def __init__(
        self,
        jobs: int,
        next: Callable[[], int | Pause | None],
        left: Callable[[], int],
        assignment: Callable[[int], Assignment],
        now: Callable[[Assignment], Assignment | None],
    ) -> None:
        self._jobs = jobs
        self._next = next
        self._left = left
        self._assignment = assignment
        self._now = now
        self._waiting: deque[Assignment] = deque()
        self._met: list[set[str]] = [set() for _ in range(jobs)]
        """The deals that each worker has been given since its bots had to be started anew, as far as is known here."""
        self._deaths: Counter[int] = Counter()
        """How many workers died with that game on their hands, by its number."""

    @property
    def waiting(self) -> int:
        """How many games have been named, and nobody has them."""
        return len(self._waiting)

    def take(self, place: int, wanted: int) -> list[Assignment] | Pause | None:
        """Return one game at least and `wanted` at most for the worker at that place, 0 to jobs - 1. If there is none
        yet, return the reason, and None at the end. A game with which a worker has died is alone: it may be the one
        that kills them."""
        while True:
            most = max(1, min(wanted, (self._left() + len(self._waiting)) // (2 * self._jobs)))
            why = self._fetch(most)
            if not self._waiting:
                return why
            if games := [game for chosen in self._choose(place, most) if (game := self._now(chosen)) is not None]:
                return games

    def prepare(self, wanted: int) -> None:
        """Get ready for workers that will each want so many games: enough of them wait from then on for a choice. Where
        games are so long that a worker wants one at a time, none waits: what happens until then may decide about it."""
        if wanted > 1:
            self._fetch(min(BLOCK, 2 * self._jobs * wanted))

    def put_back(self, games: Sequence[Assignment]) -> None:
        """Let games that were taken and not begun be the next."""
        self._waiting.extendleft(reversed(games))

    def died(self, games: Sequence[Assignment]) -> list[Assignment]:
        """Note that a worker died with these games on its hands. Returns those that are given up; the others are played
        again."""
        self._deaths.update(game.number for game in games)
        self.put_back([game for game in games if self._deaths[game.number] < WORKER_TRIES])
        return [game for game in games if self._deaths[game.number] >= WORKER_TRIES]

    def _fetch(self, waiting: int) -> Pause | None:
        """See that so many games wait. Returns why there are fewer."""
        while len(self._waiting) < waiting:
            number = self._next()
            if not isinstance(number, int):
                return number
            self._waiting.append(self._assignment(number))
        return None

    def _choose(self, place: int, most: int) -> list[Assignment]:
        """Take up to `most` games from those that wait: games at different deals that are new to that worker's bots, or
        the next ones, if there are few of them."""
        if self._deaths[self._waiting[0].number]:
            return [self._waiting.popleft()]
        met, free = self._met[place], [game for game in self._waiting if not self._deaths[game.number]]
        fresh = {game.deal: game for game in reversed(free) if game.deal not in met}
        chosen = [game for game in free if fresh.get(game.deal) is game][:most]
        if 2 * len(chosen) < min(most, len(free)) or len(met) > MOST_MET:
            met.clear()  # its bots are started anew
            chosen = free[:most]
        met.update([game.deal for game in chosen])
        taken = {game.number for game in chosen}
        self._waiting = deque([game for game in self._waiting if game.number not in taken])
        return chosen
