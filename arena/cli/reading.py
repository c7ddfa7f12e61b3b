"""Opens a contest's file for a command: all commands say the same about one that cannot be used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import arena.store
from arena.cli.errors import tell

if TYPE_CHECKING:
    from arena.store import Store


@contextmanager
def reading(path: Path) -> Iterator[Store]:
    """Yields the store, read only. Exits if the file cannot be used, or is damaged, also if that is noticed only
    later.
    """
    with arena.store.Store.open(path, say=tell) as store:
        if path.stat().st_size <= arena.store.LOOKED_THROUGH:
            store.look_through()
        yield store
