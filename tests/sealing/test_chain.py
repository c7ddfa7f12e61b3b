"""A chain of lines: whatever is done to it shows, and where."""

from __future__ import annotations

import io
import json
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from arena.sealing.chain import START, Link, chained, followed

VALUES = st.lists(st.dictionaries(st.sampled_from("ab"), st.integers() | st.text(max_size=5), min_size=1), max_size=6)


def lines_of(values: list[dict[str, int | str]]) -> list[bytes]:
    return [link.value + b"\n" for link in chained(json.dumps(value)[1:-1].encode() for value in values)]


def end_of(links: list[Link]) -> str:
    return links[-1].hash if links else START


def broken(before: list[bytes], after: list[bytes]) -> int | None:
    """The first line of a changed chain that does not hold; its length where it ends otherwise than it should."""
    links = list(followed(after))
    for index, link in enumerate(links):
        if not link.holds:
            return index
    return None if end_of(links) == end_of(list(followed(before))) else len(after)


@given(VALUES)
def test_a_chain_holds_and_says_what_was_put_in(values: list[dict[str, int | str]]) -> None:
    lines = lines_of(values)
    links = list(followed(lines))
    assert all(link.holds for link in links)
    assert links == list(chained(json.dumps(value)[1:-1].encode() for value in values))
    assert [json.loads(line) for line in lines] == [
        {"chain": link.hash, **value} for link, value in zip(links, values, strict=True)
    ]


@given(VALUES)
def test_anybody_can_check_it_in_five_lines(values: list[dict[str, int | str]]) -> None:
    """As the module's documentation says."""
    before = START
    for line in lines_of(values):
        own, body = line[10:74].decode(), line[76:-1]
        assert sha256(before.encode() + body).hexdigest() == own
        before = own


@given(VALUES.filter(bool), st.data())
def test_a_byte_that_was_changed_shows_where_it_is(values: list[dict[str, int | str]], data: st.DataObject) -> None:
    lines = lines_of(values)
    text = bytearray(b"".join(lines))
    at = data.draw(st.integers(0, len(text) - 1))
    text[at] ^= data.draw(st.integers(1, 255))
    line = text.count(b"\n", 0, at) if text[at] == ord("\n") else b"".join(lines).count(b"\n", 0, at)
    assert broken(lines, list(io.BytesIO(text))) == line


@given(VALUES.filter(lambda values: len(values) > 1), st.data())
def test_lines_that_were_lost_added_or_moved_show(values: list[dict[str, int | str]], data: st.DataObject) -> None:
    lines = lines_of(values)
    at = data.draw(st.integers(0, len(lines) - 1))
    assert broken(lines, lines[:at] + lines[at + 1 :]) == at
    assert broken(lines, lines[:at]) == at
    assert broken(lines, lines[: at + 1] + lines[at:]) == at + 1
    other = data.draw(st.integers(0, len(lines) - 1).filter(lambda index: index != at))
    swapped = list(lines)
    swapped[at], swapped[other] = lines[other], lines[at]
    assert broken(lines, swapped) == min(at, other)


@given(VALUES.filter(bool), st.data())
def test_a_line_that_was_changed_with_its_own_hash_breaks_the_next(
    values: list[dict[str, int | str]], data: st.DataObject
) -> None:
    lines = lines_of(values)
    at = data.draw(st.integers(0, len(lines) - 1))
    forged = lines_of([*values[:at], {"score": "forged"}])[at]
    assert broken(lines, [*lines[:at], forged, *lines[at + 1 :]]) == at + 1


@given(VALUES, st.binary(max_size=20))
def test_what_is_no_line_of_a_chain_does_not_hold(values: list[dict[str, int | str]], stray: bytes) -> None:
    lines = lines_of(values)
    links = list(followed([*lines, stray + b"\n"]))
    assert (links[-1].hash, links[-1].holds) == ("", False)
