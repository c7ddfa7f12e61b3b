"""Shows in tables how sure the standings between opponents are; on demand, since the main page should be read first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from arena.layout import table_width
from arena.standings.cross_tables import Cells, cross_parts
from arena.standings.parts import Named, Paragraph, Part, Table, TableCell, Title
from arena.standings.printing import Style, likelihood, number
from arena.standings.report import Pair, Row, Standings

_MOST_GROUPS_SHOWN = 1_000_000
_MOST_COLUMNS = 13
_MOST_RANGES = 8
_WIDE_CROSS_TABLE = 12


def draws_note(standings: Standings) -> Iterable[str]:
    """How many draws there were and are to be expected; nothing if there were none."""
    several = len(standings.draws) > 1
    for draws in standings.draws:
        if draws.draws:
            seats = f" with {draws.seats} seats" if several else ""
            yield (
                f"Draws{seats}: {draws.percent:.1f} % of the pair results; between equals "
                f"{draws.percent_between_equals:.1f} % are to be expected (Davidson's model)."
            )


def count_parts(standings: Standings, style: Style) -> Iterable[Part]:
    """How the deal groups of each pair of bots went."""
    row_of = {row.bot: index for index, row in enumerate(standings.rows)}
    pairs = [pair for pair in standings.pairs if row_of[pair.bot] < row_of[pair.opponent]]
    if not pairs:
        return
    yield Title("Deal groups by points", "deal groups")
    if len({pair.bot for pair in standings.pairs}) > style.largest:
        yield Paragraph(f"{len(pairs)} pairs are too many for a table here; the JSON output has all.")
        return
    yield Paragraph("Columns: in how many deal groups the first bot took so many points from the second.")
    for games in sorted({counts.games for pair in pairs for counts in pair.deal_groups_by_half_points_of_bot}):
        yield _count_table(pairs, games, style)


def _count_table(pairs: Sequence[Pair], games: int, style: Style) -> Table:
    """Of the deal groups with so many games between two bots. Of long ones, neighbouring columns go together."""
    columns = 2 * games + 1
    width = 1 if columns <= _MOST_COLUMNS else -(-columns // _MOST_RANGES)
    headers, rows = _counted(pairs, games, width)
    while (
        style.width is not None and width < columns and table_width(headers, list(map(style.cells, rows))) > style.width
    ):
        width += 1
        headers, rows = _counted(pairs, games, width)
    return Table(headers, rows, "llr" + "r" * (len(headers) - 3))


def _counted(pairs: Sequence[Pair], games: int, width: int) -> tuple[tuple[str, ...], list[tuple[TableCell, ...]]]:
    """Headings and rows, with so many neighbouring columns in one."""
    columns = 2 * games + 1
    starts = range(0, columns, width)
    ends = [min(start + width - 1, 2 * games) for start in starts]
    points = [
        _halves(start) if start == end else f"{_halves(start)}-{_halves(end)}"
        for start, end in zip(starts, ends, strict=True)
    ]
    rows: list[tuple[TableCell, ...]] = [
        (
            Named(pair.bot),
            Named(pair.opponent),
            str(games),
            *(str(sum(counts.groups[start : end + 1])) for start, end in zip(starts, ends, strict=True)),
        )
        for pair in pairs
        for counts in pair.deal_groups_by_half_points_of_bot
        if counts.games == games
    ]
    return ("bot", "against", "games\nin each", *points), rows


def _halves(half_points: int) -> str:
    return f"{half_points / 2:g}"


def detail_parts(standings: Standings, style: Style) -> Iterable[Part]:
    """The likelihoods of every two bots, what would tell neighbours apart, and what the results depend on."""
    if len(standings.likelihoods.bots) > 1:
        yield Title("Likelihood that the row is stronger than the column", "likelihoods")
        yield from _likelihood_table(standings, style)
        yield Title("To separate neighbours", "separation")
        yield Paragraph(
            "So many further deal groups would each of the two need for the 95 % interval of their distance to leave "
            "out 0, in four of five contests. The range is that of the distances that are likely (80 %); where they "
            "may well be equal, it has no end."
        )
        yield _separation_table(standings)
    for variance in standings.variance:
        yield Paragraph(
            _variance_note(
                variance.seats,
                variance.strength_percent,
                variance.seat_percent,
                variance.deal_percent,
                variance.other_percent,
            )
        )


def _likelihood_table(standings: Standings, style: Style) -> Iterable[Part]:
    bots = standings.likelihoods.bots
    cells = {
        (bot, other): value
        for bot, row in zip(bots, standings.likelihoods.row_above_column, strict=True)
        for other, value in zip(bots, row, strict=True)
    }

    def tenths(bot: str, other: str) -> str:
        value = cells[bot, other]
        return "" if bot == other else likelihood(value, standings.doubt_in_a_likelihood).removesuffix(" %")

    def whole(bot: str, other: str) -> str:
        value = cells[bot, other]
        if bot == other or value is None:
            return tenths(bot, other)
        return ">99" if value > 0.995 else "<1" if value < 0.005 else f"{100 * value:.0f}"

    ways = (Cells("Cells: percent.", tenths, _WIDE_CROSS_TABLE), Cells("Cells: percent.", whole))
    yield from cross_parts(bots, ways, style)


def _separation_table(standings: Standings) -> Table:
    rows: list[tuple[TableCell, ...]] = []
    for row, following in pairwise(standings.rows):
        above = row.likelihood_above_next
        if above is None or row.elo_of_bot is None or following.elo_of_bot is None:
            continue
        rows.append(
            (
                Named(row.bot),
                Named(following.bot),
                number(row.elo_of_bot - following.elo_of_bot),
                likelihood(above, standings.doubt_in_a_likelihood),
                _groups_range(row),
            )
        )
    return Table(("bot", "next", "Elo\nbetween", "above\nnext", "further\ndeal groups"), rows, "llrrr", "00210")


def _groups_range(row: Row) -> str:
    low, high = row.groups_to_separate_low_80, row.groups_to_separate_high_80
    if low is None:
        return "unknown"
    if high == 0:
        return "none"
    if low > _MOST_GROUPS_SHOWN:
        return f"over {_MOST_GROUPS_SHOWN}"
    return f"{low} or more" if high is None or high > _MOST_GROUPS_SHOWN else f"{low} to {high}"


def _variance_note(seats: int, strength: float, seat: float, deal: float | None, other: float) -> str:
    parts = [f"{strength:.0f} % are strength", f"{seat:.0f} % the seat"]
    if deal is not None:
        parts.append(f"{deal:.0f} % luck of the deal")
    note = f"Of the spread of a game's points with {seats} seats {', '.join(parts)}, {other:.0f} % other."
    if deal is None:
        note += " The bots of a deal did not change seats, so its luck is among the other."
    return note
