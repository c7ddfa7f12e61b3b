"""The part of a record that anybody may read: who played, how it went, how long it took; no deal, no move, no word of a
bot.
"""

from __future__ import annotations

from msgspec import Raw, Struct

from arena.games import Outcome
from arena.referee import GameRecord, SeatFault, Status


class PublicMeasured(Struct, frozen=True, kw_only=True):
    """The part of `Measured` that the public is told, which hears the clock."""

    ms: tuple[float | None, ...]


class PublicRecord(Struct, frozen=True, kw_only=True):
    """A `GameRecord` as the public may have it, with fields of the same names. Each decision has its seat, and None for
    what was chosen. The deal is None, so that nobody takes it for a record that can be played again."""

    number: int
    group: int
    game: str
    game_version: int
    options: Raw
    deal: None
    seating: tuple[str, ...]
    hashes: tuple[str, ...]
    status: Status
    outcome: Outcome | None
    decisions: tuple[tuple[int, None], ...]
    substituted: tuple[int, ...]
    faults: tuple[SeatFault, ...]
    forfeited: tuple[int, ...]
    sandbox: str
    arena_version: str
    measured: PublicMeasured


def public_record(record: GameRecord) -> PublicRecord:
    """The part of a record that the public may have as long as games at its deal are still to be played."""
    return PublicRecord(
        number=record.number,
        group=record.group,
        game=record.game,
        game_version=record.game_version,
        options=record.options,
        deal=None,
        seating=record.seating,
        hashes=record.hashes,
        status=record.status,
        outcome=record.outcome,
        decisions=tuple((seat, None) for seat, _ in record.decisions),
        substituted=record.substituted,
        faults=record.faults,
        forfeited=record.forfeited,
        sandbox=record.sandbox,
        arena_version=record.arena_version,
        measured=PublicMeasured(ms=record.measured.ms),
    )
