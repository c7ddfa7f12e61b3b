"""The course of a contest as a value, part of its standings."""

from __future__ import annotations

from msgspec import Struct


class Point(Struct, frozen=True, kw_only=True):
    """A bot's rating by the games of one part, and half the width of its 95 % interval; None where unknown."""

    games: int
    elo_of_bot: float | None
    elo_error_95: float | None


class Course(Struct, frozen=True, kw_only=True):
    """One bot: by all games, and by those of each part, the last of which is the most recent."""

    bot: str
    all: Point
    parts: tuple[Point, ...]


class VersionStep(Struct, frozen=True, kw_only=True):
    """A version of a ladder's bot that came after another, in `since_stage` (from 1): by how much it is stronger, with
    half the width of the 95 % interval of that. None where the two cannot be compared."""

    bot: str
    before: str
    since_stage: int
    elo_gained: float | None
    elo_error_95: float | None


class OverTime(Struct, frozen=True, kw_only=True):
    """`ends` are the deal groups (from 0) before which each part ends; `courses` are in the order of the rows."""

    ends: tuple[int, ...]
    courses: tuple[Course, ...]
    versions: tuple[VersionStep, ...]
