"""Finds the legal move that an answer means, or says what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from arena.protocol import Choice, quoted

# Two moves are the same when they have the same keys and values, in whatever order a bot writes them.
_canonical = msgspec.json.Encoder(order="sorted").encode

_COMPARED = 1000
"""The most legal moves that are compared with one that is not legal, to find the nearest."""
_NAMED = 3
"""The most keys in which the two differ that are named."""


def index_of(answer: Choice, legal: Sequence[Any]) -> int | str:
    """The index of the chosen move, or a text for the author of a bot whose choice is not legal."""
    index = answer.index
    if index is None:
        return _find(answer.move, legal)
    if index < len(legal):
        return index
    return f"choice {index}, but there are {len(legal)} legal moves (0 is the first), so {_range(len(legal))}"


def _range(count: int) -> str:
    return "only 0 is legal" if count == 1 else f"0 to {count - 1} are legal"


def _find(move: dict[str, Any] | None, legal: Sequence[Any]) -> int | str:
    """The index of a move that was written out."""
    wanted = _canonical(move)
    for index, other in enumerate(legal):
        if _canonical(other) == wanted:
            return index
    text = f"the move {quoted(wanted)} is not among the {len(legal)} legal ones"
    return text + _nearest(move or {}, legal)


def _nearest(move: dict[str, Any], legal: Sequence[Any]) -> str:
    """The legal move that has most in common with it, the first of several, and in what they differ."""
    others = [msgspec.json.decode(_canonical(other)) for other in legal[:_COMPARED]]
    if not all(type(other) is dict for other in others):
        return ""
    keys = [_differing(move, other) for other in others]
    shared = [len(move.keys() | other.keys()) - len(differ) for other, differ in zip(others, keys, strict=True)]
    nearest = max(range(len(keys)), key=lambda at: (shared[at], -len(keys[at])))
    if not shared[nearest]:
        return f"; one of them is choice 0, {quoted(_canonical(others[0]))}"
    differing = keys[nearest]
    named = ", ".join(quoted(key.encode(), 40) for key in differing[:_NAMED])
    more = " and more" if len(differing) > _NAMED else ""
    return f"; the nearest is choice {nearest}, {quoted(_canonical(others[nearest]))}: it differs in {named}{more}"


def _differing(move: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The keys of either that the other has not, or with another value; values of other types are other values."""
    keys = [*other, *(key for key in move if key not in other)]
    return [
        key for key in keys if key not in move or key not in other or _canonical(move[key]) != _canonical(other[key])
    ]
