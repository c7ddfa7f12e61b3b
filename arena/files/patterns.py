"""Patterns of file names like `lib/**/*.py`, and a bounded search for the files that they fit.

They mean what those of Python's `glob` mean: `*`, `?` and `[...]` fit no `/` and no dot at the beginning of a name, and
`**` stands for any folders. But a pattern may be a stranger's, and so may the folder. Links to folders are therefore
followed only where the pattern names them, not by `**`, for two links to `.` make more paths than there are atoms; and
whoever asks for all files of the machine is refused.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from errno import EFBIG
from fnmatch import translate
from pathlib import Path

MOST_NAMES = 200_000
"""The most names that are looked at for the patterns of one bot, which takes some tenths of a second."""

_MAGIC = re.compile(r"[*?[]")


class Looking:
    """Looks for what fits patterns, and looks at no more than a number of names for all of them together."""

    def __init__(self) -> None:
        self._left = MOST_NAMES

    def fitting(self, folder: Path, pattern: str) -> Iterator[Path]:
        """What fits a pattern that is relative to a folder. Raises OSError if there is too much to look through."""
        parts = [part for part in pattern.split("/") if part]
        todo = [(Path("/") if pattern.startswith("/") else folder, 0)]
        seen = set(todo)
        while todo:
            here, at = todo.pop()
            if at == len(parts):
                if not pattern.endswith("/") or here.is_dir():
                    yield here
                continue
            for found in self._step(here, parts[at], at, at + 1 == len(parts)):
                if found not in seen:
                    seen.add(found)
                    todo.append(found)

    def all_in(self, folder: Path) -> Iterator[Path]:
        """All files in a folder and in the folders in it, links to files included. Raises OSError if there are too
        many.
        """
        todo = [folder]
        while todo:
            for entry in self._entries(todo.pop()):
                if entry.is_dir(follow_symlinks=False):
                    todo.append(Path(entry.path))
                else:
                    yield Path(entry.path)

    def _step(self, here: Path, part: str, at: int, last: bool) -> Iterator[tuple[Path, int]]:
        if part == "**":
            if here.is_dir():
                yield here, at + 1
            for entry in self._entries(here):
                if not entry.name.startswith("."):
                    if entry.is_dir(follow_symlinks=False):
                        yield Path(entry.path), at
                    elif last:
                        yield Path(entry.path), at + 1
        elif not _MAGIC.search(part):
            self._look()
            if os.path.lexists(os.path.join(here, part)):
                yield here / part, at + 1
        else:
            fits = re.compile(translate(part)).match
            for entry in self._entries(here):
                if fits(entry.name) and (part.startswith(".") or not entry.name.startswith(".")):
                    yield Path(entry.path), at + 1

    def _entries(self, folder: Path) -> Iterator[os.DirEntry[str]]:
        """None of what is no folder, or may not be read."""
        try:
            entries = os.scandir(folder)
        except OSError:
            return
        with entries:
            for entry in entries:
                self._look()
                yield entry

    def _look(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise OSError(EFBIG, f"more than {MOST_NAMES:,} names have to be looked at")
