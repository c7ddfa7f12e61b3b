"""Shows every bot against every other, or with it, in a table: how large that may be, and what its cells have room
for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from arena.layout import table_width
from arena.standings.parts import Named, Paragraph, Part, Table, TableCell
from arena.standings.printing import Style
from arena.standings.report import Pair, Standings


class Cells(NamedTuple):
    """One way to fill the cells: what they say, in words for people, and a function that fills the cell of a row and a
    column. It is for no more than `most` bots, None for any number."""

    said: str
    cell: Callable[[str, str], str]
    most: int | None = None


def cross_parts(bots: Sequence[str], ways: Sequence[Cells], style: Style) -> Iterable[Part]:
    """What the cells say, and the table, row by column, in the first of these ways that there is room for. Columns are
    numbered as the rows are; if even the last way is too wide, the last columns are left out."""
    if len(bots) > style.largest:
        yield Paragraph(f"{len(bots)} bots are too many for a table here; the JSON output has all pairs.")
        return
    headers = ("", "bot", *map(str, range(1, len(bots) + 1)))
    align = "rl" + "r" * len(bots)
    for way in ways:
        rows: list[tuple[TableCell, ...]] = [
            (str(number), Named(bot), *(way.cell(bot, other) for other in bots)) for number, bot in enumerate(bots, 1)
        ]
        fits = (way.most is None or len(bots) <= way.most) and (
            style.width is None or table_width(headers, list(map(style.cells, rows))) <= style.width
        )
        if fits or way is ways[-1]:
            yield Paragraph(way.said)
            yield Table(headers, rows, align)
            return


def crossed(standings: Standings) -> tuple[dict[tuple[str, str], Pair], list[str]]:
    """What a cross table is made of: each pair by its two bots, and the bots that met any, in the table's order."""
    met = {pair.bot for pair in standings.pairs}
    bots = [row.bot for row in standings.rows if row.bot in met]
    return {(pair.bot, pair.opponent): pair for pair in standings.pairs}, bots
