"""The command lines with which an author sees something again, to be copied into a shell.

What is in them may be a stranger's: the words of a command, the name of a file. So each word is quoted for a shell, and
a word that no terminal shows as it is stands in no line: there the author has to write his command himself.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from arena.files import PYTHON
from arena.protocol import printable
from arena.store import Facts, StoreError

UNKNOWN = "COMMAND"
"""Stands for the command of a bot of which the file does not know it."""


class _Bot(Struct):
    name: str
    command: tuple[str, ...] = ()
    env: dict[str, str] = {}


class _Bots(Struct):
    bots: tuple[_Bot, ...] = ()


class Lines:
    """Lines for a bot whose program is started so, in the contest of that file; with `spoil` as its organiser."""

    def __init__(self, db: Path, start: Sequence[str], spoil: bool) -> None:
        self._db = shlex.quote(str(db)) if str(db).isprintable() else "DB"
        self._start = shlex.join(start) if start else UNKNOWN
        # Between bots that are asked side by side stand such words, too.
        self._asked = UNKNOWN if "--" in start else self._start
        self._spoil = " --spoil" if spoil else ""
        self.known = bool(start)

    def watch(self, game: int, seat: int) -> str:
        return f"arena watch {self._db} {game} --seat {seat}{self._spoil} --open"

    def repro(self, game: int, seat: int, until: int | None = None) -> str:
        stop = "" if until is None else f" --until {until}"
        return f"arena repro {self._db} {game} --seat {seat}{stop}{self._spoil} -- {self._start}"

    def ask(self, game: int, decision: int) -> str:
        return f"arena ask {self._db} {game} {decision}{self._spoil} -- {self._asked}"


def start_of(facts: Facts, bot: str) -> tuple[str, ...]:
    """The words that start the bot as its contest's file has them, with what is in its environment before them; () if
    the file does not say, or some of them cannot be shown as they are."""
    entry = next((entry for entry in facts.entered if entry.name == bot), None)
    if entry is not None:
        return _shown(entry.command, entry.env)
    try:
        written = facts.of_contest(_Bots).bots
    except StoreError:
        return ()
    found = next((one for one in written if one.name == bot), None)
    return () if found is None else _shown(found.command, found.env)


def _shown(command: Sequence[str], env: Mapping[str, str]) -> tuple[str, ...]:
    words = [word.replace(PYTHON, "python3") for word in command]
    if env and words:
        words = ["env", *(f"{name}={value}" for name, value in env.items()), *words]
    return tuple(words) if all(word == printable(word) and word.isprintable() for word in words) else ()
