"""Standings for people and programs: text, Markdown, CSV, JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

import msgspec

from arena.protocol.escape import printable_json
from arena.standings.printing import (
    LARGEST_CROSS_TABLE,
    MARKDOWN,
    TEXT,
    Style,
    cross_table,
    csv_table,
    faults,
    likelihood,
    notes,
    number,
    who,
    wrapped,
)
from arena.standings.report import Row, Standings
from arena.standings.resource_tables import resource_parts
from arena.standings.team_report import TeamRow, TeamStandings
from arena.standings.team_tables import team_page

Format: TypeAlias = Literal["text", "markdown", "csv", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)

# Cross tables up to this size show points, games and percent, larger ones percent only, to stay readable.
_WIDE_CROSS_TABLE = 7


def render(standings: Standings | TeamStandings, format: Format, resources: bool = False) -> str:
    """The standings in one of `FORMATS`, ending in a newline; `resources` adds what bots used of the machine (JSON
    has it anyway). Raises ValueError for another format."""
    match format:
        case "text":
            return _page(standings, TEXT, resources)
        case "markdown":
            return _page(standings, MARKDOWN, resources)
        case "csv":
            return csv_table(Row if isinstance(standings, Standings) else TeamRow, standings.rows, resources)
        case "json":
            return printable_json(msgspec.json.format(msgspec.json.encode(standings), indent=2).decode()) + "\n"
    raise ValueError(f"standings have the formats {', '.join(FORMATS)}, not {format!r}")


def _page(standings: Standings | TeamStandings, style: Style, resources: bool) -> str:
    parts = _parts(standings, style) if isinstance(standings, Standings) else team_page(standings, style)
    return "\n\n".join([*parts, *(resource_parts(standings, style) if resources else ())]) + "\n"


def _parts(standings: Standings, style: Style) -> Iterable[str]:
    yield f"{style.heading}Standings"
    yield _main_table(standings, style)
    yield from map(wrapped, _notes(standings, style))
    if standings.pairs:
        yield f"{style.heading}Row against column"
        yield from _cross_table(standings, style)
    if standings.seats:
        yield f"{style.heading}Seats"
        yield _seat_table(standings, style)


def _main_table(standings: Standings, style: Style) -> str:
    headers = (
        "#", "bot", "Elo", "+/-", "games", "mean\nplace", "pairs\nw/d/l", "score\n%", "won\n%", "above\nnext",
        "ms\nmed", "ms\nmax", "faults",
    )  # fmt: skip
    rows = [
        (
            number(row.rank),
            who(row, style),
            number(row.elo_of_bot),
            "fixed" if standings.anchor and standings.anchor.bot == row.bot else number(row.elo_error_95),
            number(row.games),
            number(row.mean_place, 2),
            f"{row.pair_wins}/{row.pair_draws}/{row.pair_losses}",
            number(row.score_percent, 1),
            number(row.won_percent, 1),
            likelihood(row.likelihood_above_next, 1 / standings.resamples),
            number(row.median_ms, 1),
            number(row.max_ms, 1),
            faults(row),
        )
        for row in standings.rows
    ]
    return style.table(headers, rows, "rlrrrrrrrrrrl")


def _cross_table(standings: Standings, style: Style) -> Iterable[str]:
    cells = {(pair.bot, pair.opponent): pair for pair in standings.pairs}
    met = {pair.bot for pair in standings.pairs}
    bots = [row.bot for row in standings.rows if row.bot in met]
    if len(bots) > LARGEST_CROSS_TABLE:
        yield f"{len(bots)} bots are too many for a table here; the JSON output has all pairs."
        return
    wide = len(bots) <= _WIDE_CROSS_TABLE

    def cell(bot: str, opponent: str) -> str:
        pair = cells.get((bot, opponent))
        if pair is None:
            return "" if bot == opponent else "-"
        points = pair.wins_of_bot + pair.draws / 2
        percent = f"{pair.score_percent_of_bot:.0f}"
        return f"{points:.10g}/{pair.games} {percent} %" if wide else percent

    content = "points of the row/games against that column, and percent"
    if not wide:
        content = "percent of the points that the row took from that column"
    yield f"Cells: {content}."
    yield cross_table(bots, cell, style)


def _seat_table(standings: Standings, style: Style) -> str:
    headers = ("seats", "seat", "games", "won\n%", "mean\nplace", "score\n%", "Elo\nadvantage", "+/-")
    rows = [
        (
            number(seat.seats),
            number(seat.seat),
            number(seat.games),
            number(seat.won_percent, 1),
            number(seat.mean_place, 2),
            number(seat.score_percent, 1),
            "-" if seat.elo_of_seat is None else f"{round(seat.elo_of_seat):+d}",
            number(seat.elo_error_95),
        )
        for seat in standings.seats
    ]
    return style.table(headers, rows, "r" * len(headers))


def _notes(standings: Standings, style: Style) -> Iterable[str]:
    """What the main table does not say, one paragraph each."""
    if standings.comparable:
        origin = f"the mean of all rated bots is {number(standings.mean_elo)}"
        if standings.anchor is not None:
            origin = f"{style.shown(standings.anchor.bot)} is fixed at {standings.anchor.elo_of_bot:g}"
        yield (
            f"Elo: {origin}. +/-: half the 95 % interval, from {standings.resamples} resamples of deal groups;\n"
            f"- is unknown, where a bot played in fewer than {standings.fewest_deal_groups_for_an_error} of them.\n"
            "score: share of pair points. won: share of first places, shared ones split.\n"
            "above next: likelihood that the bot is stronger than the one in the next row."
        )
    if len(standings.comparable) > 1:
        sets = "; ".join(", ".join(map(style.shown, names)) for names in standings.comparable)
        yield f"Groups not comparable: no game links these sets of bots, compare ratings only within one: {sets}."
    yield from notes(standings, style)
