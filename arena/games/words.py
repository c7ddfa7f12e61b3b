"""Sentences about what happened or can be done, in which seats are parts of their own: whoever shows one puts a name in
their place.

A game writes `f"{Seat(1)} draws a card"`. In the text the seat stands between two marks which Unicode keeps for use
inside of programs, so that no words of a game can be taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

_OPEN, _CLOSE = "\ufdd0", "\ufdd1"  # "noncharacters": they stand for nothing, in no language, for ever
_MARKED = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")

Part: TypeAlias = str | int
"""A piece of a sentence: words, or the number of a seat."""


class Seat(int):
    """A seat in a sentence of `Game.tell` or `Game.tell_move`."""

    def __str__(self) -> str:
        return f"{_OPEN}{int(self)}{_CLOSE}"

    def __format__(self, spec: str) -> str:
        return str(self)


def parts(sentence: str) -> tuple[Part, ...]:
    """The sentence in pieces: words as they are, seats as their numbers. No piece is empty."""
    pieces = _MARKED.split(sentence)
    numbered = [int(piece) if at % 2 else piece for at, piece in enumerate(pieces)]
    return tuple(piece for piece in numbered if piece != "")


def plain(sentence: str, names: Sequence[str] | None = None) -> str:
    """The sentence as text: a seat is `seat N`, or where names are given, `NAME (seat N)`."""

    def named(part: Part) -> str:
        if isinstance(part, str):
            return part
        return f"seat {part}" if names is None else f"{names[part]} (seat {part})"

    return "".join(map(named, parts(sentence)))
