"""Decides which game comes next: of all games that are known, in their order, and of stages that depend on earlier
results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import combinations
from typing import overload

import msgspec
import numpy as np

from arena.contest.bench import Benched, Roster
from arena.contest.progress import Reporter
from arena.errors import Trouble
from arena.games import Ranking
from arena.pairing import LineUp, Match, Numbers, Pairer, PastStage, Schedule, Stage
from arena.referee import GameRecord
from arena.store import Ledger, Store

SKIP_AT_ONCE = 1000  # games of benched bots that are passed over before others get a turn


_NO_PLACE = 255  # of all seats of a game that is over and not rated


class Pause(Enum):
    """Why there is no next game yet."""

    TURN = "a long way over games that are left out must not stop everybody else"
    RESULT = "the next stage waits for the last game of this one"
    ENTRIES = "too few bots play: the ladder waits for more"


class TooFew(Trouble):
    """Nothing can be played any more; the text says who is left, and what to do about it."""


class Places:
    """The places that the seats took in all rated games, by number: a byte for each seat, 0 if the game is not
    known.
    """

    def __init__(self, ledger: Ledger, seats: int) -> None:
        self._seats = seats
        cells = np.zeros((ledger.end, seats), dtype=np.uint8)
        for table in ledger.tables:
            if table.places.shape[1] == seats:
                cells[table.number] = np.where(table.places == 0, _NO_PLACE, table.places)
        self._cells = bytearray(cells.tobytes())

    def add(self, record: GameRecord) -> None:
        """Add a game that is over."""
        begin, end = record.number * self._seats, (record.number + 1) * self._seats
        self._cells.extend(bytes(max(0, end - len(self._cells))))
        places = record.outcome.places if isinstance(record.outcome, Ranking) else (_NO_PLACE,) * self._seats
        self._cells[begin:end] = bytes(places)

    def get(self, number: int) -> bytes | None:
        """The place of each seat in that game; None if it is not known."""
        places = self._cells[number * self._seats : (number + 1) * self._seats]
        return bytes(places) if any(places) and any(place != _NO_PLACE for place in places) else None

    def there(self, number: int) -> bool:
        """Whether the game is over, rated or not."""
        return any(self._cells[number * self._seats : (number + 1) * self._seats])


class Past(Sequence[PastStage]):
    """The stages that are over, made anew from the results of their games whenever somebody looks: none is kept.

    `benched` are those of a roster. Of their games only those count that came before they were out, or put them out.
    Which of the later ones were under way by then, and so were played, is chance, and must not decide anything.

    The games that `retired` bots have played count. Each game that they have left to play is lost for them, for whoever
    was to meet them was to have it; but not in a ladder, which is rated by games alone.
    """

    def __init__(
        self,
        schedule: Schedule,
        results: Places,
        over: int,
        benched: Mapping[str, Benched],
        retired: Collection[str] = (),
    ) -> None:
        self._schedule = schedule
        self._results = results
        self._benched = benched
        self._retired = retired
        self.over = over

    def __len__(self) -> int:
        return self.over

    @overload
    def __getitem__(self, index: int) -> PastStage: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PastStage]: ...
    def __getitem__(self, index: int | slice) -> PastStage | Sequence[PastStage]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(self.over))]
        if not -self.over <= index < self.over:
            raise IndexError(f"stage {index} of {self.over}")
        at = index % self.over
        stage = self._schedule.stages[at]
        return PastStage(stage, tuple(self._match(at, place) for place in range(len(stage.line_ups))))

    def _match(self, at: int, index: int) -> Match:
        part, stage = self._schedule.parts[at], self._schedule.stages[at]
        line_up, size = stage.line_ups[index], part.round.group_size
        taken = [[0] * len(line_up) for _ in line_up]
        where = {bot: place for place, bot in enumerate(line_up)}
        games = 0
        for deal in range(stage.deals):
            first = part.first + (deal * part.round.groups + index) * size
            for number in range(first, first + size):
                places = self._results.get(number) or self._walkover(number)
                if places is None or (self._benched and self._is_too_late(number, line_up)):
                    continue
                games += 1
                for (bot, place), (other, its) in combinations(zip(part.seating(number), places, strict=True), 2):
                    taken[where[bot]][where[other]] += 2 if place < its else place == its
                    taken[where[other]][where[bot]] += 2 if its < place else place == its
        return Match(line_up, games, tuple(map(tuple, taken)))

    def _walkover(self, number: int) -> bytes | None:
        """The places of a game that a bot was not there for; None where it is missing for another reason."""
        if not self._retired or self._schedule.format == "ladder" or self._results.there(number):
            return None
        gone = [name in self._retired for name in self._schedule.seating(number)]
        return bytes(2 if lost and not all(gone) else 1 for lost in gone) if any(gone) else None

    def _is_too_late(self, number: int, line_up: LineUp) -> bool:
        """Whether it comes after the game that benched one of its bots."""
        benched = [self._benched[name] for bot in line_up if (name := self._schedule.bots[bot]) in self._benched]
        turn, *ends = self._schedule.turns(np.array([number, *(why.games[-1] for why in benched if why.games)]))
        return any(turn > end for end in ends)


class Course:
    """The way through a contest: `numbers` says which game is next, and `end` is called when one is over and stored,
    or `leave_out`.

    `results` know the games of the store and, by the time that `end` is called, each further one. `playing` says which
    bots may be scheduled in the next stage, whose number it is given (of those that the roster has not benched). With
    `grows` further bots may come while the contest runs.
    """

    def __init__(
        self,
        schedule: Schedule,
        store: Store,
        roster: Roster,
        results: Places,
        pairer: Pairer | None,
        playing: Callable[[int], Sequence[int]],
        reporter: Reporter,
        grows: bool = False,
    ) -> None:
        self._schedule = schedule
        self._store = store
        self._roster = roster
        self._pairer = pairer
        self._playing = playing
        self._reporter = reporter
        self._grows = grows
        self._waits = ""
        """What was last said of those who are awaited, while they are."""
        self._past = Past(schedule, results, 0, roster.out, roster.retired)
        self._running: Counter[int] = Counter()
        """Games that were handed out and are not over, by the first of their block."""
        self.left = 0
        """How many of the games that are known now are neither handed out nor left out."""
        self._block = 0
        """The first game of the block that is being handed out."""

    def end(self, number: int) -> None:
        """Note that a game that was handed out is over, and stored."""
        block = self._schedule.begin_of_block(number)
        self._running[block] -= 1
        if not self._running[block]:
            del self._running[block]

    def leave_out(self, number: int) -> None:
        """Note that a game that `numbers` gave will not be played after all."""
        self.end(number)
        self._reporter.left_out(1)

    def complete_below(self, ending: Iterable[int]) -> int:
        """The number below which all games are stored, or left out, once the games `ending` now are stored as well."""
        running = self._running - Counter(map(self._schedule.begin_of_block, ending))
        return min([self._block, *running])

    def numbers(self, there: Numbers, complete_below: int = 0) -> Iterator[int | Pause]:
        """Yield the games that are to be played and not `there`; if there is none yet, the reason why. All games below
        `complete_below` are stored or left out. Raises TooFew."""
        at = skipped = 0
        begin = self._block = self._schedule.whole_blocks(there, complete_below)
        self._roster.catch_up(begin)
        self._reporter.left_out(begin - there.count(0, begin))
        self.left = len(self._schedule) - begin - there.count(begin, len(self._schedule))
        while True:
            while at < len(self._schedule.parts):
                for number in self._schedule.parts[at].order(len(self._schedule), begin):
                    wanted = self._roster.next(number)
                    if number in there:
                        continue
                    self.left -= 1
                    if wanted:
                        self._block = self._schedule.begin_of_block(number)
                        self._running[self._block] += 1
                        yield number
                    else:
                        self._reporter.left_out(1)
                        skipped += 1
                        if skipped % SKIP_AT_ONCE == 0:
                            yield Pause.TURN
                at += 1
            if self._pairer is None or self._schedule.ended:
                return
            while self._running:
                yield Pause.RESULT
            stage = self._next_stage(self._pairer)
            if stage is None:
                # Where bots are out there were fewer line-ups than anybody could know before.
                self._reporter.left_out(max(0, self._pairer.least_games - len(self._schedule)))
                return
            if not stage.line_ups:
                yield Pause.ENTRIES

    def _next_stage(self, pairer: Pairer) -> Stage | None:
        self._past.over = len(self._schedule.parts)
        out = {self._schedule.bots.index(name) for name in (*self._roster.out, *self._roster.retired)}
        playing = [bot for bot in self._playing(self._past.over) if bot not in out]
        stage = pairer.next(self._past, playing)
        if stage is not None and not stage.line_ups:
            self._wait(len(playing))
        elif stage is not None:
            self._waits = ""
            self._store.add_stage(msgspec.json.encode(stage))
            before = len(self._schedule)
            self._schedule.extend(stage)
            self.left += len(self._schedule) - before
            self._reporter.planned(len(self._schedule))
            if pairer.most_games is not None:  # of a ladder nobody counts them
                line_ups = len(stage.line_ups)
                self._reporter.say(f"{stage.title}: {line_ups} line-up{'' if line_ups == 1 else 's'}")
        return stage

    def _wait(self, playing: int) -> None:
        """Too few bots play for a stage: say so whenever that is news. Raises TooFew where no others can come."""
        few = f"{playing} of the {self._schedule.seats} bots that a game takes"
        if not self._grows:
            out = [f"{name} {benched.what}" for name, benched in self._roster.out.items()]
            raise TooFew(
                f"{few} can play" + (f" ({'; '.join(out)})" if out else "") + ", and without `entries` no others can "
                "come: mend what is benched, which makes it a new entry, or add bots, and run again"
            )
        if few != self._waits:
            self._waits = few
            self._reporter.say(f"waits: {few} can play")
