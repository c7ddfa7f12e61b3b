"""Shows the course of a contest in tables, and tells in words which bots changed in it."""

from __future__ import annotations

from collections.abc import Iterable

from arena.standings.over_time_report import OverTime, Point
from arena.standings.parts import Named, Paragraph, Part, Table, TableCell, Title
from arena.standings.printing import Style, number
from arena.standings.report import Changed


def change_note(change: Changed, style: Style) -> str:
    """A sentence for the main page: when a bot changed, by how much, and what that means for its rating."""
    gained = f"{number(abs(change.elo_gained))} +/- {number(change.elo_error_95)} Elo"
    stronger = "stronger" if change.elo_gained > 0 else "weaker"
    if change.kind == "trend":
        what = f"steadily, from the first {change.unit} to the last it became {gained} {stronger}"
    elif change.kind == "step":
        what = f"from {change.unit} {change.first} on it was {gained} {stronger} than before"
    else:
        what = f"in {_span(change.unit, change.first, change.last, ' ')} it was {gained} {stronger} than in all others"
    return (
        f"{style.shown(change.bot)} changed: {what}, measured against those that did not. Its rating is a mean of all "
        "that, and its error says nothing of it."
    )


def time_parts(course: OverTime) -> Iterable[Part]:
    """The ratings in the parts of a contest beside those of all of it, and what each version of a bot brought."""
    yield Title("Over time", "over time")
    if len(course.ends) > 1:
        yield Paragraph(
            "Elo and half its 95 % interval, by the games of each part alone; the last part is the most recent. "
            "Whose intervals do not overlap has changed, or those it met have."
        )
        firsts = [1, *(last + 1 for last in course.last[:-1])]
        spans = [_span(course.unit, first, last, "\n") for first, last in zip(firsts, course.last, strict=True)]
        rows: list[tuple[TableCell, ...]] = [
            (Named(one.bot), _point(one.all), *(_point(point) for point in one.parts)) for one in course.courses
        ]
        # The latest part beside all of it is what one looks for.
        weights = "01" + "".join(str(len(spans) + 1 - at) for at in range(len(spans)))
        yield Table(("bot", "all", *spans), rows, "l" + "r" * (1 + len(spans)), weights)
    else:
        yield Paragraph("There are too few deal groups for parts of it.")
    if course.versions:
        yield Paragraph("Versions by all their games, and what each is stronger than the one before it:")
        steps: list[tuple[TableCell, ...]] = [
            (
                Named(step.bot),
                str(step.since_stage),
                str(step.rating.games),
                _point(step.rating),
                "-" if step.before is None else Named(step.before),
                "-" if step.elo_gained is None else f"{step.elo_gained:+.0f}",
                number(step.elo_error_95) if step.elo_gained is not None else "-",
            )
            for step in course.versions
        ]
        headers = ("version", "since\nstage", "games", "Elo", "after", "Elo\ngained", "+/-")
        yield Table(headers, steps, "lrrrlrr", "0120300")


def _span(unit: str, first: int, last: int, between: str) -> str:
    short = unit.removeprefix("deal ")
    return f"{short}{between}{first}" if first == last else f"{short}s{between}{first}-{last}"


def _point(point: Point) -> str:
    if point.elo_of_bot is None:
        return "-"
    return (
        f"{point.elo_of_bot:.0f} ±{number(point.elo_error_95)}"
        if point.elo_error_95 is not None
        else (f"{point.elo_of_bot:.0f}")
    )
