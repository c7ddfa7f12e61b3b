"""The course of a contest as a value, which is part of its standings."""

from __future__ import annotations

from msgspec import Struct

from arena.standings.rounds import Unit


class Point(Struct, frozen=True, kw_only=True):
    """A bot's rating by the games of one part, and half the width of its 95 % interval; None if unknown."""

    games: int
    elo_of_bot: float | None
    elo_error_95: float | None


class Course(Struct, frozen=True, kw_only=True):
    """The course of one bot: its rating by all games, and by those of each part, the last of which is the most
    recent."""

    bot: str
    all: Point
    parts: tuple[Point, ...]


class VersionStep(Struct, frozen=True, kw_only=True):
    """One version of a ladder's bot of which there are several. It has been there since `since_stage` (from 1);
    `rating` is by all its games. Beside that is by how much it is stronger than the version before it, with half the
    width of the 95 % interval; None for the first version, and if the two cannot be compared."""

    bot: str
    before: str | None
    since_stage: int
    rating: Point
    elo_gained: float | None
    elo_error_95: float | None


class OverTime(Struct, frozen=True, kw_only=True):
    """The course of a contest in parts, which are whole rounds or stages (`unit`). `ends` are the deal groups (from 0)
    before which each part ends, and `last` the round or stage (from 1) with which it does. `courses` are in the order
    of the rows."""

    unit: Unit
    ends: tuple[int, ...]
    last: tuple[int, ...]
    courses: tuple[Course, ...]
    versions: tuple[VersionStep, ...]
