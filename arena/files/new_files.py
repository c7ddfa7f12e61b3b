"""Files for a person to begin with, where none of them is yet."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from arena.errors import WrongInput


def write_new(folder: Path, texts: Mapping[str, str]) -> None:
    """Write these files into a folder, which is made where there is none: all of them, or none.

    Names may lead into folders below. Raises WrongInput where one of them is there already, or cannot be written.
    """
    there = [name for name in texts if os.path.lexists(folder / name)]
    if there:
        raise WrongInput(f"{folder} has {', '.join(there)} already, and nothing is written over: name another folder")
    written: list[Path] = []
    try:
        for name, text in texts.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                written.append(path)
                file.write(text)
    except OSError as problem:
        for path in written:
            path.unlink(missing_ok=True)
        raise WrongInput(f"{problem.filename or folder} cannot be written: {problem.strerror}") from None
