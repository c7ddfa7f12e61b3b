"""Running counters of each bot over finished games, rated or not: faults, answer times, what it used of the machine.

They are kept beside the records and grow with every game, so that a table of a million games reads none of them. All
are sums of whole numbers, so none depends on the order of the games.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from itertools import accumulate, repeat
from math import inf, sqrt
from operator import mul, truediv

from msgspec import Struct, field

from arena.protocol import Verdict
from arena.referee import GameRecord
from arena.sandbox import Source, Usage

# Answer times are counted in buckets 5 % wide, so a median is right to about 2.5 % and takes the same memory for ten
# answers as for ten million. The edges, in milliseconds, are made by multiplication alone: logarithms may differ in the
# last bit from one machine to another, and the same times must always come into the same buckets.
_WIDTH = 1.05
_HALF = sqrt(_WIDTH)  # from the middle of a bucket to its edge
_EDGES: list[float] = [
    *reversed(list(accumulate(repeat(_WIDTH, 141), truediv, initial=1.0))),  # from a microsecond
    *accumulate(repeat(_WIDTH, 500), mul),  # to a year
    inf,
]


class Spent(Struct):
    """What one bot used, as far as it was measured. `games` counts seats in games in which it was; times are whole
    microseconds, `off_wall_us` the time by the clock in which the bot was not on turn. `stray` counts lines that
    answered nothing, in all games.
    """

    games: int = 0
    decisions: int = 0
    on_us: int = 0
    off_us: int = 0
    off_wall_us: int = 0
    memory_kib: int = 0
    out_bytes: int = 0
    stray: int = 0
    sources: set[Source] = field(default_factory=set)

    def count(self, usage: Usage, decisions: int) -> None:
        """Add one seat of one game, which was asked for so many decisions."""
        self.games += 1
        self.decisions += decisions
        self.on_us += round(1000 * usage.on_ms)
        self.off_us += round(1000 * usage.off_ms)
        self.off_wall_us += round(1000 * usage.off_wall_ms)
        self.memory_kib = max(self.memory_kib, usage.memory_kib)
        self.out_bytes += usage.out_bytes
        self.sources.add(usage.source)


class Tally(Struct):
    """The counters of one bot. `buckets` is the histogram of its times, by number of the bucket. For a decision that
    was not made in time only the limit is known: it is counted with the limit as its time, and in `late` (a histogram
    of the same kind) as well."""

    faults: dict[Verdict, int] = {}
    max_ms: float | None = None
    buckets: dict[int, int] = {}
    spent: Spent = field(default_factory=Spent)
    late: dict[int, int] = {}

    def median_ms(self) -> float | None:
        """The (lower) median time of a decision, to about 2.5 %; None without one."""
        return None if self.max_ms is None else min(_EDGES[self._middle()] / _HALF, self.max_ms)

    @property
    def median_is_least(self) -> bool:
        """Whether the true median may be greater, since some decisions up to it were not made in time."""
        return bool(self.late) and min(self.late) <= self._middle()

    @property
    def max_is_least(self) -> bool:
        """Whether the true maximum may be greater, since some decisions were not made in time."""
        return bool(self.late)

    def _middle(self) -> int:
        """The bucket of the lower median."""
        half, seen = (sum(self.buckets.values()) + 1) // 2, 0
        for bucket in sorted(self.buckets):
            seen += self.buckets[bucket]
            if seen >= half:
                break
        return bucket


def count(record: GameRecord, tallies: Mapping[str, Tally]) -> None:
    """Add a game to the tallies of its bots, by name; a game that did not finish adds nothing."""
    if record.status != "finished":
        return
    measured = record.measured
    seated = [tallies[name] for name in record.seating]
    asked = [0] * record.seats  # decisions that a seat made, and those at which it was at fault instead
    played_for = frozenset(record.substituted)
    faulty = {fault.decision: fault.verdict for fault in record.faults if fault.decision in played_for}
    for fault in record.faults:
        faults = seated[fault.seat].faults
        faults[fault.verdict] = faults.get(fault.verdict, 0) + 1
        asked[fault.seat] += fault.verdict != "start-failure"
    # Moves that the referee made for a seat that it did not ask have no time.
    for at, ((seat, _), ms) in enumerate(zip(record.decisions, measured.ms, strict=False)):
        if ms is not None:
            asked[seat] += at not in faulty
            tally = seated[seat]
            bucket = bisect(_EDGES, ms)
            tally.buckets[bucket] = tally.buckets.get(bucket, 0) + 1
            if faulty.get(at) == "time":
                tally.late[bucket] = tally.late.get(bucket, 0) + 1
            if tally.max_ms is None or ms > tally.max_ms:
                tally.max_ms = ms
    for tally, stray in zip(seated, measured.stray, strict=False):
        tally.spent.stray += stray
    for seat, usage in enumerate(measured.usage):
        if usage is not None:
            seated[seat].spent.count(usage, asked[seat])
