"""Standings for people and programs: text, Markdown, CSV, JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias, get_args

import msgspec

from arena.protocol import printable_json
from arena.standings.beyond_tables import beyond_parts, fit_note
from arena.standings.cross_tables import Cells, cross_parts, crossed
from arena.standings.detail_tables import count_parts, detail_parts, draws_note
from arena.standings.format_ranking import FormatRanking
from arena.standings.parts import Lines, Named, Paragraph, Part, Table, TableCell, Title
from arena.standings.printing import (
    MARKDOWN,
    Style,
    Writer,
    csv_table,
    faults,
    likelihood,
    notes,
    number,
    text_style,
    time_ms,
    who,
    written,
)
from arena.standings.report import Row, Standings
from arena.standings.resource_tables import resource_parts
from arena.standings.team_report import TeamRow, TeamStandings
from arena.standings.team_tables import team_page
from arena.standings.time_tables import change_note, time_parts

Format: TypeAlias = Literal["text", "markdown", "csv", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)

# Cross tables up to this size show points, games and percent, larger ones percent only, to stay readable.
_WIDE_CROSS_TABLE = 7


def render(
    standings: Standings | TeamStandings,
    format: Format,
    resources: bool = False,
    details: bool = False,
    width: int | None = None,
) -> str:
    """The standings in one of `FORMATS`, ending in a newline. `resources` adds what bots used of the machine; `details`
    adds to the text of a contest between opponents how sure everything is (JSON has both anyway). Text is made to fit a
    terminal of `width` columns, if that is given. Raises ValueError for another format."""
    match format:
        case "text":
            return _page(standings, text_style(width), resources, details)
        case "markdown":
            return _page(standings, MARKDOWN, resources, details)
        case "csv":
            return csv_table(Row if isinstance(standings, Standings) else TeamRow, standings.rows, resources)
        case "json":
            return printable_json(msgspec.json.format(msgspec.json.encode(standings), indent=2).decode()) + "\n"
    raise ValueError(f"standings have the formats {', '.join(FORMATS)}, not {format!r}")


def _page(standings: Standings | TeamStandings, style: Writer, resources: bool, details: bool) -> str:
    return written(parts_of(standings, style, resources, details), style)


def parts_of(
    standings: Standings | TeamStandings, style: Style, resources: bool = False, details: bool = False
) -> Iterator[Part]:
    """Everything that the text says of the standings, in order; `resources` and `details` are as in `render`."""
    yield from _parts(standings, style, details) if isinstance(standings, Standings) else team_page(standings, style)
    yield from _rule(standings, style)
    if resources:
        yield from resource_parts(standings, style)


def _rule(standings: Standings | TeamStandings, style: Style) -> Iterable[Part]:
    """Where the rule stands that ends the contest."""
    state = standings.sprt or (standings.settled if isinstance(standings, Standings) else None)
    if state is not None:
        yield Title("Sequential test" if state is standings.sprt else "Settled order", "rule")
        yield Paragraph(style.shown(str(state)))
        if state is standings.sprt and standings.unrated_games:
            yield Paragraph("The test counts games that are not rated, too: in it a bot that fails has lost.")


def _by_format(ranking: FormatRanking) -> Iterable[Part]:
    yield Title(ranking.title, "format")
    rows: list[tuple[TableCell, ...]] = [(str(row.rank), Named(row.bot), *row.values) for row in ranking.rows]
    yield Table(("#", "bot", *ranking.columns), rows, "rl" + "r" * len(ranking.columns))
    if ranking.bracket:
        yield Lines(ranking.bracket)


def _parts(standings: Standings, style: Style, details: bool) -> Iterable[Part]:
    if standings.by_format is not None:
        yield from _by_format(standings.by_format)
    yield Title("Standings", "standings")
    yield _main_table(standings, [row for row in standings.rows if not row.provisional])
    provisional = [row for row in standings.rows if row.provisional]
    if provisional:
        yield Paragraph(
            f"Provisional, for they played in fewer than {standings.fewest_deal_groups_for_a_rank} deal groups: no "
            "rank yet, and no part in the mean."
        )
        yield _main_table(standings, provisional)
    yield from map(Paragraph, _notes(standings, style))
    if standings.pairs:
        yield Title("Row against column", "cross table")
        yield from _cross_table(standings, style)
    if standings.seats:
        yield Title("Seats", "seats")
        yield _seat_table(standings)
        if any(seat.elo_of_seat is None for seat in standings.seats):
            yield Paragraph(
                "Elo advantage -: the bots did not change seats, so nothing tells the seat from the bot on it."
            )
    if details or len({pair.bot for pair in standings.pairs}) == 2:
        yield from count_parts(standings, style)
    if details:
        yield from beyond_parts(standings, style)
        yield from detail_parts(standings, style)
    if standings.over_time is not None:
        yield from time_parts(standings.over_time)


def _main_table(standings: Standings, rows: Sequence[Row]) -> Table:
    fixed = {anchor.bot for anchor in standings.anchors}
    set_of = {name: str(number) for number, names in enumerate(standings.comparable, 1) for name in names}
    doubt = standings.doubt_in_a_likelihood
    # Of two seats the places say what the score says.
    places = _has_places(standings)
    # (whether it is there, heading, side, what goes first where there is no room, cell)
    columns: list[tuple[bool, str, str, int, Callable[[Row], TableCell]]] = [
        (len(standings.comparable) > 1, "set", "l", 0, lambda row: set_of.get(row.bot, "-")),
        (True, "#", "r", 0, lambda row: number(row.rank)),
        (True, "ranks\n95 %", "r", 2, _ranks),
        (True, "bot", "l", 0, lambda row: who(row)),
        (standings.ordered_by == "lower bound", "at\nleast", "r", 0, lambda row: number(row.elo_low_95)),
        (True, "Elo", "r", 0, lambda row: number(row.elo_of_bot)),
        (True, "+/-", "r", 0, lambda row: "fixed" if row.bot in fixed else _uncertainty(row)),
        (True, "games", "r", 4, lambda row: number(row.games)),
        (places, "mean\nplace", "r", 7, lambda row: number(row.mean_place, 2)),
        (True, "pairs\nw/d/l", "r", 8, lambda row: f"{row.pair_wins}/{row.pair_draws}/{row.pair_losses}"),
        (True, "score\n%", "r", 1, lambda row: number(row.score_percent, 1)),
        (places, "won\n%", "r", 6, lambda row: number(row.won_percent, 1)),
        (True, "above\nnext", "r", 3, lambda row: likelihood(row.likelihood_above_next, doubt)),
        (True, "ms\nmed", "r", 9, lambda row: time_ms(row.median_ms, row.median_ms_is_least)),
        (True, "ms\nmax", "r", 5, lambda row: time_ms(row.max_ms, row.max_ms_is_least)),
        (True, "faults", "l", 0, faults),
    ]
    shown = [column for column in columns if column[0]]
    headers = [header for _, header, _, _, _ in shown]
    align, weights = ("".join(str(column[at]) for column in shown) for at in (2, 3))
    return Table(headers, [[cell(row) for *_, cell in shown] for row in rows], align, weights)


def _has_places(standings: Standings) -> bool:
    return any(seat.seats > 2 for seat in standings.seats)


def _order_note(standings: Standings) -> str:
    if standings.ordered_by == "rating":
        return ""
    return "Ordered by what a bot has at least: the low end of its 95 % interval, so that nobody leads by luck.\n"


def _ranks(row: Row) -> str:
    """The ranks that a bot may truly have: 3-7."""
    best, worst = row.rank_best_95, row.rank_worst_95
    return "-" if best is None else f"{best}" if best == worst else f"{best}-{worst}"


def _uncertainty(row: Row) -> str:
    if row.elo_low_95 is not None and row.elo_high_95 is None:
        return f">{row.elo_low_95:.0f}"
    if row.elo_high_95 is not None and row.elo_low_95 is None:
        return f"<{row.elo_high_95:.0f}"
    # An anchor has an error of 0 and, as all others whose error says something, both ends.
    return "-" if row.elo_low_95 is None else number(row.elo_error_95)


def _cross_table(standings: Standings, style: Style) -> Iterable[Part]:
    cells, bots = crossed(standings)

    def percent(bot: str, opponent: str) -> str:
        pair = cells.get((bot, opponent))
        return ("" if bot == opponent else "-") if pair is None else f"{pair.score_percent_of_bot:.0f}"

    def points(bot: str, opponent: str) -> str:
        pair = cells.get((bot, opponent))
        if pair is None:
            return percent(bot, opponent)
        return f"{pair.wins_of_bot + pair.draws / 2:.10g}/{pair.games} {percent(bot, opponent)} %"

    ways = (
        Cells("Cells: points of the row/games against that column, and percent.", points, _WIDE_CROSS_TABLE),
        Cells("Cells: percent of the points that the row took from that column.", percent),
    )
    yield from cross_parts(bots, ways, style)


def _seat_table(standings: Standings) -> Table:
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
    return Table(headers, rows, "r" * len(headers))


def _notes(standings: Standings, style: Style) -> Iterable[str]:
    """What the main table does not say, one paragraph each."""
    if standings.comparable:
        several = " of each set" if len(standings.comparable) > 1 else ""
        measure = "the others" if any(row.provisional for row in standings.rows) else "all rated bots"
        origin = f"the mean of {measure}{several} is {number(standings.mean_elo)}"
        if standings.anchors:
            names = [f"{style.shown(anchor.bot)} is fixed at {anchor.elo_of_bot:g}" for anchor in standings.anchors]
            origin = ", ".join(names)
        won = " won: share of first places, shared ones split." if _has_places(standings) else ""
        bounds = ""
        if any((row.elo_low_95 is None) != (row.elo_high_95 is None) for row in standings.rows):
            bounds = "> or < is all that is known (at 97.5 %): the results say nothing of how far beyond.\n"
        open_both = any(row.elo_low_95 is row.elo_high_95 is None is not row.elo_error_95 for row in standings.rows)
        least = f"{standings.fewest_deal_groups_for_an_error} of them{', or nothing but seats decided' * open_both}"
        yield (
            f"Elo: {origin}. +/-: half the 95 % interval, from the spread between deal groups; - is unknown, where a "
            f"bot played in fewer than {least}.\n"
            f"{bounds}{_order_note(standings)}"
            "ranks: with 95 % all these intervals of the table hold; two that do not overlap are told apart.\n"
            f"score: share of pair points.{won}\n"
            "above next: likelihood that the bot is stronger than the one in the next row, looked at alone."
        )
    if standings.reliability is not None:
        yield (
            f"Reliability: {standings.reliability:.2f}. So much of the spread of the ratings is not luck (1: all); "
            "played again with new deals, the two tables would correlate by about that."
        )
    yield from fit_note(standings, style)
    for anchor in standings.anchors:
        if anchor.disagrees:
            yield (
                f"The anchor {style.shown(anchor.bot)} is fixed at {anchor.elo_of_bot:g}, but the results put it at "
                f"{number(anchor.elo_of_bot_by_results)} +/- {number(anchor.elo_error_95)} among the anchors: the "
                "scale is bent between them, and Elo says less of expected points."
            )
    if len(standings.comparable) > 1:
        sets = "; ".join(", ".join(map(style.shown, names)) for names in standings.comparable)
        yield f"Groups not comparable: no game links these sets of bots, compare ratings only within one: {sets}."
    for chain in standings.one_sided:
        sets = " > ".join(", ".join(map(style.shown, names)) for names in chain)
        yield (
            f"One-sided: no bot took a point from a set to its left: {sets}. The distances between these sets "
            "are lower bounds."
        )
    for change in standings.changed:
        yield change_note(change, style)
    yield from draws_note(standings)
    yield from notes(standings, style)
