"""How this arena was built: as plain Python, or with what each decision passes through compiled (`hatch_build.py`)."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec

LOOP = "arena.referee.game_loop"
"""A module that every compiled arena has compiled."""


def built() -> str:
    """In words, for `arena --version`. Loads nothing of what it speaks of."""
    spec = find_spec(LOOP)
    compiled = spec is not None and spec.origin is not None and spec.origin.endswith(tuple(EXTENSION_SUFFIXES))
    return "compiled" if compiled else "plain Python"
