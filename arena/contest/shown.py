"""What each bot will see in its jail, told to whoever runs a contest before its first game."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from arena.protocol import printable
from arena.sandbox import Program
from arena.sandbox.bwrap import SYSTEM

WIDTH = 80


def what_is_shown(programs: Mapping[str, Program]) -> Iterator[str]:
    """Lines for people: what every bot sees, a line for all bots that see the same beside that, and the folder of each.
    `programs` are ready to be started in bwrap."""
    alike: dict[tuple[str, ...], list[str]] = {}
    folders: dict[str, list[str]] = {}
    for name, program in programs.items():
        alike.setdefault(tuple(sorted(set(program.bind))), []).append(name)
        folders.setdefault(program.folder, []).append(name)
    yield "what a bot sees of this machine's files in bwrap, and cannot change:"
    yield from _filled("every bot", ["its own folder", *filter(os.path.exists, SYSTEM)])
    for paths, names in alike.items():
        yield from _filled(", ".join(names), paths or ["nothing more"])
    for folder, names in folders.items():
        yield from _filled(f"own folder of {', '.join(names)}", [folder])


def _filled(head: str, items: Sequence[str]) -> list[str]:
    """Broken between words of the head and between items, so that every path stays whole."""
    *items, last = map(printable, items)
    words = [*f"{printable(head)}:".split(" "), *(f"{item}," for item in items), last]
    lines = ["  " + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += " " + word
        else:
            lines.append("      " + word)
    return lines
