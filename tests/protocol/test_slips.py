"""What authors of first bots write instead of an answer, and that each is told what to do about it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.protocol import BadLine, parse_answer
from arena.protocol.slips import advice

ANSWER = {"id": 2, "choice": 0}
TEXT = json.dumps(ANSWER)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (str(ANSWER).encode(), "json.dumps"),
        (b"{'id': 2, 'choice': None}", "json.dumps"),
        (b'{"id": 2, "choice": True}', "true, false and null"),
        (b'{"id": 2, "choice": 0, "score": NaN}', "JSON has no such number"),
        (b'{"id": 2, "choice": 0, "score": -Infinity}', "JSON has no such number"),
        (TEXT.encode("utf-16"), "UTF-16"),
        (TEXT.encode("utf-16-le"), "UTF-16"),
        (TEXT.encode("utf-16-be"), "UTF-16"),
        (b'{"id": 2, "choice": 0, "name": "caf\xe9"}', "UTF-8"),
        (b"[object Object]", "JSON.stringify"),
        (b"{id: 2, choice: 0}", "keys stand in double quotes"),
        ("{“id”: 2}".encode(), "typographic"),
        (b"{", "on one line"),
        (b"null", "choose one of `legal`"),
        (b"3", '{"id": 17, "choice": 3}'),
        (json.dumps([ANSWER]).encode(), "without a list around it"),
        (b"[0]", "one answer: an object"),
        (json.dumps(TEXT).encode(), "encode the answer once"),
        (f"{TEXT}{TEXT}".encode(), "a request gets one answer"),
        (f"{TEXT} {TEXT}".encode(), "a request gets one answer"),
        (f"your move> {TEXT}".encode(), "something stands before the answer"),
        (f"{TEXT} # best".encode(), "something follows the answer"),
        (TEXT.encode() + rb"\n", "a backslash and an n"),
        (b"thinking...", "print all else to stderr"),
        (b"Traceback (most recent call last):", "print all else to stderr"),
        (b'{"type": "turn", "id": 2, "legal": []}', "the request itself"),
        (b'{"id": 2, "choice": {"at": 1}}', 'goes under "move"'),
        (b'{"id": 2, "move": 3}', 'goes under "choice"'),
        (b'{"id": "2", "choice": 0}', "without quotes"),
        (b'{"id": 2, "choice": "0"}', "without quotes"),
        (b'{"id": 2, "choice": 0.0}', "without a fraction"),
        (b'{"id": 2, "do": "train"}', 'the whole move under "move"'),
        (b'{"answer": {"id": 2, "choice": 0}}', "the inner object alone"),
    ],
)
def test_each_is_told_what_to_do(line: bytes, told: str) -> None:
    with pytest.raises(BadLine) as caught:
        parse_answer(line)
    assert told in str(caught.value)


@given(st.binary(max_size=300) | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_whatever_comes_is_told_in_plain_words(line: bytes) -> None:
    """No line makes it fail, and none gets words of its own into it."""
    assert advice(line).isascii()
    assert advice(line).isprintable()


@pytest.mark.parametrize("line", [b"[" * 100_000, b'{"a":' * 20_000, b"9" * 100_000, b"{'" * 50_000, b"\\n" * 50_000])
def test_long_and_deep_lines_are_looked_at_as_well(line: bytes) -> None:
    """As far as their beginning: what they are shows there."""
    assert advice(line).isprintable()
