"""Text and parts of standings as HTML. All that is anybody's comes in through Jinja2, which escapes it.

A page may load what lies beside it and nothing else, run the site's one script and nothing else, and no text can become
markup in it: its policy says so to the browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import count
from typing import Any, TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from arena.faces.site.reading import LONGEST_LABEL
from arena.protocol import printable
from arena.standings import Lines, Named, Paragraph, Part, Style, Table

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)

_FIGURE = re.compile(r"[-+<>≥±]*\d")


class PageStyle(Style):
    """The style of pages: their text is as on a terminal, with room for larger tables."""

    largest = 60

    def shown(self, name: str) -> str:
        text = printable(name)
        return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


_LONGEST = 500
"""The most letters of anybody's text in a sentence."""

STYLE = PageStyle()


def label(name: str) -> str:
    """A bot's name, printable, and cut if it is long."""
    text = printable(name)
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"


More: TypeAlias = Callable[[str], Markup]
"""Makes a further cell for a bot."""


class Linked:
    """Links bots from pages whose way to the front page is `root`; `numbers` are the bots' numbers by name."""

    def __init__(self, numbers: dict[str, int], root: str) -> None:
        self._numbers = numbers
        self._root = root
        self._links: dict[str, Markup] = {}

    def bot(self, name: str) -> Markup:
        """The bot's name as a link to its page."""
        if name not in self._links:
            number = self._numbers.get(name)
            shown = Markup("<bdi>{}</bdi>").format(label(name))
            self._links[name] = (
                shown if number is None else Markup('<a href="{}bots/{}.html">{}</a>').format(self._root, number, shown)
            )
        return self._links[name]

    def table(
        self,
        table: Table,
        caption: str,
        more: More | None = None,
        head: str = "",
        behind: str = "",
    ) -> Markup:
        """A table of standings; `more` gives a further cell for the bot of a row, below the heading `head`, behind the
        first column with that heading, else the last."""
        at = next((at for at, header in enumerate(table.headers) if header == behind), len(table.headers) - 1)
        rows = []
        for row in table.rows:
            named = next((cell.bot for cell in row if isinstance(cell, Named)), None)
            cells = [self._cell(cell) for cell in row]
            rows.append((cells, more(named) if more is not None and named is not None else None))
        return Markup(
            template("table.html").render(
                caption=caption,
                headers=[_heading(header) for header in table.headers],
                sides=[_side(table, at) for at in range(len(table.headers))],
                names=[any(isinstance(row[at], Named) for row in table.rows) for at in range(len(table.headers))],
                rows=rows,
                head=head if more is not None else "",
                behind=at,
            )
        )

    def parts(
        self, parts: Iterable[Part], caption: str, more: More | None = None, head: str = "", behind: str = ""
    ) -> Markup:
        """The paragraphs, tables and lines of a section; `more`, `head` and `behind` are for each of its tables."""
        tables = count(1)
        return Markup("\n").join(self._part(part, caption, tables, more, head, behind) for part in parts)

    def _part(
        self, part: Part, caption: str, tables: Iterator[int], more: More | None, head: str, behind: str
    ) -> Markup:
        match part:
            case Table():
                number = next(tables)
                # Whoever hears a page instead of seeing it knows its tables by their captions.
                return self.table(part, caption if number == 1 else f"{caption}, {number}", more, head, behind)
            case Lines():
                return Markup('<pre tabindex="0">{}</pre>').format("\n".join(map(printable, part.lines)))
            case Paragraph():
                return Markup('<div class="notes">{}</div>').format(paragraphs(part.text))
        return Markup("")

    def _cell(self, cell: str | Named) -> Markup:
        return escape(cell) if isinstance(cell, str) else self.bot(cell.bot) + cell.more


def paragraphs(text: str) -> Markup:
    """The sentences of the tables, of which each line is one; a sentence that begins with a word of the table explains
    that word."""
    return Markup("\n").join(_note(line) for line in text.split("\n"))


_WORD = re.compile(r"([^:.;,]{1,30}): (?=\S)")


def _note(line: str) -> Markup:
    found = _WORD.match(line)
    if found is None:
        return Markup("<p>{}</p>").format(line)
    return Markup("<p><b>{}:</b> {}</p>").format(found[1], line[found.end() :])


def _heading(text: str) -> str:
    return " ".join(text.split())


def _side(table: Table, at: int) -> str:
    return "n" if table.align[at] == "r" else ""


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("arena.faces.site", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["policy"] = POLICY
    made.filters["label"] = label
    made.filters["whole"] = printable
    made.filters["thousands"] = lambda number: f"{number:,}"
    return made


def template(name: str) -> Any:
    """A template of the site."""
    return _environment().get_template(name)


def joined(items: Sequence[Markup], between: str = ", ") -> Markup:
    return Markup(between).join(items)
