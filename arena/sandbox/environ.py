"""What a bot may know of its surroundings, and whether there is anything to start."""

from __future__ import annotations

import os
import shutil
from errno import EACCES, ENOENT
from functools import cache

from arena.sandbox.program import Program

_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "LD_LIBRARY_PATH")


def environment(program: Program) -> dict[str, str]:
    """The environment of a bot: a few variables that the arena sets, and those of the bot's configuration."""
    return {name: os.environ[name] for name in _KEPT if name in os.environ} | program.env


def check_startable(program: Program) -> None:
    """Raises the OSError that names what is missing; the programs that start the bot could only exit with a number."""
    if not os.path.isdir(program.folder):
        raise _error(ENOENT, program.folder)
    word = program.argv[0]
    if "/" not in word:
        if shutil.which(word, path=environment(program).get("PATH", os.defpath)) is None:
            raise _error(ENOENT, word)
        return
    path = os.path.join(program.folder, word)
    if not os.path.isfile(path):
        raise _error(ENOENT, word)
    if not os.access(path, os.X_OK):
        raise _error(EACCES, word)


def tool(name: str) -> str:
    """The path of one of the system's own programs. Raises FileNotFoundError."""
    return _on_path(name, os.environ.get("PATH", os.defpath))


@cache
def _on_path(name: str, path: str) -> str:
    found = shutil.which(name, path=path)
    if found is None:
        raise _error(ENOENT, name)
    return found


def _error(number: int, name: str) -> OSError:
    return OSError(number, os.strerror(number), name)
