"""What strangers say is shown so that it can neither steer a terminal nor deceive a reader.

First the functions, then hostile bots and rules through the real commands.
"""

from __future__ import annotations

import json
import unicodedata

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.protocol import marked, printable, printable_json, printable_lines, quoted

# One of each kind that must never reach a terminal, and what is shown in its place.
HOSTILE = {
    "\0": r"\x00",
    "\a": r"\x07",
    "\b": r"\x08",
    "\r": r"\r",
    "\x0b": r"\x0b",
    "\x1b": r"\x1b",
    "\x7f": r"\x7f",
    "\x85": r"\x85",
    "\x9b": r"\x9b",
    "\xad": r"\xad",
    "\u061c": r"\u061c",
    "\u200b": r"\u200b",
    "\u200f": r"\u200f",
    "\u2028": r"\u2028",
    "\u2029": r"\u2029",
    "\u202e": r"\u202e",
    "\u2066": r"\u2066",
    "\ufeff": r"\ufeff",
    "\ue000": r"\ue000",
    "\u0378": r"\u0378",
    "\ufdd0": r"\ufdd0",
    "\U000e0041": r"\U000e0041",
}
READABLE = "ação inválida, größer, Ход, 第三回合, 手札, שלום, 😀"


def steers(text: str, allowed: str = "\n\t") -> set[str]:
    """The characters of a text that no terminal or reader should meet."""
    return {char for char in text if char not in allowed and unicodedata.category(char)[0] in "CZ" and char != " "}


@pytest.mark.parametrize("char", HOSTILE)
def test_what_steers_or_deceives_is_written_out(char: str) -> None:
    assert steers(char)
    shown = f"a{HOSTILE[char]}b"
    assert printable(f"a{char}b") == printable_lines(f"a{char}b") == shown
    assert printable(f"a{char}b".encode()) == shown


def test_every_alphabet_stays_readable() -> None:
    assert printable(READABLE) == printable_lines(READABLE) == printable(READABLE.encode()) == READABLE


def test_line_ends_and_tabs_stay_in_lines_only() -> None:
    assert printable("a\n\tb\r\n") == r"a\n\tb\r\n"
    assert printable_lines("a\n\tb\r\n") == "a\n\tb\\r\n"


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b"caf\xe9", r"caf\xe9"),
        (b"\xc3", r"\xc3"),
        (b"\xed\xa0\x80", r"\xed\xa0\x80"),  # half of a surrogate pair
        (b"\xc0\xaf", r"\xc0\xaf"),  # a slash in more bytes than it needs
        (b"\xf4\x90\x80\x80", r"\xf4\x90\x80\x80"),  # past the last character
    ],
)
def test_bytes_that_are_not_utf_8_are_written_out(data: bytes, shown: str) -> None:
    assert printable(data) == shown


def test_half_a_surrogate_pair_is_written_out() -> None:
    """What is shown can always be encoded."""
    assert printable("\ud83d") == r"\ud83d"
    assert printable(b"\xff".decode("utf-8", "surrogateescape")) == r"\xff"


@given(st.binary() | st.text(st.characters()))
def test_nothing_else_comes_through(words: bytes | str) -> None:
    """Whatever was said, and to escape it twice is to escape it once."""
    line, lines = printable(words), printable_lines(words)
    assert line.isprintable()
    assert not steers(lines)
    assert printable(line) == line
    assert printable_lines(lines) == lines
    assert lines.encode().decode() == lines


@settings(max_examples=50)
@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_a_document_means_the_same(value: object) -> None:
    text = printable_json(msgspec.json.encode(value).decode())
    assert json.loads(text) == value
    assert not steers(text, "\n")


@pytest.mark.parametrize(
    ("line", "at", "most"),
    [
        (b'{"id": 1}', 7, 60),
        ('{"é": 1}'.encode(), 6, 60),
        (b"x" * 90 + b"!" + b"y" * 90, 90, 40),
        (b"a" * 50 + b"!", 50, 20),
    ],
)
def test_a_place_is_marked_in_a_quote(line: bytes, at: int, most: int) -> None:
    """Under the very byte, whatever is escaped or left out before it."""
    quote, blanks = marked(line, at, most)
    assert quote[len(blanks)] == chr(line[at])
    assert len(quote) <= 4 * most + 20


def test_a_quoted_line_shows_letters_that_only_look_right() -> None:
    """The fault may be a typographer's quotation mark."""
    assert quoted("{“id”:1}".encode()) == r"`{\xe2\x80\x9cid\xe2\x80\x9d:1}` (escaped)"
