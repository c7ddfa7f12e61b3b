"""Checks that the words of a stranger's configuration do not lead out of the folder in which his bots were unpacked.

What the words name is not looked at before that: it is neither read nor hashed, and nobody is told whether it is there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64")
"""The folders whose programs are at the same paths on every machine; on some systems they are links into /usr."""
_WILD = "*?["
PYTHON = "{python}"
"""The word that stands, in a command, for the Python that runs the arena."""


def is_of_the_system(path: str) -> bool:
    """Whether the path is one of the system's, both as it is written and where its links lead."""
    ends = map(Path, (os.path.abspath(path), os.path.realpath(path)))
    return all(any(end.is_relative_to(folder) for folder in SYSTEM) for end in ends)


def folder_leads_out(folder: Path, within: Path) -> bool:
    """Whether an absolute path is outside of the folder `within`, by its name or by where its links lead."""
    return _depth(folder, within) is None


def _depth(folder: Path, within: Path) -> int | None:
    """How often ".." leads from there to no higher than `within`; None for what is outside."""
    ways = (folder, within), (Path(os.path.realpath(folder)), Path(os.path.realpath(within)))
    if not all(inner.is_relative_to(outer) for inner, outer in ways):
        return None
    return min(len(inner.relative_to(outer).parts) for inner, outer in ways)


def words_that_lead_out(folder: Path, within: Path, words: Iterable[str], files: Iterable[str]) -> Iterator[str]:
    """What is wrong, in words for people, with the `words` of a bot's commands and with what it calls its `files`, if
    its folder is `folder`. A program of the system may be named by its whole path, and so may anything in `within`."""
    depth = _depth(folder, within)
    if depth is None:
        yield f"its folder {folder} is not in the bundle"
        return
    for word in words:
        # Where it is written with more around it, it may become a path to anywhere.
        real = word if word == PYTHON else word.replace(PYTHON, sys.executable)
        own = os.path.normpath(real) == real and Path(real).is_relative_to(within)
        if _leads_up(folder, real, depth) and not (real.startswith("/") and (own or is_of_the_system(real))):
            yield f"its command names {word!r}, which leads out of the bundle"
    files = list(files)
    for pattern in files:
        if _leads_up(folder, pattern, depth):
            yield f"its files are {pattern!r}, which leads out of the bundle"
    if any(letter in pattern for pattern in files for letter in _WILD) and (link := _folder_link(folder)):
        # Links that lead back have no end for a pattern.
        yield f"its files have a pattern, and {link} in its folder is a link to a folder"


def _leads_up(folder: Path, path: str, depth: int) -> bool:
    """Whether it may lead up from a folder of that depth further than that. It may go up first and then down; behind
    what is there, which may be a link, or fits a pattern, ".." is nobody knows what."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if path.startswith("/") or os.path.normpath(path).split("/").count("..") > depth:
        return True
    first = next((at for at, part in enumerate(parts) if part != ".."), len(parts))
    if first > depth:
        return True
    if ".." not in parts[first:]:
        return False
    before = "/".join(parts[: parts.index("..", first)])
    return any(letter in before for letter in _WILD) or os.path.lexists(folder / before)


def _folder_link(folder: Path) -> str | None:
    for place, names, _ in os.walk(folder):
        for name in names:
            if os.path.islink(os.path.join(place, name)):
                return os.path.relpath(os.path.join(place, name), folder)
    return None
