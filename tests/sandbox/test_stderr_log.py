"""What is kept of a bot's stderr."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.sandbox import StderrLog

CHUNKS = st.lists(st.binary(max_size=40), max_size=40)


@given(keep=st.integers(0, 30), chunks=CHUNKS)
def test_a_little_is_kept_whole_and_of_a_lot_the_two_ends(keep: int, chunks: list[bytes]) -> None:
    """However it was cut into pieces, with the exact number of missing bytes where they are missing."""
    log = StderrLog(keep)
    for chunk in chunks:
        log.feed(chunk)
    written = b"".join(chunks)
    assert log.size == len(written)
    if len(written) <= 2 * keep:
        assert log.content() == written
    else:
        mark = b"\n[... %d bytes cut here ...]\n" % (len(written) - 2 * keep)
        assert log.content() == written[:keep] + mark + written[len(written) - keep :]


@pytest.mark.parametrize("size", [64, 777, 4096, 65536])
def test_the_mark_counts_what_a_mebibyte_loses(size: int) -> None:
    """D17: head, mark and tail of 1 MiB."""
    log = StderrLog(1000)
    written = bytes(range(256)) * 4096
    for at in range(0, len(written), size):
        log.feed(written[at : at + size])
    head, cut, tail = re.split(rb"\n\[\.\.\. (\d+) bytes cut here \.\.\.\]\n", log.content())
    assert (head, int(cut), tail) == (written[:1000], (1 << 20) - 2000, written[-1000:])


@pytest.mark.parametrize("keep", [0, 1000])
def test_memory_stays_bounded(keep: int) -> None:
    """What is held is at most the two ends and one reading more, however much comes."""
    log = StderrLog(keep)
    for _ in range(2000):
        log.feed(b"x" * 600)
    assert sum(map(len, log._tail)) < keep + 600
    assert len(log._head) == keep


def test_the_last_lines_are_safe_for_a_terminal() -> None:
    """Printable ASCII only: escape sequences and other alphabets cannot disturb a table."""
    log = StderrLog(1000)
    log.feed("one\n\n  \ntwo \x1b[2J\r\nzwölf \\ ".encode())
    assert log.last_lines() == ["one", "two \\x1b[2J", "zw\\xc3\\xb6lf \\\\"]


def test_the_last_lines_are_few_and_short() -> None:
    """The newest are given, each cut."""
    log = StderrLog(100_000)
    for number in range(100):
        log.feed(b"%d %s\n" % (number, b"x" * 900))
    lines = log.last_lines(most=3, width=10)
    assert lines[-1] == "99 xxxxxxx"
    assert len(lines) == 3


def test_a_line_without_end_is_cut_too() -> None:
    """A quoted line never grows with what was written."""
    log = StderrLog(100_000)
    log.feed(b"x" * 90_000)
    assert log.last_lines() == ["x" * 200]


def test_nothing_written_is_nothing_kept() -> None:
    """No mark, no lines."""
    assert (StderrLog(10).content(), StderrLog(10).last_lines()) == (b"", [])
