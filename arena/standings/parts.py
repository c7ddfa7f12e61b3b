"""What a page of standings is made of, before anybody has decided how it is written: titles, paragraphs, tables.

Text, Markdown and pages of a site are written from the same parts, so that all of them say the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

About = Literal[
    "format", "standings", "games of each", "cross table", "seats", "deal groups", "beyond Elo", "strongest mix",
    "likelihoods", "separation", "over time", "rule", "resources", "comparison", "review",
]  # fmt: skip
"""The subject of a part and of those after it."""


class Title(Struct, frozen=True):
    """The title of all parts up to the next title."""

    text: str
    about: About


class Paragraph(Struct, frozen=True):
    """Some sentences; a line of its own stays a line of its own."""

    text: str


class Lines(Struct, frozen=True):
    """Lines that stay lines, with their indents. They may quote anybody."""

    lines: tuple[str, ...]


class Named(Struct, frozen=True):
    """A cell with a bot's name, as the bot has it, and what is said beside it."""

    bot: str
    more: str = ""


TableCell: TypeAlias = str | Named


class Table(Struct, frozen=True):
    """A table with "l" or "r" for each column in `align`. `weights` says which columns are dropped first if there is no
    room for all; see `arena.layout.fitting`. A heading may have several lines."""

    headers: Sequence[str]
    rows: Sequence[Sequence[TableCell]]
    align: str
    weights: str = ""


Part: TypeAlias = Title | Paragraph | Lines | Table
