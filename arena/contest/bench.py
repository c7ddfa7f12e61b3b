"""Who is not scheduled any further because it only fails, and which games do not count for that.

What is benched must not depend on how many games run at once. So a bot's games are looked at in the order of the
schedule, whatever the order in which they end, and nothing is concluded from a game before all earlier ones are known.
A game says something of its bots if it finished, as it may not have by the machine's fault alone, and if none of them
was out before it, as such a game is played or not by the accident of being under way. The run and the standings both
ask `Roster`. The order of two games stays the same when a contest is made longer (see `Schedule.order`), but games may
come to lie between them: then it is as if the longer contest had been played from the start.

The games that benched a bot, and all later ones with it, are rated for nobody: whoever happened to meet it then would
have been given wins that others were not.
"""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from arena.contest.config import Bench
from arena.contest.schedule import Schedule
from arena.contest.store import Conduct, Store, StoreError
from arena.referee import GameRecord

MOST_WORDS = 200
"""Characters of a bot's last fault, or of its build's, that are quoted."""

_MOST_NUMBERS = 10

# What a game says of a bot in it; the worst of its seats counts.
_CLEAN, _FAULT, _NOT_STARTED, _NOTHING = range(4)


class Benched(Struct, frozen=True):
    """A bot that is out: what it did, and in which games running, in the order of the schedule; none if it was out
    before the first game."""

    bot: str
    what: str
    games: tuple[int, ...] = ()

    def __str__(self) -> str:
        numbers = ", ".join(map(str, self.games[:_MOST_NUMBERS])) + (", ..." if len(self.games) > _MOST_NUMBERS else "")
        return f"{self.bot} {self.what} (games {numbers})"


class Settled(Struct, frozen=True):
    """What the rule makes of the games of a store: why each benched bot is out, by name, and the numbers of the games
    that are not rated for it."""

    reasons: dict[str, str] = {}
    unrated: frozenset[int] = frozenset()


class Conducts:
    """What games that are over say of their bots, by number: four bytes a seat, for a contest with one number of seats.

    Each seat holds 1 + 4 * bot + what the game says of it, 0 where the game is not known.
    """

    def __init__(self) -> None:
        self.end = 0
        """One more than the highest number."""
        self.faulty: Counter[str] = Counter()
        """In how many games each bot made a fault."""
        self._bots: dict[str, int] = {}
        self._names: list[str] = []
        self._seats = 1
        self._cells = array("I")

    def __contains__(self, number: int) -> bool:
        return number < self.end and self._cells[number * self._seats] > 0

    def add(self, record: GameRecord | Conduct) -> None:
        """A game that is over; in any order, each once."""
        self._seats = seats = len(record.seating)
        self.end = max(self.end, record.number + 1)
        if self.end * seats > len(self._cells):
            self._cells.frombytes(bytes(self.end * seats * self._cells.itemsize))
        says = _conduct(record)
        if record.faults:
            self.faulty.update(bot for bot, what in says.items() if what in (_FAULT, _NOT_STARTED))
        for at, name in enumerate(record.seating, record.number * seats):
            bot = self._bots.setdefault(name, len(self._bots))
            if bot == len(self._names):
                self._names.append(name)
            self._cells[at] = 1 + 4 * bot + says[name]

    def get(self, number: int) -> dict[str, int] | None:
        """What the game says, by bot; None where it is not known."""
        if number not in self:
            return None
        cells = self._cells[number * self._seats : (number + 1) * self._seats]
        return {self._names[(cell - 1) // 4]: (cell - 1) % 4 for cell in cells}


def _conduct(record: GameRecord | Conduct) -> dict[str, int]:
    says = dict.fromkeys(record.seating, _CLEAN if record.status == "finished" else _NOTHING)
    if record.status == "finished":
        for fault in record.faults:
            bot = record.seating[fault.seat]
            says[bot] = max(says[bot], _NOT_STARTED if fault.verdict == "start-failure" else _FAULT)
    return says


class Roster:
    """The bots of a contest that are out, judged game by game.

    `out` names bots that are out from the start, and why; `stored` are games of earlier runs; `tell` hears of each bot
    that is benched. Memory is that of `stored`, and of the games that wait for an earlier one to end.
    """

    def __init__(
        self,
        schedule: Schedule,
        bounds: Bench,
        out: Mapping[str, str],
        stored: Conducts,
        tell: Callable[[Benched], object] = lambda benched: None,
    ) -> None:
        self.out = {name: Benched(name, why) for name, why in out.items()}
        self.unrated: set[int] = set()
        """Games that are not rated, of those that were known when `next` came to them."""
        self._schedule = schedule
        self._bounds = bounds
        self._stored = stored
        self._tell = tell
        self._fewest = schedule.seats if schedule.format == "round-robin" else 1  # others let a bot play with itself
        self._ended: dict[int, dict[str, int]] = {}
        self._queue: deque[int] = deque()
        self._starts: dict[str, list[int]] = {}
        self._faults: dict[str, list[int]] = {}

    @property
    def judges(self) -> bool:
        """Whether games can bench a bot at all."""
        return self._bounds.starts is not None or self._bounds.games is not None

    def next(self, number: int) -> bool:
        """Whether this game is to be played, or was rightly. It has to be asked of every game, in the order of the
        schedule."""
        if not self._wanted(number):
            self._leave_out(number)
            return False
        if self.judges:
            self._queue.append(number)
            self._judge()
        return self._wanted(number)

    def end(self, record: GameRecord) -> None:
        """A game is over; in any order."""
        if self.judges:
            self._ended[record.number] = _conduct(record)
            self._judge()

    def _wanted(self, number: int) -> bool:
        if not self.out:
            return True
        if len(self._schedule.bots) - len(self.out) < self._fewest:
            return False
        bots = self._stored.get(number) or self._schedule.pairing(number).seating
        return self.out.keys().isdisjoint(bots)

    def _leave_out(self, number: int) -> None:
        self._ended.pop(number, None)
        if number in self._stored:
            self.unrated.add(number)

    def _judge(self) -> None:
        while self._queue:
            number = self._queue[0]
            if not self._wanted(number):
                self._leave_out(number)
            elif says := self._ended.pop(number, None) or self._stored.get(number):
                self._weigh(number, says)
            else:
                return
            self._queue.popleft()

    def _weigh(self, number: int, says: dict[str, int]) -> None:
        for bot, what in says.items():
            if what == _NOTHING:
                continue
            starts = _streak(self._starts, bot, number, what == _NOT_STARTED)
            faults = _streak(self._faults, bot, number, what != _CLEAN)
            if len(starts) == self._bounds.starts:
                self._bench(Benched(bot, f"failed to start in {_running(starts)}", tuple(starts)))
            elif len(faults) == self._bounds.games:
                self._bench(Benched(bot, f"made a fault in {_running(faults)}", tuple(faults)))

    def _bench(self, benched: Benched) -> None:
        self.out[benched.bot] = benched
        self.unrated.update(benched.games)
        self._tell(benched)


def _streak(streaks: dict[str, list[int]], bot: str, number: int, goes_on: bool) -> list[int]:
    if not goes_on:
        streaks.pop(bot, None)
        return []
    streak = streaks.setdefault(bot, [])
    streak.append(number)
    return streak


def _running(games: list[int]) -> str:
    return f"{len(games)} games running" if len(games) > 1 else "a game"


def rules_of(facts: Mapping[str, Any]) -> tuple[Bench, dict[str, str]]:
    """The bounds of a stored contest, and the bots that are out from the start with the reasons, from `Store.facts()`.

    A contest that says nothing of it benches nobody. Raises StoreError where the facts are not as this version writes
    them.
    """
    try:
        bench = msgspec.convert(facts.get("contest", {}).get("bench", {"starts": None, "games": None}), Bench)
        builds = msgspec.convert(facts.get("builds", {}), dict[str, _Build])
    except msgspec.ValidationError as problem:
        raise StoreError(
            f"what the file says of benched bots cannot be used: {problem}; another version of arena wrote it: use "
            "that version, or play the contest again in another file"
        ) from problem
    return bench, {name: build.why() for name, build in builds.items()}


class _Build(Struct):
    text: str
    log: str | None = None

    def why(self) -> str:
        return f"its build failed: {_clipped(self.text)}" + (f" (log in {self.log})" if self.log else "")


def settled(store: Store, games: Conducts) -> Settled:
    """What the rule says of the games that are in the store. Where some are missing that will yet be played, as long
    as the contest runs, it is judged without them. Raises StoreError."""
    facts = store.facts()
    bounds, out = rules_of(facts)
    fewest = min(filter(None, (bounds.starts, bounds.games)), default=None)
    if not out and (fewest is None or fewest > max(games.faulty.values(), default=0)):
        return Settled()
    if not games.end:
        return Settled(out)
    schedule = _schedule(facts, games.end)
    roster = Roster(schedule, bounds, out, games)
    for number in schedule.order():
        if number in games:
            roster.next(number)
    reasons = {benched.bot: _reason(store, benched) for benched in roster.out.values()}
    return Settled(reasons, frozenset(roster.unrated))


def _schedule(facts: Mapping[str, Any], games: int) -> Schedule:
    """The first so many games of a stored contest, however many it has."""
    plan = facts["contest"]

    def schedule(deals: int, games: int | None) -> Schedule:
        return Schedule(
            facts["bots"],
            plan["seats"],
            plan["seatings"],
            deals,
            facts["seed"],
            games,
            plan["format"],
            plan["line_ups"],
        )

    return schedule(-(-games // schedule(1, None).full), games)


def _reason(store: Store, benched: Benched) -> str:
    if not benched.games:
        return benched.what
    last = benched.games[-1]
    reason = f"{benched.what}, the last of them game {last}"
    record = store.record(last)
    if record is not None:
        for fault, text in zip(record.faults, record.measured.texts, strict=True):
            if record.seating[fault.seat] == benched.bot:
                return f"{reason}: {_clipped(text)}"
    return reason


def _clipped(text: str) -> str:
    return text if len(text) <= MOST_WORDS else text[:MOST_WORDS] + "..."
