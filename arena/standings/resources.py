"""What bots used of the machine: counted game by game, and as it is stated.

An author wants to know what a decision costs, an organiser who takes processor time from others: so time on turn is
given for each decision, and time off turn as a share of the time that the bot was not on turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from msgspec import Struct

from arena.sandbox import Source, Usage
from arena.standings.figures import ratio

BUSY_PERCENT = 20.0
"""Whoever uses more than this of the processor while not on turn is named: a bot that waits for its input uses none."""

# Processor time may be read in steps of 10 ms: with less waiting than this, one step too many would be an accusation.
_LEAST_WAIT_US = 1_000_000


MeasuredBy: TypeAlias = Source | Literal["mixed"]


class Resources(Struct, frozen=True, kw_only=True):
    """What one bot used in its finished games. A figure that is not known is None.

    `measured_games` counts seats in games where somebody measured; all figures but `stray_lines` are of these alone.
    `cpu_on_ms_per_decision` is processor time while the bot was on turn, in milliseconds for each request that it
    was to decide, answered or not. `cpu_off_ms_per_game` is that while it was not on turn, `cpu_off_percent` the same
    in percent of the time that it was not (several processes may use more than 100), None below a second in all.
    `peak_memory_mib` is the most that its processes held together in any game, `out_kib_per_game` what they wrote to
    stdout and stderr. `stray_lines` counts lines that answered nothing, in all games. `measured_by` is where times and
    memory were read.
    """

    measured_games: int
    cpu_on_ms_per_decision: float | None
    cpu_off_ms_per_game: float | None
    cpu_off_percent: float | None
    peak_memory_mib: float | None
    out_kib_per_game: float | None
    stray_lines: int
    measured_by: MeasuredBy | None


@dataclass
class Spent:
    """Counters of one bot. Times are whole microseconds, so that no sum depends on the order of the games."""

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

    def stated(self) -> Resources:
        """The figures."""
        only = next(iter(self.sources), None)
        return Resources(
            measured_games=self.games,
            cpu_on_ms_per_decision=ratio(self.on_us / 1000, self.decisions, 3),
            cpu_off_ms_per_game=ratio(self.off_us / 1000, self.games, 3),
            cpu_off_percent=ratio(100 * self.off_us, self.off_wall_us) if self.off_wall_us >= _LEAST_WAIT_US else None,
            peak_memory_mib=ratio(self.memory_kib, 1024) if self.games else None,
            out_kib_per_game=ratio(self.out_bytes / 1024, self.games, 3),
            stray_lines=self.stray,
            measured_by=only if len(self.sources) < 2 else "mixed",
        )
