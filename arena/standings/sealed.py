"""Compares the standings of a sealed bundle with those that its records make."""

from __future__ import annotations

import arena
from arena.files import BundleError
from arena.games import GameCannotLoad, UnknownGame
from arena.protocol import printable
from arena.sealing import STANDINGS, Bundle
from arena.standings.of_store import standings_of
from arena.standings.tables import render
from arena.store import Store


def not_as_sealed(store: Store, bundle: Bundle) -> str | None:
    """Why the standings of a bundle, computed anew from the store that was restored from it, differ from those that
    were sealed; None if they are the same, byte for byte. Raises UnknownGame and GameCannotLoad if its game is not
    installed, which is no fault of the bundle's."""
    try:
        sealed = bundle.read(STANDINGS)
        now = render(standings_of(store), "json").encode()
    except BundleError as problem:
        return str(problem)
    except (UnknownGame, GameCannotLoad):
        raise
    except Exception as problem:  # facts that somebody wrote by hand may be anything
        return f"the standings cannot be computed: {problem!r}"
    if now == sealed:
        return None
    told = "the standings, computed anew, are not those that were sealed, byte for byte"
    if arena.__version__ != (by := bundle.manifest.sealed_by.arena):
        told += f"; they were computed by arena {printable(by)}, and now by {arena.__version__}"
    return told
