"""What is in the records of a bot's games: its faults, each with the shortest way to see it again, and its times."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from arena.contest import Released
from arena.players import Clock, TimeControl
from arena.protocol import VERDICTS, Verdict
from arena.referee import GameRecord
from arena.review.lines import Lines
from arena.review.report import FaultKind, Slow, Times
from arena.standings import rounded
from arena.store import listed

SLOWEST = 5
"""Decisions that are shown."""
MOST_GAMES = 20
"""Games of a kind of fault that are named."""


class _Fault(NamedTuple):
    """A fault of the bot, and how many decisions its seat had made before; they compare by how soon one sees them."""

    before: int
    game: int
    seat: int
    decision: int
    text: str
    forfeits: bool


class Heard:
    """Everything that a review wants to know of records, each of which is heard once."""

    def __init__(self, bot: str, control: TimeControl | None) -> None:
        self._bot = bot
        self._control = control
        self._faults: dict[Verdict, list[_Fault]] = defaultdict(list)
        self._slow: list[Slow] = []
        self._times: list[float] = []
        self._late = self.void = self.error = 0

    def hear(self, record: GameRecord) -> None:
        """Takes in one game of the bot."""
        self.void += record.status == "void"
        self.error += record.status == "error"
        if record.status != "finished":
            return  # nothing in it is anybody's fault
        for seat, name in enumerate(record.seating):
            if name == self._bot:
                self._hear_faults(record, seat)
                self._hear_times(record, seat)

    def _hear_faults(self, record: GameRecord, seat: int) -> None:
        for at, fault in enumerate(record.faults):
            if fault.seat == seat:
                before = sum(who == seat for who, _ in record.decisions[: fault.decision])
                text = record.measured.texts[at] if at < len(record.measured.texts) else ""
                final = seat in record.forfeited and not any(later.seat == seat for later in record.faults[at + 1 :])
                found = _Fault(before, record.number, seat, fault.decision, text, final)
                self._faults[fault.verdict].append(found)

    def _hear_times(self, record: GameRecord, seat: int) -> None:
        late = {fault.decision for fault in record.faults if fault.seat == seat and fault.verdict == "time"}
        clock = Clock(self._control or TimeControl())
        for at, ((who, _), ms) in enumerate(zip(record.decisions, record.measured.ms, strict=False)):
            if who != seat or ms is None:
                continue
            limit = clock.limit_ms if self._control is not None else None
            self._times.append(ms)
            found = Slow(game=record.number, seat=seat, decision=at, ms=rounded(ms, 3), limit_ms=limit, late=at in late)
            self._slow.append(found)
            self._late += at in late
            if len(self._slow) > 50 * SLOWEST:
                self._slow = _slowest(self._slow)
            if at in late:
                clock.exhaust()
            else:
                clock.spend(ms)

    def slowest(self) -> tuple[Slow, ...]:
        """The decisions that came nearest to their limits, or without limits those that took longest."""
        return tuple(_slowest(self._slow))

    def times(self) -> Times | None:
        """Of all its decisions; None without one."""
        times = sorted(self._times)
        if not times:
            return None

        def at(share: float) -> float:
            return rounded(times[min(len(times) - 1, int(share * len(times)))], 3)

        nearest = next(iter(self.slowest()))
        return Times(
            decisions=len(times),
            median=at(0.5),
            p90=at(0.9),
            p99=at(0.99),
            slowest=rounded(times[-1], 3),
            late=self._late,
            nearest_percent=None if not nearest.limit_ms else rounded(100 * _near(nearest), 1),
        )

    def faults(self, released: Released, lines: Lines, spoil: bool) -> Iterator[FaultKind]:
        """By kind, those first that cost most games."""
        kinds = sorted(self._faults, key=lambda kind: (-self._forfeits(kind), -len(self._faults[kind]), _order(kind)))
        for kind in kinds:
            found = sorted(self._faults[kind])
            told = [one for one in found if spoil or released.whole(one.game)]
            one = (told or found)[0]
            awaited = [] if told else released.awaited(one.game)
            yield FaultKind(
                verdict=kind,
                count=len(found),
                forfeits=self._forfeits(kind),
                games=tuple(sorted({fault.game for fault in found})[:MOST_GAMES]),
                game=one.game,
                seat=one.seat,
                decision=one.decision,
                text=one.text if told else None,
                repro=lines.repro(one.game, one.seat) if told else None,
                reason=None if told else f"it can be seen again once games {listed(awaited)} at its deal are played",
            )

    def _forfeits(self, kind: Verdict) -> int:
        return sum(fault.forfeits for fault in self._faults[kind])


def _order(kind: Verdict) -> int:
    return VERDICTS.index(kind)


def _near(slow: Slow) -> float:
    """What part of its limit it took; without a limit 0."""
    return slow.ms / slow.limit_ms if slow.limit_ms else 0.0


def _slowest(found: Iterable[Slow]) -> list[Slow]:
    return sorted(found, key=lambda one: (-_near(one), -one.ms, one.game, one.decision))[:SLOWEST]
