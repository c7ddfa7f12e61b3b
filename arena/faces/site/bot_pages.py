"""A page for each bot: where it stands, its rating over the contest, whom it met, what it used, its games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from arena.faces.site.charts import Interval, course_chart, share
from arena.faces.site.html import STYLE, paragraphs
from arena.faces.site.reading import Played, row_of
from arena.faces.site.shell import Shell
from arena.protocol import printable
from arena.standings import Named, Paragraph, Part, Standings, Table, TeamStandings

NEWEST = 100
"""The number of games on the page itself."""
EACH = 500
"""The number of games on each of the pages that list all of them."""


def bot_page(shell: Shell, bot: int) -> bytes:
    """The page of the bot with that number."""
    reading = shell.reading
    name, numbers = reading.names[bot], reading.numbers_of(bot)
    sections = shell.sections
    figures = [*_row(sections.get("standings", []), name), *_row(sections.get("games of each", []), name)]
    newest = reading.played(numbers[-NEWEST:])[::-1]
    row = next((row for row in reading.standings.rows if row.bot == name), None)
    return shell.render(
        "bot.html",
        f"bots/{bot}.html",
        printable(name),
        figures=dict(figures),
        resources=dict(_row(sections.get("resources", []), name)),
        out=printable(row.benched) if row is not None and row.benched else "",
        retired=row is not None and row.retired,
        course=_course(shell, name),
        met=_met(shell, name),
        games=_games(shell, bot, newest),
        count=len(numbers),
        newest=len(newest),
        others=_others(shell, bot, newest),
        all_pages=[
            (f"{shell.root}bots/{bot}-games-{page}.html", int(numbers[begin]), int(numbers[begin : begin + EACH][-1]))
            for page, begin in enumerate(range(0, len(numbers), EACH))
        ]
        if len(numbers) > len(newest)
        else [],
    )


def games_page(shell: Shell, bot: int, page: int) -> bytes | None:
    """One of the pages that list all games of a bot; None if there is no such page."""
    numbers = shell.reading.numbers_of(bot)[page * EACH : (page + 1) * EACH]
    if not len(numbers):
        return None
    played = shell.reading.played(numbers)
    return shell.render(
        "bot_games.html",
        f"bots/{bot}-games-{page}.html",
        f"Games {int(numbers[0])} to {int(numbers[-1])} of {printable(shell.reading.names[bot])}",
        bot=shell.bots[bot],
        games=_games(shell, bot, played),
        others=_others(shell, bot, played),
    )


def _row(sections: Sequence[tuple[str, list[Part]]], name: str) -> list[tuple[str, str]]:
    return [pair for _, parts in sections for pair in row_of(parts, name)]


def _games(shell: Shell, bot: int, games: Sequence[Played]) -> Markup:
    return shell.games_table(games, f"Games of {printable(shell.reading.names[bot])}", bot)


def _others(shell: Shell, bot: int, games: Sequence[Played]) -> list[tuple[int, str]]:
    """Whom it met in these games, to filter them by."""
    met = {sat.bot for played in games for sat in played.sat} - {bot}
    return sorted(((other, STYLE.shown(shell.reading.names[other])) for other in met), key=lambda one: one[1])


def _course(shell: Shell, name: str) -> dict[str, Any] | None:
    """The rating in each part of the contest, as `arena table --over-time` says it; None without parts."""
    standings = shell.reading.standings
    if not isinstance(standings, Standings) or standings.over_time is None:
        return None
    found = next((one for one in standings.over_time.courses if one.bot == name), None)
    if found is None or not found.parts:
        return None
    section = shell.sections["over time"][0][1]
    table = next(part for part in section if isinstance(part, Table))
    row = next(row for row in table.rows if any(isinstance(cell, Named) and cell.bot == name for cell in row))
    labels = [" ".join(header.split()) for header in table.headers[2:]]
    points = [
        None if point.elo_of_bot is None else _interval(point.elo_of_bot, point.elo_error_95) for point in found.parts
    ]
    shown = [cell for cell in row[1:] if isinstance(cell, str)]
    return {
        "chart": course_chart(labels, points, found.all.elo_of_bot, "Elo in each part of the contest; see the table"),
        "rows": list(zip(["all", *labels], shown, [found.all, *found.parts], strict=True)),
        "said": paragraphs(next((part.text for part in section if isinstance(part, Paragraph)), "")),
    }


def _interval(value: float, error: float | None) -> Interval:
    return Interval(value, None, None) if error is None else Interval(value, value - error, value + error)


def _met(shell: Shell, name: str) -> Markup | None:
    """Head to head with each that it met, in the order of the table."""
    standings = shell.reading.standings
    if isinstance(standings, TeamStandings):
        cells = [cell for cell in standings.cells if cell.bot == name]
        if not cells:
            return None
        return shell.linked.table(
            Table(
                ("with", "games", "won %", "mean score"),
                [
                    (Named(cell.partner), str(cell.games), f"{cell.win_percent:.0f}", f"{cell.mean_score:.2f}")
                    for cell in cells
                ],
                "lrrr",
            ),
            "With each partner; with itself it is self-play",
            {cell.partner: share(cell.win_percent) for cell in cells}.__getitem__,
            "won",
        )
    pairs = [pair for pair in standings.pairs if pair.bot == name]
    if not pairs:
        return None
    rows = [
        (
            Named(pair.opponent),
            str(pair.games),
            f"{pair.wins_of_bot}/{pair.draws}/{pair.losses_of_bot}",
            f"{pair.score_percent_of_bot:.1f}",
            "-"
            if pair.expected_percent_of_bot is None
            else f"{pair.expected_percent_of_bot:.1f}{' !' if pair.is_off else ''}",
        )
        for pair in pairs
    ]
    return shell.linked.table(
        Table(("against", "games", "w/d/l", "score %", "expected %"), rows, "lrrrr"),
        "Against each opponent",
        {pair.opponent: share(pair.score_percent_of_bot) for pair in pairs}.__getitem__,
        "score",
    )
