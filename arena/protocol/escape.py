r"""What strangers said, as it may be shown: bots first of all, but also plug-in games and whoever named a bot.

Text that is printed raw can clear a terminal, retype its last line, or read from right to left. So whatever was not
written by this project passes through here on its way to a person. There are two rules, each for its own purpose:

- Prose (stderr, names, tracebacks, the story of a game) is for reading. Printable characters of every alphabet stay.
  Escaped are Unicode's "other" characters: controls (C0, DEL, C1), formats (marks of direction, joiners, tags),
  surrogates, private and unassigned ones; every separator except the blank; and bytes that are not UTF-8.
- A line that should have been an answer is evidence. Its exact bytes are at issue, and a letter or a quote that only
  looks right may be the very fault, so it is quoted in ASCII alone: as it came, where that is possible, so that it can
  be copied.

Prose that is escaped twice is as if it was escaped once: whoever shows it need not know whether it was before.
"""

from __future__ import annotations

import json
import re

PREVIEW = 160
"""The number of bytes of a bad line that are quoted."""

_PLAIN = re.compile(rb"[ -_a-~]*")  # all of printable ASCII but the quote itself

# What may have to be escaped: the controls before the blank are in any JSON text already.
_RARE_IN_JSON = re.compile("[^ -~\n]")


def printable(words: str | bytes) -> str:
    r"""Escape prose into one line: `\x1b`, `\n`, `\u202e`, `\xff` are written out as they are in Python."""
    return _text(words).translate(_Shown(""))


def printable_lines(words: str | bytes) -> str:
    """Escape prose in which line ends (LF alone) and tabs stay, for log files and tracebacks."""
    return _text(words).translate(_Shown("\n\t"))


def printable_json(text: str) -> str:
    """Escape a JSON document so that it is safe to look at and means the same to every reader of JSON."""
    return _RARE_IN_JSON.sub(lambda char: char[0] if char[0].isprintable() else json.dumps(char[0])[1:-1], text)


def quoted(data: bytes, most: int = PREVIEW) -> str:
    r"""The first bytes of a line as printable ASCII between backticks; equal short quotes mean equal bytes.

    If all bytes are printable they stand there as they came. Otherwise those that are not are written as `\xff`, with
    each backslash doubled, and the quote says that it is escaped.
    """
    part, more = data[:most], "..." if len(data) > most else ""
    if _PLAIN.fullmatch(part):
        return f"`{part.decode()}`{more}"
    return f"`{_escaped(part)}`{more} (escaped)"


def marked(data: bytes, at: int, most: int = PREVIEW) -> tuple[str, str]:
    """As `quoted`, the bytes of a line around one of them; and the blanks that come before it there."""
    begin = max(0, min(at - most // 2, len(data) - most))
    part, more = data[begin:], "..." if begin else ""
    before = part[: at - begin]
    whole = _PLAIN.fullmatch(part[:most]) is not None
    return more + quoted(part, most), " " * (len(more) + 1 + len(before if whole else _escaped(before)))


def _escaped(part: bytes) -> str:
    return "".join("\\\\" if b == 92 else chr(b) if 32 <= b < 127 and b != 96 else f"\\x{b:02x}" for b in part)


def _text(words: str | bytes) -> str:
    return words if isinstance(words, str) else words.decode("utf-8", "surrogateescape")


class _Shown(dict[int, str]):
    """What is shown in each character's place, found out when it first comes: to find it out each time would let a
    flood of them keep the referee from its clocks. One table a text: a lasting one would grow with all that is said."""

    def __init__(self, kept: str) -> None:
        super().__init__({ord(char): char for char in kept})

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if char.isprintable():
            shown = char
        elif 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8, as Python keeps it in a text
            shown = f"\\x{code - 0xDC00:02x}"
        else:
            shown = char.encode("unicode_escape").decode()
        self[code] = shown
        return shown
