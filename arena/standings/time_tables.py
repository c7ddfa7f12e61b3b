"""The course of a contest, in tables."""

from __future__ import annotations

from collections.abc import Iterable

from arena.standings.over_time_report import OverTime, Point
from arena.standings.printing import Style, number


def time_parts(course: OverTime, style: Style) -> Iterable[str]:
    """Ratings in the parts of a contest beside all of it, and what each version of a bot brought."""
    yield f"{style.heading}Over time"
    if len(course.ends) > 1:
        yield style.wrapped(
            "Elo and half its 95 % interval, by the deal groups of each part alone; the last part is the most recent. "
            "Whose intervals do not overlap has changed, or those it met have."
        )
        firsts = [0, *course.ends[:-1]]
        spans = [f"groups\n{first}-{end - 1}" for first, end in zip(firsts, course.ends, strict=True)]
        rows = [
            (style.shown(one.bot), _point(one.all), *(_point(point) for point in one.parts)) for one in course.courses
        ]
        # The latest part beside all of it is what one looks for.
        weights = "01" + "".join(str(len(spans) + 1 - at) for at in range(len(spans)))
        yield style.table(("bot", "all", *spans), rows, "l" + "r" * (1 + len(spans)), weights)
    else:
        yield "There are too few deal groups for parts of it."
    if course.versions:
        yield "What each version is stronger than the one before it:"
        rows = [
            (
                style.shown(step.bot),
                style.shown(step.before),
                str(step.since_stage),
                "-" if step.elo_gained is None else f"{step.elo_gained:+.0f}",
                number(step.elo_error_95),
            )
            for step in course.versions
        ]
        yield style.table(("version", "after", "since\nstage", "Elo\ngained", "+/-"), rows, "llrrr", "01200")


def _point(point: Point) -> str:
    if point.elo_of_bot is None:
        return "-"
    return (
        f"{point.elo_of_bot:.0f} ±{number(point.elo_error_95)}"
        if point.elo_error_95 is not None
        else (f"{point.elo_of_bot:.0f}")
    )
