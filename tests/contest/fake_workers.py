"""Workers that play no game: what comes of each is a pure function of its deal and its seating. For whole contests with
a real store and a real run, thousands of games in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import trio

from arena.contest.workforce import Hand
from arena.referee import GameRecord, encode_record
from arena.referee.worker_messages import Assignment, Setup
from tests.standings.helpers import make_record, places_of

AHEAD = 400


class PowerCut(BaseException):
    """Nobody handles it: the run is gone as it stands."""


def skill(bot: str) -> float:
    """Of a bot with digits in its name: the lower its number, the stronger it is."""
    return -0.4 * int("".join(filter(str.isdigit, bot.split(" v")[0])))


def places(deal: str, seating: tuple[str, ...]) -> tuple[int, ...]:
    """Skill, luck of the deal for each seat, and chance; about one pair of ten near each other ties."""
    luck, chance = Random(deal), Random(deal + "".join(seating))
    return places_of([round(2 * (skill(bot) + luck.gauss(0, 1) + chance.gauss(0, 1))) for bot in seating])


class FakeWorkers:
    """Plays until `games` of them are over, and then there is a power cut; None: to the end. Games that run at once end
    in an order of their own. Each worker is given up to `together` games at once, and may not begin all of them.

    Where somebody says how many games are `stored`, they are no more than `AHEAD` games ahead of that: games take time,
    and nobody who waits to hear of them would hear of any before all of these had been played.
    """

    def __init__(self, jobs: int = 2, games: int | None = None, stored: Callable[[], int] | None = None) -> None:
        self.jobs = jobs
        self.left = games
        self._stored = stored
        self.played: list[int] = []
        self._rng = Random(jobs)

    @property
    def together(self) -> int:
        return 5

    async def hire(self, setup: Setup, place: int, say: Callable[[str], object]) -> Hand:
        return _FakeHand(self, self._rng)

    async def play(self, assignment: Assignment) -> bytes:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise PowerCut
        for _ in range(self._rng.randrange(6)):
            await trio.lowlevel.checkpoint()
        while self._stored is not None and len(self.played) >= self._stored() + AHEAD:
            await trio.lowlevel.checkpoint()
        self.played.append(assignment.number)
        return encode_record(self.record(assignment))

    def record(self, assignment: Assignment) -> GameRecord:
        """What comes of the game."""
        seating = assignment.seating
        return make_record(assignment.number, assignment.group, seating, places(assignment.deal, seating))


class _FakeHand:
    def __init__(self, workers: FakeWorkers, rng: Random) -> None:
        self._workers = workers
        self._rng = rng

    @property
    def wants(self) -> int:
        return self._rng.randint(1, self._workers.together)

    async def play(
        self, games: Sequence[Assignment], meanwhile: Callable[[], object] = lambda: None
    ) -> list[bytes] | None:
        meanwhile()
        return [await self._workers.play(game) for game in games[: self.wants]]

    async def close(self) -> str:
        return "never started"
