"""What is kept of a bot's stderr."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.protocol import printable_lines
from arena.sandbox import StderrLog
from arena.sandbox.stderr_log import MOST_CHAPTERS

# Bytes of any kind, and text whose characters are cut wherever it comes.
CHUNKS = st.lists(st.binary(max_size=40) | st.text("aé語😀\x1b\n", max_size=12).map(str.encode), max_size=40)
MARK = re.compile(r"\n\[\.\.\. (\d+) bytes cut here \.\.\.\]\n")


@given(keep=st.integers(0, 30), chunks=CHUNKS)
def test_a_little_is_kept_whole_and_of_a_lot_the_two_ends(keep: int, chunks: list[bytes]) -> None:
    """However it was cut into pieces, with the exact number of missing bytes where they are missing."""
    log = StderrLog(keep)
    for chunk in chunks:
        log.feed(chunk)
    written = b"".join(chunks)
    assert log.size == len(written)
    content = log.content().decode()
    if len(written) <= 2 * keep:
        assert content == printable_lines(written)
    else:
        head, cut, tail = MARK.split(content)
        # Up to three bytes at each border are a part of a character.
        assert (head, tail) in {
            (printable_lines(written[:first]), printable_lines(written[first + int(cut) :]))
            for first in range(max(0, keep - 3), keep + 1)
        }
        assert int(cut) <= len(written) - 2 * keep + 6


@given(chunks=CHUNKS)
def test_what_is_kept_can_be_shown(chunks: list[bytes]) -> None:
    """Nothing in the file but printable characters, line ends and tabs, whatever was written."""
    log = StderrLog(20)
    for chunk in chunks:
        log.feed(chunk)
    assert all(char.isprintable() or char in "\n\t" for char in log.content().decode())
    assert all(line.isprintable() for line in log.last_lines())


def test_readable_text_stays_as_it_was_written() -> None:
    """Authors write their own language."""
    text = "posição inválida:\t3\n第三回合:没有牌 😀\n"
    log = StderrLog(1000)
    for byte in text.encode():
        log.feed(bytes([byte]))
    assert log.content().decode() == text
    assert log.last_lines() == ["posição inválida:\\t3", "第三回合:没有牌 😀"]


@pytest.mark.parametrize("char", ["é", "語", "😀"])
@pytest.mark.parametrize("keep", range(100, 104))
def test_a_character_is_never_cut_in_two(char: str, keep: int) -> None:
    """Where bytes are cut, the rest of a character goes with them, and is counted."""
    log = StderrLog(keep)
    written = ("x" + char * 500).encode()
    log.feed(written)
    head, cut, tail = MARK.split(log.content().decode())
    assert set(head[1:] + tail) == {char}
    assert len(head.encode()) + int(cut) + len(tail.encode()) == len(written)
    assert min(len(head.encode()), len(tail.encode())) > keep - len(char.encode())


@pytest.mark.parametrize("size", [64, 777, 4096, 65536])
def test_the_mark_counts_what_a_mebibyte_loses(size: int) -> None:
    """D17: head, mark and tail of 1 MiB."""
    log = StderrLog(1000)
    written = bytes(range(32, 96)) * 16384
    for at in range(0, len(written), size):
        log.feed(written[at : at + size])
    head, cut, tail = MARK.split(log.content().decode())
    assert (head.encode(), int(cut), tail.encode()) == (written[:1000], (1 << 20) - 2000, written[-1000:])


@pytest.mark.parametrize("keep", [0, 1000])
def test_memory_stays_bounded(keep: int) -> None:
    """What is held is at most the two ends and one reading more, however much comes."""
    log = StderrLog(keep)
    for _ in range(2000):
        log.feed(b"x" * 600)
    assert sum(map(len, log._tail)) < keep + 600
    assert len(log._head) == keep


def test_the_last_lines_are_safe_for_a_terminal() -> None:
    """Escape sequences and marks of direction are written out; the end of a line is not its content."""
    log = StderrLog(1000)
    log.feed("one\n\n  \ntwo \x1b[2J\r\nzwölf \u202e\\ ".encode() + b"\xff")
    assert log.last_lines() == ["one", "two \\x1b[2J", "zwölf \\u202e\\ \\xff"]


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
    log.feed(("\n" + "語" * 1000).encode())
    assert log.last_lines()[-1] == "語" * 200


def test_nothing_written_is_nothing_kept() -> None:
    """No mark, no lines."""
    assert (StderrLog(10).content(), StderrLog(10).last_lines()) == (b"", [])


def test_it_is_known_in_which_chapter_a_line_came() -> None:
    """By the first line that ended in it; one in which nothing came is not there."""
    log = StderrLog(1000)
    log.feed(b"a\nb")
    log.chapter = 1
    log.feed(b"b\n")
    log.feed(b"c\n")
    log.chapter = 5
    log.feed(b"\xff\x1b\n")
    assert log.chapters == [(0, 0), (1, 1), (5, 3)]
    assert log.content().decode().split("\n")[3] == "\\xff\\x1b"


def test_chapters_are_known_of_what_is_kept_from_the_beginning_alone() -> None:
    """What follows belongs to the last of them; and there are only so many."""
    log = StderrLog(4)
    for chapter in range(3):
        log.chapter = chapter
        log.feed(b"a\nb\n")
    assert log.chapters == [(0, 0)]
    log = StderrLog(1 << 20)
    for log.chapter in range(2 * MOST_CHAPTERS):
        log.feed(b"x\n")
    assert len(log.chapters) == MOST_CHAPTERS
