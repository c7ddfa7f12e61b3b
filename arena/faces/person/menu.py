"""Shows legal moves to a person who chooses among them: numbered sentences, grouped by kind, in columns if there are
many.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.layout import flowing, shown_width

FEW = 9
"""The number of moves up to which they are a plain list."""
_BETWEEN = 3


def menu(moves: Sequence[Any], sentences: Sequence[str], width: int | None) -> list[str]:
    """Lines with all moves, numbered from 1; `sentences` are those of the moves, as they may be shown."""
    digits = len(str(len(sentences)))
    entries = [f"{number:>{digits}}  {sentence}" for number, sentence in enumerate(sentences, 1)]
    kinds = [_kind(move) for move in moves]
    if len(entries) <= FEW:
        return [line for entry in entries for line in _whole(entry, digits, width)]
    named = len(set(kinds)) > 1
    lines: list[str] = []
    for kind in dict.fromkeys(kinds):
        own = [entry for entry, its in zip(entries, kinds, strict=True) if its == kind]
        if named:
            lines.append(f"{kind}:")
        lines += _columns(own, digits, width)
    return lines


def fitting(words: str, sentences: Sequence[str]) -> list[int]:
    """The indices of the sentences in which all of these words are, in any order and case, each as far as typed."""
    wanted = words.casefold().split()
    return [at for at, sentence in enumerate(sentences) if all(word in sentence.casefold() for word in wanted)]


def _kind(move: Any) -> str:
    """What the game calls such moves."""
    tag = type(move).__struct_config__.tag
    return str(tag if tag is not None else type(move).__name__).replace("_", " ")


def _whole(entry: str, digits: int, width: int | None) -> list[str]:
    """An entry in as many lines as it needs; what is broken off stands below its words."""
    lines = flowing(f"  {entry}", None if width is None else width - digits).split("\n")
    return [lines[0], *(" " * (digits + 4) + line.strip() for line in lines[1:])]


def _columns(entries: Sequence[str], digits: int, width: int | None) -> list[str]:
    widest = max(map(shown_width, entries))
    across = 1 if width is None else max(1, (width - 2 + _BETWEEN) // (widest + _BETWEEN))
    if across == 1:
        return [line for entry in entries for line in _whole(entry, digits, width)]
    down = -(-len(entries) // across)
    rows = [entries[at::down] for at in range(down)]
    padded = [[entry + " " * (widest - shown_width(entry)) for entry in row] for row in rows]
    return [f"  {(' ' * _BETWEEN).join(row)}".rstrip() for row in padded]
