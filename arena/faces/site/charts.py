"""Small pictures of figures, as SVG: what they show stands in the table beside them, too.

Colours and strokes are classes of the site's style sheet, since a page may hold no style of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from markupsafe import Markup

from arena.faces.site.html import template


@dataclass(frozen=True)
class Interval:
    """A figure and the ends of its interval; None for an end that is not known."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Scale:
    """Draws figures from `low` to `high` at places from 0 to `width`."""

    low: float
    high: float
    width: float

    @classmethod
    def over(cls, intervals: Sequence[Interval], width: float) -> Scale | None:
        """A scale that has room for all of these intervals; None if there are none."""
        values = [end for one in intervals for end in (one.value, one.low, one.high) if end is not None]
        if not values:
            return None
        low, high = min(values), max(values)
        room = (high - low) * 0.03 or 1.0
        return cls(low - room, high + room, width)

    def at(self, value: float | None, without: float = 0.0) -> float:
        """The place of a figure; `without` is the place of an end that is not known."""
        return without if value is None else round((value - self.low) / (self.high - self.low) * self.width, 1)


def bar(scale: Scale, one: Interval, middle: float | None = None) -> Markup:
    """An interval on a line, with its figure marked; a thin line stands at `middle`."""
    low, high, at = scale.at(one.low, 0), scale.at(one.high, scale.width), scale.at(one.value)
    if one.low is one.high is None:  # nothing is known of it
        low = high = at
    mean = (
        Markup('<path class="mid" d="M{0:g} 0V16"/>').format(scale.at(middle))
        if middle is not None and scale.low < middle < scale.high
        else Markup("")
    )
    return Markup(
        '<svg class="bar" viewBox="0 0 {w:g} 16" aria-hidden="true">{mean}<path d="M{low:g} 8H{high:g}"/>'
        '<circle cx="{at:g}" cy="8" r="3.5"/></svg>'
    ).format(w=scale.width, mean=mean, low=low, high=high, at=at)


def share(percent: float) -> Markup:
    """A percentage as the filled part of a line."""
    return Markup(
        '<svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
        '<rect width="100" height="6"/><rect class="of" width="{:g}" height="6"/></svg>'
    ).format(round(min(max(percent, 0.0), 100.0), 1))


WIDTH, HEIGHT = 460, 230
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 14, 12, 34


def course_chart(labels: Sequence[str], points: Sequence[Interval | None], whole: float | None, what: str) -> Markup:
    """Figures over time with their intervals, and the line of the `whole`; `what` is told to those who do not see it.
    A part without a figure is a gap."""
    across = WIDTH - _LEFT - _RIGHT
    scale = Scale.over([point for point in points if point is not None], HEIGHT - _TOP - _BOTTOM)
    if scale is None:
        return Markup("")
    xs = [_LEFT + across * (at + 0.5) / len(points) for at in range(len(points))]

    def y(value: float) -> float:
        return round(HEIGHT - _BOTTOM - scale.at(value), 1)

    marks = []
    for x, point in zip(xs, points, strict=True):
        if point is not None:
            low = y(point.low) if point.low is not None else None
            marks.append((round(x, 1), y(point.value), low, y(point.high) if point.high is not None else None))
    return Markup(
        template("chart.html").render(
            width=WIDTH,
            height=HEIGHT,
            left=_LEFT,
            right=WIDTH - _RIGHT,
            bottom=HEIGHT - _BOTTOM,
            top=_TOP,
            what=what,
            ticks=[(y(value), f"{value:g}") for value in ticks(scale.low, scale.high)],
            labels=list(zip([round(x, 1) for x in xs], labels, strict=True)),
            marks=marks,
            line=_line(xs, points, y),
            whole=y(whole) if whole is not None and scale.low <= whole <= scale.high else None,
        )
    )


def _line(xs: Sequence[float], points: Sequence[Interval | None], y: object) -> str:
    assert callable(y)
    words, pen = [], "M"
    for x, point in zip(xs, points, strict=True):
        if point is None:
            pen = "M"
            continue
        words.append(f"{pen}{x:.1f} {y(point.value):g}")
        pen = "L"
    return "".join(words)


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round figures between `low` and `high`, at most so many."""
    rough = (high - low) / most or 1.0
    size = 10 ** floor(log10(rough))
    step = next(size * times for times in (1, 2, 5, 10) if size * times >= rough)
    return [step * at for at in range(ceil(low / step), floor(high / step) + 1)]
