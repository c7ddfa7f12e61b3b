"""Limits what the versions of one bot may pile up beside a ladder's file.

No copy or build of a version is ever removed, for it may come back, and its games can be played anew. So an author who
changes his bot again and again would fill the disk: all that lies there of his bot has a limit, and a version that
would go past it does not enter. The version that plays goes on playing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from arena.errors import Trouble
from arena.files import MIB, weight
from arena.programs import SPARED, free, maker_of
from arena.sandbox import mib
from arena.store import Entry


class Full(Trouble):
    """There is no room for another version; the text says how much there is, and what to do."""


def check_room(
    version: Entry, size: int, entries: Sequence[Entry], copies: Path, builds: Path, versions_mb: int
) -> None:
    """Check that a copy of so many bytes may be made of a version, beside what the bot with its base has in the two
    folders already; `entries` are all that ever played. Raises Full."""
    if (copies / version.copy).exists():
        return
    total = size + sum(map(_weight, _folders(version, entries, copies, builds)))
    if total > versions_mb * MIB:
        raise Full(
            f"with this one its versions would take {mib(total)} in {copies} and {builds}, where all of them are kept, "
            f"and the limit is {versions_mb} MiB (limits.versions_mb): raise it, and run again"
        )
    left = free(copies.parent)
    if left - size < min(SPARED, left // 2):
        raise Full(
            f"the disk of {copies} has {mib(left)} left, and the last of it is the ladder's own: make room there, and "
            "run again"
        )


def _folders(version: Entry, entries: Sequence[Entry], copies: Path, builds: Path) -> Iterator[Path]:
    """What lies there of the bot. Of a copy that never came to play only the name tells whose it is."""
    others = {entry.copy for entry in entries if entry.base != version.base}
    alike = re.compile(re.escape(version.copy[: -len(version.hash)]) + "[0-9a-f]{16}")
    with suppress(FileNotFoundError):
        for path in copies.iterdir():
            if alike.fullmatch(path.name) and path.name not in others:
                yield path
    with suppress(FileNotFoundError):
        for path in builds.iterdir():
            if path.is_dir() and alike.fullmatch(path.name) and maker_of(path) in ("", version.base):
                yield path


@lru_cache(maxsize=100_000)
def _weight(folder: Path) -> int:
    """The weight of a folder that nobody changes any more, so that it can be remembered."""
    try:
        return weight(folder)
    except OSError:
        return 0  # it is being removed
