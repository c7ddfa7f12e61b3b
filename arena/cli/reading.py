"""How a command opens a contest's file: all of them tell the same of one that cannot be used."""

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
    """The store, read only. Exits where the file cannot be used, or is damaged, also where that is seen only later."""
    with arena.store.Store.open(path, say=tell) as store:
        if path.stat().st_size <= arena.store.LOOKED_THROUGH:
            store.look_through()
        yield store
