"""The file that bots play into which are given by their commands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

_MOST_BYTES = 200
"""Of a file's name, which may have 255 with all that is put behind it."""


def file_of(names: Sequence[str], before: str = "") -> Path:
    """The file here that the bots of these names play into, where the user names none."""
    stem = before + "-".join(re.sub(r"[^\w.+]+", "_", name) for name in names)
    return Path(stem.encode()[:_MOST_BYTES].decode(errors="ignore") + ".db")
