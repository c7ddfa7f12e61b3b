"""How standings are written, whatever game they are of: names, numbers, tables, notes, CSV.

Names of bots are their authors' text and may hold anything. In text and Markdown, whatever a terminal would act on is
shown escaped; in CSV a name that a spreadsheet would take for a formula gets an apostrophe in front.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from types import SimpleNamespace

import tabulate as tabulating
from msgspec import Struct
from msgspec.structs import fields
from tabulate import tabulate

from arena.layout import cut_to, fitting, left_out, paragraph, shown_width
from arena.protocol import VERDICTS, printable
from arena.standings.parts import Lines, Named, Paragraph, Part, Table, TableCell, Title
from arena.standings.report import Row, Standings
from arena.standings.team_report import TeamRow, TeamStandings

# A heading needs no blanks of its own beside those between columns: a table of ten columns is 80 wide, not 100.
tabulating.MIN_PADDING = 0
# It asks a library that may be there how wide letters are; here they are as wide as where a table is made to fit.
vars(tabulating).update(wcwidth=SimpleNamespace(wcswidth=shown_width), WIDE_CHARS_MODE=True)

_NUMBERS_SHOWN = 10


class Style(ABC):
    """What parts of a page are made for. `width` is the number of columns of the terminal that they are for, None for a
    file or a page, which have room for everything."""

    width: int | None = None
    largest: int = 18
    """The most bots of a table with a row and a column for each: with more nobody could read it."""

    @abstractmethod
    def shown(self, name: str) -> str:
        """Somebody's text, made safe as a part of other text."""

    def cells(self, row: Sequence[TableCell]) -> list[str]:
        """The cells of a row of a table, as they are shown."""
        return [cell if isinstance(cell, str) else self.shown(cell.bot) + cell.more for cell in row]


class Writer(Style):
    """One way to write parts down as one text."""

    @abstractmethod
    def title(self, text: str) -> str:
        """The title of what follows."""

    @abstractmethod
    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str]], align: str, weights: str = "") -> str:
        """A table as text, see `arena.standings.parts.Table`."""

    @abstractmethod
    def lines(self, lines: Sequence[str]) -> str:
        """Lines that are not joined into paragraphs and keep their indents."""

    def write(self, part: Part) -> str:
        """A part of a page as text; long lines of a paragraph are broken."""
        match part:
            case Title():
                return self.title(part.text)
            case Paragraph():
                return paragraph(part.text, self.width)
            case Lines():
                return self.lines(part.lines)
            case Table():
                return self.table(part.headers, list(map(self.cells, part.rows)), part.align, part.weights)


class _Text(Writer):
    def __init__(self, width: int | None) -> None:
        self.width = width

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str]], align: str, weights: str = "") -> str:
        kept = fitting(headers, rows, align, self.width, weights)
        heads, sides = [headers[at] for at in kept], "".join(align[at] for at in kept)
        cells = cut_to(heads, [[row[at] for at in kept] for row in rows], sides, self.width)
        said = left_out(headers, kept, self.width) if self.width is not None else ""
        return _tabulated(heads, cells, sides, "simple") + (f"\n\n{said}" if said else "")

    def shown(self, name: str) -> str:
        return printable(name)

    def title(self, text: str) -> str:
        return text

    def lines(self, lines: Sequence[str]) -> str:
        return "\n".join(map(printable, lines))


class _Markdown(Writer):
    def title(self, text: str) -> str:
        return f"## {text}"

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str]], align: str, weights: str = "") -> str:
        return _tabulated([header.replace("\n", " ") for header in headers], rows, align, "pipe")

    def shown(self, name: str) -> str:
        return re.sub(r"([\\`*_{}\[\]<>()#|~&!])", r"\\\1", printable(name))

    def lines(self, lines: Sequence[str]) -> str:
        """The lines as a block of code, with four blanks before each."""
        return "\n".join(f"    {printable(line)}" for line in lines)


def csv_text(name: str) -> str:
    """A name for a cell of CSV, written so that no spreadsheet takes it for a formula."""
    text = printable(name)
    # In some languages a spreadsheet takes the wide forms of these for a formula's beginning too.
    return f"'{text}" if unicodedata.normalize("NFKC", text).lstrip()[:1] in {"=", "+", "-", "@"} else text


def _tabulated(headers: Sequence[str], rows: Sequence[Sequence[str]], align: str, form: str) -> str:
    # Left to itself, tabulate takes the names 007 and 1e3 for numbers.
    sides = ["left" if side == "l" else "right" for side in align]
    return tabulate(rows, headers, tablefmt=form, disable_numparse=True, colalign=sides)


def number(value: float | None, digits: int = 0) -> str:
    """The value with so many decimals; - if it is unknown."""
    return "-" if value is None else f"{value:.{digits}f}"


def time_ms(value: float | None, least: bool) -> str:
    """A time in milliseconds, marked if the true one may be greater."""
    return (">=" if least and value is not None else "") + number(value, 1)


def likelihood(value: float | None, doubt: float) -> str:
    """A likelihood in percent; a bound if it is within `doubt` of 0 or 1, as more cannot be told."""
    if value is None:
        return "-"
    bound = ">" if value >= 1 - doubt else "<" if value <= doubt else ""
    return f"{bound}{100 * value:.1f} %"


def faults(row: Row | TeamRow) -> str:
    """A bot's faults by kind, and what they cost it."""
    if not row.faults:
        return "-"
    kinds = ", ".join(f"{kind} {count}" for kind, count in row.faults.items())
    return f"{kinds} (forfeits {row.forfeits})" if row.forfeits else kinds


def who(row: Row | TeamRow) -> Named:
    """A bot's name, with a note if it is benched or retired."""
    out = "retired" if row.retired else "benched"
    return Named(row.bot, f" ({out})" if row.benched is not None else "")


def notes(standings: Standings | TeamStandings, style: Style) -> Iterable[str]:
    """What is to be said of any contest, a paragraph each: who is missing, which games count, which faults there
    were."""
    for retired, title in (
        (False, "Benched, which is to say not scheduled any further:"),
        (True, "Retired, which is to say told to play no further; what they have played counts:"),
    ):
        out = [row for row in standings.rows if row.benched and row.retired is retired]
        if out:
            yield "\n".join([title, *(f"{style.shown(row.bot)} {style.shown(row.benched or '')}" for row in out)])
    if standings.unrated_games:
        unrated = _listed("finished", standings.unrated_games)
        yield f"Not rated, for anybody: {unrated}, those that benched a bot and all later ones with it."
    if standings.bots_without_games:
        yield f"Bots without games: {', '.join(map(style.shown, standings.bots_without_games))}."
    incomplete = standings.deal_groups - standings.deal_groups_complete
    yield (
        f"Deal groups: {standings.deal_groups}, {f'{incomplete} incomplete' if incomplete else 'all complete'}. "
        f"Games: {standings.finished_games} finished, {_listed('void', standings.void_games)}, "
        f"{_listed('ended by an error of the game', standings.error_games)}."
    )
    if standings.faults:
        kinds = ", ".join(f"{kind} {count}" for kind, count in standings.faults.items())
        where = " in rated games" if standings.unrated_games else ""
        yield f"Faults: {kinds}; seats that forfeited{where}: {standings.forfeits}."


def csv_table(kind: type[Row] | type[TeamRow], rows: Sequence[Row | TeamRow], resources: bool) -> str:
    """A table with one row for each bot: plain numbers, empty where unknown. Columns from a Struct in a row begin with
    its field's name."""
    names = [name for name in kind.__struct_fields__ if name != "faults" and (resources or name != "resources")]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*_columns(kind, names), *(f"faults_{verdict}" for verdict in VERDICTS)])
    for row in rows:
        writer.writerow([*_values(row, names), *(row.faults.get(verdict, 0) for verdict in VERDICTS)])
    return out.getvalue()


def _columns(kind: type[Struct], names: Sequence[str]) -> Iterator[str]:
    types = {field.name: field.type for field in fields(kind)}
    for name in names:
        part = types[name]
        if isinstance(part, type) and issubclass(part, Struct):
            yield from (f"{name}_{column}" for column in _columns(part, part.__struct_fields__))
        else:
            yield name


def _values(row: Struct, names: Sequence[str]) -> Iterator[object]:
    for name in names:
        value = getattr(row, name)
        if isinstance(value, Struct):
            yield from _values(value, value.__struct_fields__)
        else:
            yield csv_text(value) if isinstance(value, str) else value


def _listed(what: str, numbers: Sequence[int]) -> str:
    if not numbers:
        return f"0 {what}"
    shown = ", ".join(map(str, numbers[:_NUMBERS_SHOWN])) + (", ..." if len(numbers) > _NUMBERS_SHOWN else "")
    return f"{len(numbers)} {what} (numbers {shown})"


def written(parts: Iterable[Part], style: Writer) -> str:
    """A whole page as text that ends in a newline."""
    return "\n\n".join(map(style.write, parts)) + "\n"


def text_style(width: int | None = None) -> Writer:
    """The style of plain text, for a terminal of so many columns or, by default, for whatever has room for
    everything."""
    return _Text(width)


MARKDOWN: Writer = _Markdown()
