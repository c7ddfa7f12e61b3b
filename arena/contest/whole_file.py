"""A file that is there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os.path import exists
from pathlib import Path
from typing import IO


@contextmanager
def whole_file(path: Path, over: bool) -> Iterator[IO[bytes]]:
    """A new file under another name, which gets its own when the block ends well; `over` says whether it may take the
    place of one that is there. Raises OSError, FileExistsError where it may not."""
    if not over and exists(path):  # told before the work, and again by `link` if it comes meanwhile
        raise FileExistsError(path)
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with draft.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if over:
            draft.replace(path)
        else:
            os.link(draft, path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
