"""What comes with the program beside its code, wherever it is installed: bots, and the pages for their authors."""

from __future__ import annotations

from pathlib import Path

import arena


def in_the_box(name: str) -> Path:
    """Return the path of the bundled file or folder `name`: inside the package when installed from a wheel, beside it
    in a copy of the project.
    """
    package = Path(arena.__file__).parent
    installed = package / name
    return installed if installed.exists() else package.parent / name


def bot_in_the_box(game: str) -> Path:
    """The file of a bot that plays that game: one made for it, the first by name, else the one that plays every game by
    searching."""
    return next(iter(sorted(in_the_box("bots").glob(f"{game}/*.py"))), in_the_box("bots/search.py"))
