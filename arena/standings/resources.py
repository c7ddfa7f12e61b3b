"""What bots used of the machine: counted game by game, and as standings state it.

An author wants to know what a decision costs, an organiser who takes processor time from others: so time on turn is
given for each decision, and time off turn as a share of the time that the bot was not on turn.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from arena.sandbox import Source
from arena.standings.figures import ratio
from arena.store import Spent

BUSY_PERCENT = 20.0
"""The percentage of a processor from which on a bot that is not on turn is named: one that waits for its input uses
none."""

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


def stated(spent: Spent) -> Resources:
    """The figures of what one bot used, as standings state them."""
    only = next(iter(spent.sources), None)
    return Resources(
        measured_games=spent.games,
        cpu_on_ms_per_decision=ratio(spent.on_us / 1000, spent.decisions, 3),
        cpu_off_ms_per_game=ratio(spent.off_us / 1000, spent.games, 3),
        cpu_off_percent=ratio(100 * spent.off_us, spent.off_wall_us) if spent.off_wall_us >= _LEAST_WAIT_US else None,
        peak_memory_mib=ratio(spent.memory_kib, 1024) if spent.games else None,
        out_kib_per_game=ratio(spent.out_bytes / 1024, spent.games, 3),
        stray_lines=spent.stray,
        measured_by=only if len(spent.sources) < 2 else "mixed",
    )
