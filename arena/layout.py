"""How printed text fits the terminal that it is read on: text goes on in further lines, tables lose columns.

No row of a table is ever broken. What a table has no room for is said below it. In a pipe or a file there is no width,
and everything is there, since whoever reads it there (a pager with `-S`, a program, an editor) wants all of it.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Sequence
from unicodedata import combining, east_asian_width

LINE = 110
"""The longest line of text, in characters, where the terminal is wider or its width is not known."""
_BETWEEN = 2
_LEAST = 8
"""The least letters that are left of a column of text that is cut."""
_COPIED = re.compile(r"`[^`]*`|\{.*\}")
_BLANK = "\0"
"""Stands for a blank at which a line may not be broken. No text that may be printed holds it."""
_LABEL = re.compile(r" *[\w-]+: +| *(?:\S+ )*\S+ {2,}(?=\S)")
_LONGEST_LABEL = 24
_LONGEST_INDENT = 6
"""The longest indent of a line with a label; one that begins further in is itself the continuation of such a line."""


def counted(number: int, thing: str) -> str:
    """A number with its noun: 1 game, 2 games."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def terminal_width() -> int | None:
    """The number of columns of the terminal that stdout is connected to, or None if it is not a terminal.

    The environment variable COLUMNS comes first: a shell does not pass it on by itself, so somebody has set it on
    purpose.
    """
    asked = os.environ.get("COLUMNS", "")
    if asked.isascii() and asked.isdigit() and int(asked):
        return int(asked)
    try:
        return (os.get_terminal_size(sys.stdout.fileno()).columns or None) if sys.stdout.isatty() else None
    except (OSError, ValueError):
        return None


def paragraph(text: str, width: int | None) -> str:
    """Break each line of the text between words where it is longer than `width`, or than `LINE`."""
    return "\n".join(_broken(line, min(width or LINE, LINE), "") for line in text.split("\n"))


def flowing(line: str, width: int | None) -> str:
    """Break a line that has indents of its own between words where it is longer than `width`. What is broken off hangs
    below the text that comes after a label and its blanks, otherwise two blanks deeper than the line.
    """
    if width is None or len(line) <= width:
        return line
    indent = len(line) - len(line.lstrip(" "))
    label = _LABEL.match(line)
    hanging = (
        label.end() if label and label.end() <= _LONGEST_LABEL else indent + (0 if indent > _LONGEST_INDENT else 2)
    )
    return _broken(line, width, " " * hanging)


def _broken(line: str, width: int, hanging: str) -> str:
    # A path, a command or an answer in JSON is not broken: it is there to be copied.
    whole = _COPIED.sub(lambda found: found[0].replace(" ", _BLANK), line)
    filled = textwrap.fill(
        whole,
        width,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )
    return filled.replace(_BLANK, " ")


def shown_width(text: str) -> int:
    """The number of terminal columns that the longest line of the text takes."""
    return max((sum(map(_letter_width, line)) for line in text.split("\n")), default=0)


def _letter_width(letter: str) -> int:
    return 0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1


def table_width(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """The number of terminal columns that a table of text takes."""
    return sum(_widths(headers, rows)) + _BETWEEN * (len(headers) - 1)


def fitting(
    headers: Sequence[str], rows: Sequence[Sequence[str]], align: str, width: int | None, weights: str = ""
) -> list[int]:
    """The indices of the columns of a table of text that are shown at that width; all of them if `width` is None.

    `weights` has a digit for each column. Columns with 0 are always shown; of the others the one with the highest digit
    is dropped first, and of equal digits the last. Without `weights` columns are dropped from the last one on; the
    first one and all columns of text stay.
    """
    kept = list(range(len(headers)))
    if width is None:
        return kept
    widths = _widths(headers, rows)
    if weights:
        leaving = sorted((at for at in kept if weights[at] != "0"), key=lambda at: (weights[at], at))
    else:
        leaving = [at for at in kept[1:] if align[at] != "l"]
    while leaving and sum(widths[at] for at in kept) + _BETWEEN * (len(kept) - 1) > width:
        kept.remove(leaving.pop())
    return kept


def cut_to(headers: Sequence[str], rows: Sequence[Sequence[str]], align: str, width: int | None) -> list[list[str]]:
    """The rows of a table of text; where the table is still too wide, its widest column of text is cut."""
    cells = [list(row) for row in rows]
    texts = [at for at, side in enumerate(align) if side == "l"]
    while width is not None and texts and (over := table_width(headers, cells) - width) > 0:
        widths = _widths(headers, cells)
        widest = max(texts, key=lambda at: widths[at])
        least = max(shown_width(headers[widest]), _LEAST)
        for row in cells:
            row[widest] = _cut(row[widest], max(least, widths[widest] - over))
        texts.remove(widest)
    return cells


def _cut(text: str, width: int) -> str:
    if shown_width(text) <= width:
        return text
    while shown_width(text) > width - 3:
        text = text[:-1]
    return text + "..."


def _widths(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(shown_width, (header, *(row[at] for row in rows)))) for at, header in enumerate(headers)]


def left_out(headers: Sequence[str], kept: Sequence[int], width: int) -> str:
    """The sentence that names the columns which a table of text has no room for; empty if it has room for all."""
    names = [" ".join(header.split()) for at, header in enumerate(headers) if at not in kept]
    if not names:
        return ""
    said = f"Not in {width} columns: {', '.join(names)}. A wider terminal has room for all, and `| less -S`."
    return paragraph(said, width)
