r"""Lines of JSON that hold each other: none can be changed, lost, added or moved without breaking the chain.

A line is `{"chain":"H",BODY`, where BODY is the rest of a JSON object, and H the SHA-256, in hex, of the H of the line
before (64 zeros before the first) and BODY. That is all there is to it, and whoever doubts us can check it:

    before = "0" * 64
    for line in open("records.jsonl", "rb"):
        own, body = line[10:74].decode(), line[76:-1]
        assert sha256(before.encode() + body).hexdigest() == own
        before = own
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

START = "0" * 64
"""The text that stands for the hash before the first line."""

_LINE = re.compile(rb'\{"chain":"([0-9a-f]{64})",(.*\})\n', re.DOTALL)


class Link(NamedTuple):
    """A line that was read. `value` is all of it, a JSON object. `holds` says whether it follows from the line before,
    by the hash that this line states of itself: so one change breaks the chain only once."""

    value: bytes
    hash: str
    holds: bool


def chained(fields: Iterable[bytes]) -> Iterator[Link]:
    """Make a chain of JSON objects, each given as the text between its braces, which is not empty. A line is `value`
    and an end of line."""
    before = START
    for inner in fields:
        body = inner + b"}"
        before = _hash(before, body)
        yield Link(b'{"chain":"' + before.encode() + b'",' + body, before, True)


def followed(lines: Iterable[bytes]) -> Iterator[Link]:
    """Check a chain of lines that were kept, each with its end of line. One that is no line of a chain has no hash."""
    before = START
    for line in lines:
        if found := _LINE.fullmatch(line):
            own = found[1].decode()
            yield Link(line[:-1], own, own == _hash(before, found[2]))
            before = own
        else:
            yield Link(line, "", False)


def _hash(before: str, body: bytes) -> str:
    return sha256(before.encode() + body).hexdigest()
