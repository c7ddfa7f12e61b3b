"""Standings for people and programs: text, Markdown, CSV, JSON.

Names of bots are their authors' text and may hold anything. In text and Markdown, whatever a terminal would act on is
shown escaped; in CSV a name that a spreadsheet would take for a formula gets an apostrophe in front.
"""

from __future__ import annotations

import csv
import io
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias, get_args

import msgspec
from tabulate import tabulate

from arena.protocol.verdicts import VERDICTS
from arena.standings.report import Row, Standings

Format: TypeAlias = Literal["text", "markdown", "csv", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)

# Cross tables up to the first size show points, games and percent, up to the second percent only, to stay readable.
_WIDE_CROSS_TABLE = 7
_LARGEST_CROSS_TABLE = 18
_NUMBERS_SHOWN = 10
_LINE = 110

Table: TypeAlias = Callable[[Sequence[str], Sequence[Sequence[str]], str], str]


def render(standings: Standings, format: Format) -> str:
    """The standings in one of `FORMATS`, ending in a newline. Raises ValueError for another format."""
    match format:
        case "text":
            return _page(standings, _text_table, printable, "")
        case "markdown":
            return _page(standings, _markdown_table, _markdown_text, "## ")
        case "csv":
            return _csv(standings)
        case "json":
            return msgspec.json.format(msgspec.json.encode(standings), indent=2).decode() + "\n"
    raise ValueError(f"standings have the formats {', '.join(FORMATS)}, not {format!r}")


def printable(name: str) -> str:
    r"""The name with control characters, terminal escapes and invisible marks written out: `\x1b`, `\n`, `\u202e`."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "surrogatepass").decode() for char in name
    )


def _page(standings: Standings, table: Table, shown: Callable[[str], str], heading: str) -> str:
    parts = [f"{heading}Standings", _main_table(standings, table, shown), *map(_wrapped, _notes(standings, shown))]
    if standings.pairs:
        parts += [f"{heading}Row against column", *_cross_table(standings, table, shown)]
    if standings.seats:
        parts += [f"{heading}Seats", _seat_table(standings, table)]
    return "\n\n".join(parts) + "\n"


def _main_table(standings: Standings, table: Table, shown: Callable[[str], str]) -> str:
    headers = (
        "#", "bot", "Elo", "+/-", "games", "mean\nplace", "pairs\nw/d/l", "score\n%", "won\n%", "above\nnext",
        "ms\nmed", "ms\nmax", "faults",
    )  # fmt: skip
    rows = [
        (
            _number(row.rank),
            shown(row.bot),
            _number(row.elo_of_bot),
            "fixed" if standings.anchor and standings.anchor.bot == row.bot else _number(row.elo_error_95),
            _number(row.games),
            _number(row.mean_place, 2),
            f"{row.pair_wins}/{row.pair_draws}/{row.pair_losses}",
            _number(row.score_percent, 1),
            _number(row.won_percent, 1),
            _likelihood(row.likelihood_above_next, standings.resamples),
            _number(row.median_ms, 1),
            _number(row.max_ms, 1),
            _faults(row),
        )
        for row in standings.rows
    ]
    return table(headers, rows, "rlrrrrrrrrrrl")


def _cross_table(standings: Standings, table: Table, shown: Callable[[str], str]) -> list[str]:
    """Columns are numbered as the rows are."""
    cells = {(pair.bot, pair.opponent): pair for pair in standings.pairs}
    met = {pair.bot for pair in standings.pairs}
    bots = [row.bot for row in standings.rows if row.bot in met]
    if len(bots) > _LARGEST_CROSS_TABLE:
        return [f"{len(bots)} bots are too many for a table here; the JSON output has all pairs."]
    wide = len(bots) <= _WIDE_CROSS_TABLE

    def cell(bot: str, opponent: str) -> str:
        pair = cells.get((bot, opponent))
        if pair is None:
            return "" if bot == opponent else "-"
        points = pair.wins_of_bot + pair.draws / 2
        percent = f"{pair.score_percent_of_bot:.0f}"
        return f"{points:.10g}/{pair.games} {percent} %" if wide else percent

    numbers = range(1, len(bots) + 1)
    rows = [
        (str(number), shown(bot), *(cell(bot, opponent) for opponent in bots))
        for number, bot in zip(numbers, bots, strict=True)
    ]
    content = "points of the row/games against that column, and percent"
    if not wide:
        content = "percent of the points that the row took from that column"
    return [
        f"Cells: {content}.",
        table(("", "bot", *map(str, numbers)), rows, "rl" + "r" * len(bots)),
    ]


def _seat_table(standings: Standings, table: Table) -> str:
    headers = ("seats", "seat", "games", "won\n%", "mean\nplace", "score\n%", "Elo\nadvantage", "+/-")
    rows = [
        (
            _number(seat.seats),
            _number(seat.seat),
            _number(seat.games),
            _number(seat.won_percent, 1),
            _number(seat.mean_place, 2),
            _number(seat.score_percent, 1),
            "-" if seat.elo_of_seat is None else f"{round(seat.elo_of_seat):+d}",
            _number(seat.elo_error_95),
        )
        for seat in standings.seats
    ]
    return table(headers, rows, "r" * len(headers))


def _notes(standings: Standings, shown: Callable[[str], str]) -> Iterable[str]:
    """What the main table does not say, one paragraph each."""
    if standings.cooperative_games:
        yield (
            f"This contest is cooperative ({standings.cooperative_games} games): all seats share one result, "
            "so ratings, places and pairs do not apply."
        )
    if standings.comparable:
        origin = f"the mean of all rated bots is {_number(standings.mean_elo)}"
        if standings.anchor is not None:
            origin = f"{shown(standings.anchor.bot)} is fixed at {standings.anchor.elo_of_bot:g}"
        yield (
            f"Elo: {origin}. +/-: half the 95 % interval, from {standings.resamples} resamples of deal groups;\n"
            f"- is unknown, where a bot played in fewer than {standings.fewest_deal_groups_for_an_error} of them.\n"
            "score: share of pair points. won: share of first places, shared ones split.\n"
            "above next: likelihood that the bot is stronger than the one in the next row."
        )
    if len(standings.comparable) > 1:
        sets = "; ".join(", ".join(map(shown, names)) for names in standings.comparable)
        yield f"Groups not comparable: no game links these sets of bots, compare ratings only within one: {sets}."
    if standings.bots_without_games:
        yield f"Bots without games: {', '.join(map(shown, standings.bots_without_games))}."
    incomplete = standings.deal_groups - standings.deal_groups_complete
    yield (
        f"Deal groups: {standings.deal_groups}, {f'{incomplete} incomplete' if incomplete else 'all complete'}. "
        f"Games: {standings.finished_games} finished, {_listed('void', standings.void_games)}, "
        f"{_listed('ended by an error of the game', standings.error_games)}."
    )
    if standings.faults:
        kinds = ", ".join(f"{kind} {count}" for kind, count in standings.faults.items())
        yield f"Faults: {kinds}; seats that forfeited: {standings.forfeits}."


def _wrapped(paragraph: str) -> str:
    return "\n".join(
        textwrap.fill(line, _LINE, break_long_words=False, break_on_hyphens=False) for line in paragraph.split("\n")
    )


def _csv(standings: Standings) -> str:
    """The main table: one row a bot, plain numbers, empty where unknown."""
    plain = [name for name in Row.__struct_fields__ if name != "faults"]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*plain, *(f"faults_{kind}" for kind in VERDICTS)])
    for row in standings.rows:
        fields = [_csv_text(row.bot) if name == "bot" else getattr(row, name) for name in plain]
        writer.writerow([*fields, *(row.faults.get(kind, 0) for kind in VERDICTS)])
    return out.getvalue()


def _csv_text(name: str) -> str:
    text = printable(name)
    return f"'{text}" if text.lstrip()[:1] in {"=", "+", "-", "@"} else text


def _text_table(headers: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> str:
    return _tabulated(headers, rows, align, "simple")


def _markdown_table(headers: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> str:
    return _tabulated([header.replace("\n", " ") for header in headers], rows, align, "pipe")


def _tabulated(headers: Sequence[str], rows: Sequence[Sequence[str]], align: str, form: str) -> str:
    # Left to itself, tabulate takes the names 007 and 1e3 for numbers.
    sides = ["left" if side == "l" else "right" for side in align]
    return tabulate(rows, headers, tablefmt=form, disable_numparse=True, colalign=sides)


def _markdown_text(name: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>()#|~&!])", r"\\\1", printable(name))


def _number(value: float | None, digits: int = 0) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _likelihood(value: float | None, resamples: int) -> str:
    if value is None:
        return "-"
    # At the ends of what so many resamples can tell, it is a bound.
    bound = ">" if value >= 1 - 1 / resamples else "<" if value <= 1 / resamples else ""
    return f"{bound}{100 * value:.1f} %"


def _faults(row: Row) -> str:
    if not row.faults:
        return "-"
    kinds = ", ".join(f"{kind} {count}" for kind, count in row.faults.items())
    return f"{kinds} (forfeits {row.forfeits})" if row.forfeits else kinds


def _listed(what: str, numbers: Sequence[int]) -> str:
    if not numbers:
        return f"0 {what}"
    shown = ", ".join(map(str, numbers[:_NUMBERS_SHOWN])) + (", ..." if len(numbers) > _NUMBERS_SHOWN else "")
    return f"{len(numbers)} {what} (numbers {shown})"
