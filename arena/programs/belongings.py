"""What belongs to a bot: of which files a copy is made when it enters a contest, and which of them make it this bot.

What is in a bot's own folder, its `dir`, is the bot. A bot that names no folder is started beside its configuration,
where much lies that has nothing to do with it. Such a bot is what its command names, with all that lies beside that, in
folders too, but for names that start with a dot. If its command names no file there (`java Bot`), the bot is all that
lies in the folder. Of what only lies there, programs and modules make the bot; anything else is copied with them and
counts for nothing, for it may be a table that somebody is just writing.

What contests keep there is no part of any bot: configurations, stores, and what lies beside a store. Nor is another
bot's own folder a part of a bot that has none.

A command may lead out of the folder, as ../common/bot.py: then what is copied begins further up, so that every word
leads to the same file in the copy.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from os.path import isdir, isfile
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from arena.files import LEFT_OUT, Item, is_of_the_system, read_head, walk
from arena.programs.bot import Bot, files_of

_SQLITE, _KIND_AT = b"SQLite format 3\x00", 68
_KIND = b"aren"  # as `store` writes it; that would have to be loaded to be asked
_PAGE = 8192
_OF_A_STORE = ("", "-wal", "-shm", "-journal")
_BESIDE_A_STORE = (".logs", ".builds", ".entries", ".playing", ".sealed.zip")
_DRAFT = re.compile(r".+\.[0-9]+\.new")
_PROGRAMS = frozenset(
    f".{ending}"
    for endings in (
        "py pyc pyx so js mjs cjs ts wasm class jar rb pl pm lua php sh awk r jl ex exs beam scm rkt clj kts groovy",
        "dll exe c h cpp hpp cc rs go java kt cs hs ml zig nim swift",
    )
    for ending in endings.split()
)
_YAML = (".yaml", ".yml")
_MOST_YAML = 65_536
_CONFIGURATION = re.compile(rb"^game\s*:", re.MULTILINE), re.compile(rb"^bots\s*:", re.MULTILINE)


class Belongings(NamedTuple):
    """What belongs to one bot. `top` is the folder of which a copy is made, and `roots` are what in it is the bot's,
    relative to it: folders with all in them, and files; ("",) is everything. `inside` is where in it the bot is
    started. `hidden` says whether names that start with a dot count, and `apart` are absolute paths that never do."""

    top: Path
    inside: str
    roots: tuple[str, ...]
    hidden: bool
    apart: tuple[Path, ...]
    named: tuple[str, ...] = ()
    """The files that a bot without a folder of its own names, relative to the top."""
    endings: frozenset[str] = frozenset()
    """How the names of programs and modules end that lie beside those and count as well."""

    def walk(self, apart: Sequence[Path] = (), owner: int | None = None) -> Iterator[Item]:
        """Yield everything that belongs to the bot, as `descent.walk` does. Raises OSError."""
        skipped = LEFT_OUT if self.hidden else (*LEFT_OUT, ".*")
        only = None if "" in self.roots else (*self.roots, self.inside + "/")
        return walk(self.top, [*self.apart, *apart], skipped, owner, only)

    def holds(self, path: str) -> bool:
        """Whether an absolute path is one of the bot's."""
        return any(Path(path).is_relative_to(os.path.normpath(self.top / root)) for root in self.roots)

    def counts(self, item: Item) -> bool:
        """Whether a file, or link, that is there is a part of what makes the bot."""
        name = item.name
        if self.hidden or any(name == own or name.startswith(own + "/") or own == "." for own in self.named):
            return True
        return bool(item.mode & 0o111) or os.path.splitext(name)[1] in self.endings

    def places(self) -> list[str]:
        """The files and folders of which the bot is made, as absolute paths."""
        return [os.path.normpath(self.top / root) for root in self.roots]


def _told(bot: Bot, top: Path) -> tuple[tuple[str, ...], frozenset[str]]:
    """What a bot without a folder of its own names, and the endings of its programs."""
    if bot.own:
        return (), frozenset()
    further = [os.path.abspath(bot.folder / pattern) for pattern in bot.files]
    paths = {*_named(bot), *map(os.path.abspath, files_of(bot).values()), *further}
    paths |= {os.path.realpath(path) for path in paths}
    endings = {ending for path in paths if (ending := os.path.splitext(path)[1])}
    return tuple(sorted(os.path.relpath(path, top) for path in paths)), frozenset(endings | _PROGRAMS)


def dirs_of(bots: Mapping[str, Bot]) -> list[Path]:
    """The folders that are named as bots' own."""
    return [bot.folder for bot in bots.values() if bot.own]


def belongings_of(bot: Bot, others: Sequence[Path] = ()) -> Belongings:
    """What belongs to a bot where its author keeps it. `others` are bots' own folders, of which none is a part of a bot
    that only lies beside them. Raises OSError if there is too much to look through."""
    roots = {str(bot.folder)} if bot.own else set(_beside(bot))
    for pattern in bot.files:
        place = os.path.abspath(bot.folder / pattern)
        if isdir(place) and not pattern.startswith("/"):
            roots.add(place)
    for word, file in files_of(bot if bot.own else replace(bot, command=(), build=())).items():
        if not word.startswith("/"):
            roots.add(os.path.abspath(file))
    if not bot.own:  # by whatever links its command goes
        real = {os.path.realpath(root) for root in roots if root != str(bot.folder)}
        roots |= {root for root in real if not _is_of_the_machine(root)}
    top = Path(os.path.commonpath([str(bot.folder), *map(_folder_of, roots - {str(bot.folder)})]))
    known = sorted(os.path.relpath(root, top) for root in roots)
    relative = {"" if root == "." else root for root in known}
    least = [root for root in relative if not any(_is_in(root, other) for other in relative if other != root)]
    apart = [*_of_contests({bot.folder, *map(Path, filter(isdir, roots))})]
    if not bot.own:
        within = [other for other in others if any(_is_in(str(other), root) for root in roots)]
        apart += [other for other in within if not any(_is_in(root, f"{other}") for root in {*roots} - {str(other)})]
    return Belongings(
        top, os.path.relpath(bot.folder, top), tuple(sorted(least)), bot.own, tuple(apart), *_told(bot, top)
    )


def _folder_of(root: str) -> str:
    return root if isdir(root) and not os.path.islink(root) else os.path.dirname(root)


def _is_in(root: str, other: str) -> bool:
    return other == "" or root.startswith(other + "/")


def _beside(bot: Bot) -> Iterator[str]:
    """The folders of what the command of a bot without a folder of its own names, and folders that it names itself."""
    found = False
    for place in _named(bot):
        if any(part.startswith(".") for part in Path(os.path.relpath(place, bot.folder)).parts if part != ".."):
            continue  # a venv, say: it is started where it lies
        found = True
        yield place if isdir(place) else os.path.dirname(place)
    if not found:
        yield str(bot.folder)


def _named(bot: Bot) -> Iterator[str]:
    """Absolute paths of files and folders: of words as they are, and of parts of words as in `--data=x`, `a.jar:b`."""
    for words in (bot.command, bot.build):
        for at, word in enumerate(words):
            first = at == 0
            if first and ("/" not in word or word.startswith("/")):
                continue  # a program of the machine
            if word.startswith("/"):
                if os.path.exists(word) and not _is_of_the_machine(word):
                    yield os.path.normpath(word)
                continue
            parts = [word] if first else [word, *re.split("[=:,;]", word)]
            for part in filter(None, parts):
                path = os.path.abspath(bot.folder / part)
                if (isfile(path) or isdir(path)) and (part is word or Path(path).is_relative_to(bot.folder)):
                    yield path


def _is_of_the_machine(path: str) -> bool:
    python = (sys.prefix, sys.base_prefix)
    return is_of_the_system(path) or any(Path(path).is_relative_to(place) for place in python)


def _of_contests(folders: Iterable[Path]) -> Iterator[Path]:
    """What lies in these folders that contests have put there."""
    for folder in folders:
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                path = folder / entry.name
                if _DRAFT.fullmatch(entry.name) or _is_configuration(entry):
                    yield path
                elif _is_store(entry):
                    yield from (folder / (entry.name + end) for end in _OF_A_STORE)
                    yield from (folder / (entry.name.removesuffix(".db") + end) for end in _BESIDE_A_STORE)


def _is_store(entry: os.DirEntry[str]) -> bool:
    with suppress(OSError):
        size = entry.stat(follow_symlinks=False).st_size
        if entry.is_file(follow_symlinks=False) and size and size % _PAGE == 0:
            head = read_head(entry.path, 100)
            return head.startswith(_SQLITE) and head[_KIND_AT : _KIND_AT + 4] == _KIND
    return False


def _is_configuration(entry: os.DirEntry[str]) -> bool:
    with suppress(OSError):
        if entry.name.endswith(_YAML) and entry.is_file(follow_symlinks=False):
            text = read_head(entry.path, _MOST_YAML)
            return all(key.search(text) for key in _CONFIGURATION)
    return False
