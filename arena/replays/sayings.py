"""A bot's own words beside the decisions they belong to: its notes, and what it wrote to stderr.

They are shown to whoever may see all that its seat saw, for they may say any of it. Both are a stranger's, and so is
what a record says of them: nothing here trusts that it fits.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Literal

from msgspec import Struct

from arena.files import open_regular
from arena.players import log_name
from arena.protocol import printable_lines
from arena.referee import GameRecord

MOST_READ = 1 << 17
"""The most bytes of a seat's log that are read."""
MOST_AT_ONCE = 4000
"""The most characters of stderr that are told beside one decision."""

BEFORE = -1
"""Stands for the decision before the first one."""


class Saying(Struct, frozen=True):
    """What the bot of a seat said: a note on its decision, or lines that it wrote to stderr between its decision before
    and this one."""

    seat: int
    source: Literal["note", "stderr"]
    text: str


def stderr_of(record: GameRecord, logs: Path) -> dict[int, str]:
    """What each seat wrote to stderr in that game, from the files in the folder `logs`; if it is much, only the first
    of it."""
    found = {}
    for seat, log in enumerate(record.measured.logs):
        if log is not None:
            # What the record calls it is anybody's word, and so is where a link leads that bears its name.
            with suppress(OSError):
                found[seat] = printable_lines(_head(logs / log_name(record.number, seat)))
    return found


def _head(path: Path) -> bytes:
    file = open_regular(path, flags=os.O_NOFOLLOW)
    try:
        return os.read(file, MOST_READ)
    finally:
        os.close(file)


def sayings_of(record: GameRecord, stderr: Mapping[int, str]) -> Iterator[tuple[int, Saying]]:
    """Yield everything that was said with the number of the decision that it belongs to: `BEFORE` for what came
    earlier, and the number of all decisions for what came when the game was over, or nobody knows when."""
    decisions = record.decisions
    for note in record.measured.notes or ():
        if 0 <= note.decision < len(decisions):
            yield note.decision, Saying(decisions[note.decision][0], "note", note.text)
    for seat, text in stderr.items():
        lines = text.split("\n")
        marks = sorted((said.line, said.decision) for said in record.measured.said or () if said.seat == seat)
        begins = [(0, marks[0][1] if marks else len(decisions)), *marks, (len(lines), 0)]
        for (begin, decision), (end, _) in pairwise(begins):
            if part := "\n".join(lines[max(begin, 0) : max(end, 0)]).strip("\n"):
                yield max(BEFORE, min(decision, len(decisions))), Saying(seat, "stderr", _bounded(part))


def _bounded(text: str) -> str:
    if len(text) <= MOST_AT_ONCE:
        return text
    return f"{text[:MOST_AT_ONCE]}\n[... {len(text) - MOST_AT_ONCE} more characters are in its file ...]"
