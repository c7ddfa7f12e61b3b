"""The front page and those that say the same as the text tables: standings with their intervals, cross tables, the
course, how sure it is, what bots used."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup

from arena.faces.site.charts import Interval, Scale, bar
from arena.faces.site.shell import Shell
from arena.standings import About, Standings, Table

_BAR = 160.0


def standings_page(shell: Shell, playing: int) -> bytes:
    """The front page: how the format ranks, the ratings with a bar for each interval, what they mean; and that so many
    games are being played, where they can be followed."""
    sections = shell.sections
    cell, head = _bars(shell)
    parts = [part for _, parts in sections.get("standings", []) for part in parts]
    tables = shell.linked.parts(parts, "Standings", cell, head, "+/-")
    return shell.render(
        "front.html",
        "index.html",
        "Standings",
        by_format=[
            (title, shell.linked.parts([part for part in parts if isinstance(part, Table)], title))
            for title, parts in sections.get("format", [])
        ],
        tables=tables,
        playing=playing,
        rule=_sections(shell, "rule"),
        seats=_sections(shell, "seats"),
    )


def _bars(shell: Shell) -> tuple[Callable[[str], Markup] | None, str]:
    """The cell of a bot with its interval, and the heading above."""
    found, middle, unit = _intervals(shell)
    scale = Scale.over([one for one in found.values() if one is not None], _BAR)
    if scale is None:
        return None, ""

    def cell(bot: str) -> Markup:
        one = found.get(bot)
        return Markup("") if one is None else bar(scale, one, middle)

    digits = 0 if scale.high - scale.low > 20 else 2
    return cell, f"{unit} {scale.low:.{digits}f} to {scale.high:.{digits}f}"


def _intervals(shell: Shell) -> tuple[dict[str, Interval | None], float | None, str]:
    """By bot; with the middle of all, and what it is in."""
    standings = shell.reading.standings
    if isinstance(standings, Standings):
        return (
            {
                row.bot: None if row.elo_of_bot is None else Interval(row.elo_of_bot, row.elo_low_95, row.elo_high_95)
                for row in standings.rows
            },
            standings.mean_elo,
            "Elo",
        )
    if standings.ranked_by == "points_added":
        return (
            {row.bot: _around(row.points_added, row.points_added_error_95) for row in standings.rows},
            0.0,
            "points added",
        )
    return (
        {row.bot: _around(row.self_play.mean_score, row.self_play.mean_score_error_95) for row in standings.rows},
        None,
        "mean score",
    )


def _around(value: float | None, error: float | None) -> Interval | None:
    if value is None:
        return None
    return Interval(value, value, value) if error is None else Interval(value, value - error, value + error)


def cross_page(shell: Shell) -> bytes:
    """Every bot against every other, or with it."""
    return _page(shell, "cross.html", "Cross table", ("cross table", "games of each", "deal groups"))


def course_page(shell: Shell) -> bytes:
    """Ratings in the parts of the contest."""
    return _page(shell, "course.html", "Over time", ("over time",))


def sure_page(shell: Shell) -> bytes:
    """Likelihoods, distances, and what Elo does not say."""
    return _page(shell, "sure.html", "How sure", ("likelihoods", "separation", "beyond Elo", "strongest mix"))


def resources_page(shell: Shell) -> bytes:
    """What bots used of the machine."""
    return _page(shell, "resources.html", "Resources", ("resources",))


def _page(shell: Shell, path: str, title: str, about: Sequence[About]) -> bytes:
    return shell.render("sections.html", path, title, sections=_sections(shell, *about))


def _sections(shell: Shell, *about: About) -> list[tuple[str, Markup]]:
    return [(title, shell.linked.parts(parts, title)) for one in about for title, parts in shell.sections.get(one, [])]
