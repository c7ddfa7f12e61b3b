"""Decides who is not scheduled any further because it only fails, and which games do not count for that.

What is benched must not depend on how many games run at once. So a bot's games are looked at in the order of the
schedule, whatever the order in which they end, and nothing is concluded from a game before all earlier ones are known.
A game counts here if it finished, as it may have broken off by the machine's fault alone, and if none of its bots was
out before it, as such a game is played or not by the accident of being under way. The run and the standings both ask
`Roster`. The order of two games stays the same when a contest is made longer (see `Schedule.order`), but games may come
to lie between them: then it is as if the longer contest had been played from the start.

The games that benched a bot, and all later ones with it, are rated for nobody: whoever happened to meet it then would
have been given wins that others were not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping

import numpy as np
from msgspec import Struct

from arena.contest.plan import stored_schedule
from arena.contest.publishing import Released, released_of
from arena.contest.retired import by_name
from arena.contest.stops import Bench
from arena.pairing import COOPERATIVE, Numbers, Schedule
from arena.referee import GameRecord
from arena.statistics import Bools, Ints
from arena.store import CLEAN, FAULT, NOT_STARTED, NOTHING, Codes, Facts, FailedBuild, Ledger, Store, conduct

HEAD, TAIL = 160, 260
"""The characters that are quoted of the text of a fault: its head, which says what went wrong, and its tail, which has
the last words on stderr and so says why."""

_MOST_NUMBERS = 10


class Benched(Struct, frozen=True):
    """A bot that is out: what it did, and in which games in a row, in the order of the schedule. There are no games if
    it was out before the first."""

    bot: str
    what: str
    games: tuple[int, ...] = ()

    def __str__(self) -> str:
        numbers = ", ".join(map(str, self.games[:_MOST_NUMBERS])) + (", ..." if len(self.games) > _MOST_NUMBERS else "")
        return f"{self.bot} {self.what} (games {numbers})"


class Benchings(Struct, frozen=True):
    """What the rule of benching makes of the games of a store: why each bot is out that is benched or retired, by name;
    the numbers of the games that are not rated for that reason; and which of the bots are retired."""

    reasons: dict[str, str] = {}
    unrated: frozenset[int] = frozenset()
    retired: frozenset[str] = frozenset()


class _Past:
    """Games of a ledger with numbers below `end`, in the order of the schedule: a game is known by its place in it."""

    def __init__(self, ledger: Ledger, schedule: Schedule, end: int) -> None:
        tables = [table.part(slice(np.searchsorted(table.number, end))) for table in ledger.tables]
        numbers = np.concatenate([np.zeros(0, np.int64), *(table.number for table in tables)])
        order = np.argsort(schedule.turns(numbers), kind="stable")
        self.numbers: Ints = numbers[order]
        places = np.empty_like(order)
        places[order] = np.arange(len(order))
        self._indices = {name: bot for bot, name in enumerate(ledger.names)}
        nobody = len(ledger.names)
        most = max((table.seats for table in tables), default=0)
        # Seat by seat and in as few bytes as will do, so that to look for a bot is quick.
        self._bots = np.full((most, len(order)), nobody, dtype=np.min_scalar_type(nobody))
        self._unfinished = np.zeros(len(order), np.bool_)
        bad = [np.zeros((3, 0), np.int64)]
        for table in tables:
            there, places = places[: len(table)], places[len(table) :]
            self._bots[: table.seats, there] = table.bots.T
            self._unfinished[there] = ~table.finished
            games, seats = np.nonzero((table.says == FAULT) | (table.says == NOT_STARTED))
            bad.append(np.stack([there[games], table.bots[games, seats], table.says[games, seats]]))
        self._bad = np.concatenate(bad, axis=1)
        """The few seats that were at fault: place, bot, what it did."""

    def of(self, name: str) -> tuple[Ints, Codes]:
        """The places of a bot's games, ascending, and what each says of it."""
        bot = self._indices.get(name, -1)
        there = np.zeros(len(self.numbers), np.bool_)
        for bots in self._bots:
            there |= bots == bot
        places = np.flatnonzero(there)
        says = np.where(self._unfinished[places], np.uint8(NOTHING), np.uint8(CLEAN))
        at, _, what = self._bad[:, self._bad[1] == bot]
        says[np.searchsorted(places, at)] = what  # two seats of a bot in a game say the same of it
        return places, says


class _Streaks:
    """The games in a row in which one bot did not start, or made a fault, among those of its games that count."""

    def __init__(self, places: Ints, says: Codes, counts: Bools) -> None:
        judged = counts[places] & (says != NOTHING)
        self._places = places[judged]
        self._starts: Bools = says[judged] == NOT_STARTED
        self._faults: Bools = says[judged] != CLEAN

    def end(self, bounds: Bench) -> int | None:
        """The place of the game that benches the bot; None if none does."""
        ends = [_first(self._starts, bounds.starts), _first(self._faults, bounds.games)]
        return min((int(self._places[at]) for at in ends if at is not None), default=None)

    def running(self, numbers: Ints, place: int | None = None) -> tuple[list[int], list[int]]:
        """The numbers of the games in a row, to that place or to the last, in which it did not start, and in which it
        was at fault."""
        end = len(self._places) if place is None else int(np.searchsorted(self._places, place, "right"))
        starts, faults = (numbers[self._places[_begin(bad, end) : end]] for bad in (self._starts, self._faults))
        return starts.tolist(), faults.tolist()


def _first(bad: Bools, bound: int | None) -> int | None:
    """Where so many are bad in a row for the first time, the last of them."""
    if bound is None:
        return None
    where = np.flatnonzero(bad)
    ends = where[bound - 1 :]
    ends = ends[ends - where[: len(ends)] == bound - 1]
    return int(ends[0]) if len(ends) else None


def _begin(bad: Bools, end: int) -> int:
    """Where those begin that are bad in a row up to `end`."""
    while end and bad[end - 1]:
        end -= 1
    return end


class Roster:
    """The bots of a contest that are out, judged game by game.

    `out` gives for bots that are out from the start the reason; `stored` are games of earlier runs; `tell` is called
    for each bot that is benched; `retired` are bots that play no further games and whose others count. It keeps in
    memory `stored` and the games that wait for an earlier one to end.
    """

    def __init__(
        self,
        schedule: Schedule,
        bounds: Bench,
        out: Mapping[str, str],
        stored: Ledger,
        tell: Callable[[Benched], object] = lambda benched: None,
        retired: Iterable[str] = (),
    ) -> None:
        self.out = {name: Benched(name, why) for name, why in out.items()}
        self.retired = set(retired)
        self.unrated: set[int] = set()
        """The games that are not rated, of those that were known when `next` came to them."""
        self._schedule = schedule
        self._bounds = bounds
        self._stored = stored
        self._tell = tell
        self._fewest = 1 if schedule.format in COOPERATIVE else schedule.seats  # partners may all be one bot
        self._ended: dict[int, dict[str, int]] = {}
        self._queue: deque[int] = deque()
        self._left_out = set[int]()
        """Of the games in the queue those that are not played after all."""
        self._starts: dict[str, list[int]] = {}
        self._faults: dict[str, list[int]] = {}
        self._at_fault = stored.at_fault()
        self._note_out()

    @property
    def judges(self) -> bool:
        """Whether games can bench a bot at all."""
        return self._bounds.starts is not None or self._bounds.games is not None

    def catch_up(self, end: int) -> None:
        """Do what `next` does, for all games with a number below `end` at once; all of these are stored or rightly left
        out. Call this first, with the number that begins a block. It takes some tenths of a second for a million
        games."""
        at_fault = zip(self._stored.names, self._stored.faulty().tolist(), strict=True)
        suspects = [name for name, seats in at_fault if self.judges and seats and name not in self.out]
        if not suspects and not self.out:
            return
        past = _Past(self._stored, self._schedule, end)
        counts = np.full(len(past.numbers), self._enough)
        for name in self.out:
            counts[past.of(name)[0]] = False
        games = {name: past.of(name) for name in suspects}
        streaks = {name: _Streaks(*seen, counts) for name, seen in games.items()}
        while ends := {name: at for name, streak in streaks.items() if (at := streak.end(self._bounds)) is not None}:
            place = min(ends.values())
            by_seat = self._stored.get(int(past.numbers[place])) or {}
            bot = next(name for name in by_seat if ends.get(name) == place)
            starts, faults = streaks[bot].running(past.numbers, place)
            benched = _judged(bot, starts, faults, self._bounds)
            assert benched is not None
            self._bench(benched)
            # What came after says nothing of those who met it then.
            theirs = games.pop(bot)[0]
            counts[theirs[theirs > place]] = False
            if not self._enough:
                counts[place + 1 :] = False
            streaks = {name: _Streaks(*seen, counts) for name, seen in games.items()}
        self.unrated.update(past.numbers[~counts].tolist())
        for name, streak in streaks.items():
            for kept, running in zip((self._starts, self._faults), streak.running(past.numbers), strict=True):
                if running:
                    kept[name] = running

    def next(self, number: int) -> bool:
        """Whether this game is to be played, or was rightly played. Ask this of every game that `catch_up` has not
        passed, in the order of the schedule."""
        if number not in self._stored and self.gone(number):
            return False
        if not self._wanted(number):
            self._leave_out(number)
            return False
        if self.judges and not self._is_no_news(number):
            self._queue.append(number)
            self._judge()
        return self._wanted(number)

    def still(self, number: int) -> bool:
        """Whether a game that `next` wanted, and that has not begun, is still to be played; if not, nobody waits for it
        from then on."""
        if self._wanted(number) and not self.gone(number):
            return True
        if self.judges:
            self._left_out.add(number)
            self._judge()
        return False

    def gone(self, number: int) -> bool:
        """Whether a bot of the game is retired."""
        return bool(self.retired) and not self.retired.isdisjoint(self._schedule.seating(number))

    def _is_no_news(self, number: int) -> bool:
        """Whether nobody was at fault in a stored game, none before it is awaited, and no streak can end with it. So it
        is with nearly all of a million."""
        waiting = self._queue or self._starts or self._faults
        return not waiting and number in self._stored and number not in self._at_fault

    def end(self, record: GameRecord) -> None:
        """Note that a game is over; games may come in any order."""
        if self.judges:
            self._ended[record.number] = conduct(record)
            self._judge()

    @property
    def _enough(self) -> bool:
        """Whether there are enough bots left for any game."""
        return len(self._schedule.bots) - len(self.out) >= self._fewest

    def _wanted(self, number: int) -> bool:
        if not self.out:
            return True
        if not self._enough:
            return False
        if number in self._stored:
            return number not in self._with_out
        return self.out.keys().isdisjoint(self._schedule.seating(number))

    def _leave_out(self, number: int) -> None:
        self._ended.pop(number, None)
        if number in self._stored:
            self.unrated.add(number)

    def _judge(self) -> None:
        while self._queue:
            number = self._queue[0]
            if number in self._left_out:
                self._left_out.remove(number)
            elif not self._wanted(number):
                self._leave_out(number)
            elif says := self._ended.pop(number, None) or self._stored.get(number):
                self._weigh(number, says)
            else:
                return
            self._queue.popleft()

    def _weigh(self, number: int, says: dict[str, int]) -> None:
        for bot, what in says.items():
            if what == NOTHING:
                continue
            starts = _streak(self._starts, bot, number, what == NOT_STARTED)
            faults = _streak(self._faults, bot, number, what != CLEAN)
            if benched := _judged(bot, starts, faults, self._bounds):
                self._bench(benched)

    def _note_out(self) -> None:
        """Which stored games have a bot that is out."""
        self._with_out = Numbers(self._stored.games_of_any(self.out))

    def _bench(self, benched: Benched) -> None:
        self.out[benched.bot] = benched
        self._note_out()
        self.unrated.update(benched.games)
        self._tell(benched)


def _judged(bot: str, starts: list[int], faults: list[int], bounds: Bench) -> Benched | None:
    if len(starts) == bounds.starts:
        return Benched(bot, f"failed to start in {_running(starts)}", tuple(starts))
    if len(faults) == bounds.games:
        return Benched(bot, f"made a fault in {_running(faults)}", tuple(faults))
    return None


def _streak(streaks: dict[str, list[int]], bot: str, number: int, goes_on: bool) -> list[int]:
    if not goes_on:
        streaks.pop(bot, None)
        return []
    streak = streaks.setdefault(bot, [])
    streak.append(number)
    return streak


def _running(games: list[int]) -> str:
    return f"{len(games)} games in a row" if len(games) > 1 else "a game"


class _Contest(Struct):
    bench: Bench = Bench(starts=None, games=None)


def rules_of(facts: Facts) -> tuple[Bench, dict[str, str]]:
    """The bounds of a stored contest, and the bots that are out from the start, with the reasons. A contest that says
    nothing about it benches nobody. Raises StoreError if it says what cannot be used."""
    return facts.of_contest(_Contest).bench, {name: _why(build) for name, build in (facts.builds or {}).items()}


def _why(build: FailedBuild) -> str:
    return f"its build failed: {clipped(build.text)}" + (f" (log in {build.log})" if build.log else "")


def benchings_of(store: Store, games: Ledger) -> Benchings:
    """What the rule says of the games that are in the store. While a contest runs, games may be missing that will yet
    be played: then it is judged without them. Raises StoreError."""
    judged = _benchings(store, games)
    gone = {name: str(said) for name, said in by_name(store.facts()).items() if name not in judged.reasons}
    return Benchings(judged.reasons | gone, judged.unrated, frozenset(gone))


def _benchings(store: Store, games: Ledger) -> Benchings:
    facts = store.facts()
    bounds, out = rules_of(facts)
    fewest = min(filter(None, (bounds.starts, bounds.games)), default=None)
    if not out and (fewest is None or fewest > max(games.faulty(), default=0)):
        return Benchings()
    if not games.end:
        return Benchings(out)
    stages = store.stages()
    roster = Roster(stored_schedule(facts, stages, games.end), bounds, out, games)
    roster.catch_up(games.end)
    shown = released_of(facts, stages, games)
    reasons = {benched.bot: _reason(store, benched, shown) for benched in roster.out.values()}
    return Benchings(reasons, frozenset(roster.unrated))


def _reason(store: Store, benched: Benched, shown: Released) -> str:
    """The reason for anybody: what is said of a fault may quote what the bot held, and is left out until its game may
    be shown whole."""
    if not benched.games:
        return benched.what
    why = cause(store, benched) if shown.whole(benched.games[-1]) else ""
    return f"{benched.what}, the last of them game {benched.games[-1]}" + (f": {why}" if why else "")


def cause(store: Store, benched: Benched) -> str:
    """The text of the bot's fault in the last of the games that benched it, "" if nothing is known of it. Raises
    StoreError."""
    record = store.record(benched.games[-1]) if benched.games else None
    faults = [] if record is None else zip(record.faults, record.measured.texts, strict=False)
    said = (text for fault, text in faults if record is not None and record.seating[fault.seat] == benched.bot)
    return clipped(next(said, ""))


def clipped(text: str) -> str:
    """Both ends of the text of a fault, if all of it would be too long."""
    return text if len(text) <= HEAD + TAIL + 5 else f"{text[:HEAD]} ... {text[-TAIL:]}"
