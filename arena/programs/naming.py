"""Names for bots that were given by nothing but their commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from os.path import isfile
from pathlib import PurePath
from typing import NamedTuple

from arena.programs.bot import MAX_NAME, looks

_RUNS_OTHERS = re.compile(
    r"\{python\}|(python|pypy|node|deno|bun|java|sh|bash|dash|ruby|perl|php|lua|mono|dotnet|env)[\d.]*"
)
"""Programs that run other programs: they tell in which language a bot is written, not which bot it is."""
_SCRIPT = re.compile(r"\.(py|js|mjs|ts|sh|rb|pl|php|lua|jar|class|exe|dll|out)$")


class _Parts(NamedTuple):
    """The file that is the bot, and what its command says behind that."""

    file: PurePath
    arguments: tuple[str, ...]

    @property
    def short(self) -> str:
        return _SCRIPT.sub("", self.file.name) or self.file.name

    @property
    def of_folder(self) -> str:
        return "/".join((*self.file.parts[-2:-1], self.short))

    @property
    def with_arguments(self) -> str:
        return " ".join((self.short, *self.arguments))

    @property
    def whole(self) -> str:
        return " ".join(("/".join((*self.file.parts[:-1], self.short)), *self.arguments))


_FORMS: tuple[Callable[[_Parts], str], ...] = (
    lambda one: one.short,
    lambda one: one.with_arguments,
    lambda one: one.of_folder,
    lambda one: one.whole,
)


def names_of(commands: Sequence[Sequence[str]]) -> list[str]:
    """A name for each command, which has at least one word: `./greedy_v2` and `python3 bots/greedy_v2.py` are
    greedy_v2.

    Equal names are told apart by their arguments, else by their folders, else by both; the same command a second time
    gets a number. All are names that bots may have in one contest.
    """
    parts = [_parts(command) for command in commands]
    different = len(set(parts))
    named = [list(map(_allowed, map(form, parts))) for form in _FORMS]
    return apart(next((names for names in named if len(set(map(looks, names))) == different), named[0]))


def apart(names: Sequence[str]) -> list[str]:
    """These names, with a number added to those that look like an earlier one."""
    found: dict[str, str] = {}
    for name in names:
        new, number = name, 1
        while looks(new) in found:
            number += 1
            new = _allowed(name, f" {number}")
        found[looks(new)] = new
    return list(found.values())


def _parts(command: Sequence[str]) -> _Parts:
    at = [place for place, word in enumerate(command) if not _RUNS_OTHERS.fullmatch(PurePath(word).name)]
    words = [place for place in at if not command[place].startswith("-")]
    which = next((place for place in words if isfile(command[place])), (words or [0])[0])
    return _Parts(PurePath(command[which]), tuple(command[which + 1 :]))


def _allowed(name: str, end: str = "") -> str:
    """A name as near to it as a bot may have; what tells long ones apart is mostly at their ends."""
    shown = "".join(letter if letter.isprintable() else "_" for letter in name).strip() or "bot"
    room = MAX_NAME - len(end)
    return (shown if len(shown) <= room else "..." + shown[3 - room :].strip()) + end
