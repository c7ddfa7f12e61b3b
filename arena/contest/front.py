"""How far a contest is known without a gap, for whoever must decide the same with any number of workers.

Games are handed out in the order of the schedule and end in any other order. A game that is not stored will never be
played if one of its bots was out before it (see `arena.contest.bench`), and that is known only when all earlier games
are. A void game and one of status error are stored as well: they leave no gap, and nothing to count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from arena.contest.bench import Benched, Roster
from arena.contest.config import Bench
from arena.pairing import Schedule
from arena.referee import GameRecord
from arena.store import Ledger


class Front:
    """The way to the last of the first `end` games of a schedule of one stage, the last in the order in which they are
    played. Games from `end` on lie on it, too.

    `bounds` and `out` are the rules of the bench (`arena.contest.bench.rules_of`), and `ledger` is what is stored. The
    way is walked game by game, except for the part that has no gap; `known` is the `end` of another front, which was
    reached. Games of `retired` bots are not waited for.
    """

    def __init__(
        self,
        schedule: Schedule,
        bounds: Bench,
        out: Mapping[str, str],
        ledger: Ledger,
        end: int,
        known: int = 0,
        retired: Iterable[str] = (),
    ) -> None:
        (part,) = schedule.parts
        last_block = schedule.begin_of_block(max(end - 1, 0))
        numbers = np.arange(last_block, end)
        self._last = int(numbers[np.argmax(schedule.turns(numbers))])
        self._schedule = schedule
        self._roster = Roster(schedule, bounds, out, ledger, retired=retired)
        self._there = ledger.numbers
        self._heard: dict[int, GameRecord] = {}
        begin = min(schedule.whole_blocks(ledger.numbers, max(known, ledger.complete_below)), last_block)
        self._roster.catch_up(begin)
        self._gaps = self._walk(part.order(len(schedule), begin))

    def hear(self, records: Sequence[GameRecord] = ()) -> bool:
        """Whether the front is reached, now that these games are stored as well."""
        self._heard.update((record.number, record) for record in records)
        return next(self._gaps, None) is None

    def retire(self, bots: Iterable[str]) -> None:
        """Wait no longer for games of these bots."""
        self._roster.retired.update(bots)

    def _walk(self, order: Iterator[int]) -> Iterator[int]:
        """Gives the game that is awaited, as long as it is."""
        for number in order:
            if self._roster.next(number) and number not in self._there:
                while number not in self._heard and not self._roster.gone(number):
                    yield number
                if number in self._heard:
                    self._roster.end(self._heard.pop(number))
            if number == self._last:
                return

    @property
    def out(self) -> Mapping[str, Benched]:
        """The bots that are out when the front is reached, whatever came of later games."""
        return self._roster.out

    def unrated(self, ledger: Ledger) -> frozenset[int]:
        """The games of a ledger that are not rated because a bot is out by then. Some of them may have been under way,
        and so are there by chance."""
        found = set[int]()
        for name, benched in self.out.items():
            numbers = ledger.games_of(name)
            if benched.games:
                (end,) = self._schedule.turns(np.array(benched.games[-1:]))
                numbers = numbers[self._schedule.turns(numbers) > end]
            found.update(numbers.tolist(), benched.games)
        return frozenset(found)
