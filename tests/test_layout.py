"""What is printed fits the terminal, and a pipe gets all of it."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import sys
import termios
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.layout import LINE, cut_to, fitting, flowing, left_out, paragraph, shown_width, table_width, terminal_width

HEADERS = ("#", "bot", "Elo", "pairs\nw/d/l", "faults")
ROWS = [["1", "a long name", "1500", "10/10/10", "-"], ["2", "b", "1400", "9/9/9", "time 3, illegal 2"]]
ALIGN = "rlrrl"


@pytest.mark.parametrize(
    ("width", "weights", "kept"),
    [
        (None, "00120", [0, 1, 2, 3, 4]),
        (49, "00120", [0, 1, 2, 3, 4]),
        (48, "00120", [0, 1, 2, 4]),
        (38, "00120", [0, 1, 4]),
        (10, "00120", [0, 1, 4]),
        (48, "00210", [0, 1, 3, 4]),
        (48, "00110", [0, 1, 2, 4]),
        (48, "", [0, 1, 2, 4]),
        (5, "", [0, 1, 4]),
    ],
)
def test_the_least_columns_go_first(width: int | None, weights: str, kept: list[int]) -> None:
    """1 + 11 + 4 + 8 + 17 letters and two blanks between: 49. Those with 0 stay; of equal ones the last goes."""
    assert table_width(HEADERS, ROWS) == 49
    assert fitting(HEADERS, ROWS, ALIGN, width, weights) == kept


def test_the_widest_text_is_cut_where_columns_that_stay_are_too_wide() -> None:
    """So that no row is ever broken; numbers are never cut."""
    cells = cut_to(HEADERS, ROWS, ALIGN, 45)
    assert [row[4] for row in cells] == ["-", "time 3, il..."]
    assert table_width(HEADERS, cells) == 45
    assert cut_to(HEADERS, ROWS, ALIGN, None) == ROWS
    assert cut_to(HEADERS, ROWS, ALIGN, 1)[0] == ["1", "a lon...", "1500", "10/10/10", "-"]


def test_what_is_left_out_is_said_and_how_to_have_it() -> None:
    said = left_out(HEADERS, [0, 1, 4], 80)
    assert said.replace("\n", " ").startswith("Not in 80 columns: Elo, pairs w/d/l. A wider terminal has room for all")
    assert left_out(HEADERS, [0, 1, 2, 3, 4], 80) == ""


WITHOUT = st.characters(exclude_categories=["C", "Z"], exclude_characters="`{}")
"""Letters that are shown, of words that may be broken from each other."""


@given(st.lists(st.text(WITHOUT, min_size=1, max_size=12), min_size=1, max_size=8), st.integers(40, 120))
def test_no_line_is_wider_than_the_terminal(words: list[str], width: int) -> None:
    """But for a word that is: a path is not broken, for it is there to be copied."""
    text = " ".join(words)
    for line in (*paragraph(text, width).split("\n"), *flowing(text, width).split("\n")):
        assert len(line) <= width
    assert " ".join(flowing(text, width).split()) == " ".join(text.split())


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("power: some words that go on", ["power: some words", "       that go on"]),
        ("       words that go on", ["       words that", "       go on"]),
        ("  calls   a name with words", ["  calls   a name", "          with", "          words"]),
        ("    an event of some words", ["    an event of", "      some words"]),
        ("short", ["short"]),
        ("a/path/that/is/longer/than/that", ["a/path/that/is/longer/than/that"]),
        ("say `arena run x.yaml` then", ["say", "  `arena run x.yaml`", "  then"]),
        ('1. {"card": "agent 2", "at": 0} 1 ms', ["1.", '  {"card": "agent 2", "at": 0}', "  1 ms"]),
    ],
)
def test_a_line_goes_on_below_its_text(line: str, lines: list[str]) -> None:
    """Below what comes after a label, else a little further in."""
    assert flowing(line, 18).split("\n") == lines
    assert flowing(line, None) == line


def test_a_paragraph_has_a_width_of_its_own_where_the_terminal_is_wider() -> None:
    """Very long lines are hard to read."""
    text = "word " * 100
    assert paragraph(text, 300) == paragraph(text, None)
    assert max(map(len, paragraph(text, None).split("\n"))) <= LINE


def test_wide_letters_count_twice_and_those_above_others_not_at_all() -> None:
    assert [shown_width(text) for text in ("abc", "日本", "e\u0301", "a\nbcd", "")] == [3, 4, 1, 3, 0]


def seen(columns: int, environment: dict[str, str]) -> str:
    """What `terminal_width` says in a process whose stdout is a terminal of so many columns."""
    main, terminal = pty.openpty()
    try:
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        code = "from arena.layout import terminal_width; print(terminal_width())"
        pid = os.posix_spawn(
            sys.executable,
            [sys.executable, "-c", code],
            environment | {"PYTHONPATH": str(Path(__file__).parents[1])},
            file_actions=[(os.POSIX_SPAWN_DUP2, terminal, 1)],
        )
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        return os.read(main, 100).decode().strip()
    finally:
        os.close(main)
        os.close(terminal)


def test_the_width_is_that_of_the_terminal_and_a_wish_comes_first() -> None:
    """A terminal that does not know its width has room for all."""
    assert seen(93, {}) == "93"
    assert seen(93, {"COLUMNS": "70"}) == "70"
    assert seen(93, {"COLUMNS": "wide"}) == "93"
    assert seen(0, {}) == "None"


def test_a_pipe_has_no_width(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert terminal_width() is None
    monkeypatch.setenv("COLUMNS", "60")
    assert terminal_width() == 60
