"""The files of a ladder's entries: one `NAME.yaml` for each bot, in a folder that anybody may change while games run.

It says what a bot of a configuration says; a relative `dir` starts from the folder of the file, and leads to a folder
that is the bot's own. That folder is copied when the bot enters, and the copy is what plays.

A version's hash is made of nothing but what its copy has as well, so it can be computed anew from the copy, wherever
that lies: `hash_of`.

What is being written does no harm: a file, or a bot's folder, is looked at once nothing in it has changed for `QUIET`
seconds. A bot's folder that changes while it is read or copied is read again later.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from hashlib import file_digest, sha256
from pathlib import Path
from typing import NamedTuple

from arena.contest.bots import Bot, files_of, name_problem, read_bot
from arena.contest.entries import Entry, bot_of, draft, taken_by
from arena.contest.folders import LEFT_OUT, Item, copy, digest, remove, seal, walk
from arena.contest.strict_yaml import WRONG, Reader
from arena.protocol import printable
from arena.sandbox.program import MIB

QUIET = 2.0
"""Seconds without a change after which a file is taken to be whole."""
ENDING = ".yaml"

_Marks = list[tuple[str, int, int, int, int, int]]


class Unfit(Exception):
    """What is wrong with an entry; a line for each error, with what to do about it."""


class Taken(Unfit):
    """The name of its file is that of another bot, of which nothing is said."""


class Changing(Exception):
    """Somebody is writing there: look again later."""


class Version(NamedTuple):
    """A bot as it lies there: `items` of its folder are to be copied; `marks` change with any of its files."""

    entry: Entry
    bot: Bot
    items: list[Item]
    marks: _Marks


class EntryFiles:
    """Reads bots. `entries` is their folder, in which they may lie themselves; `apart` are other paths that are never a
    part of one, `most_mb` bounds its folder, and `now` is the clock of the file system, in seconds."""

    def __init__(
        self, entries: Path | None, apart: Sequence[Path], most_mb: int, now: Callable[[], float] = time.time
    ) -> None:
        self._closed = apart
        """Paths in which no bot may have its folder."""
        self._apart = [*apart, *([] if entries is None else [entries])]
        self._most_mb = most_mb
        self._now = now
        self._known: dict[Path, tuple[_Marks, Version]] = {}

    def look(
        self, folder: Path, entries: Sequence[Entry], configured: Collection[str]
    ) -> dict[str, Version | Unfit | Changing]:
        """What each file in the folder of entries holds, or why it is none, by the name of its bot. The `entries` are
        all that ever played, `configured` are the names of the bots that need no file. Raises OSError."""
        known = {entry.base for entry in entries}.difference(configured)
        seen: dict[str, Version | Unfit | Changing] = {}
        for path in entry_paths(folder):
            base, earlier = path.stem, (name for name, what in seen.items() if not isinstance(what, Taken))
            try:
                if base not in known and (other := taken_by(base, entries, [*configured, *earlier])):
                    raise Taken(f"{printable(str(path))}: the name is taken by the bot {other!r}: choose another")
                seen[base] = self.read(path)
            except (Unfit, Changing) as problem:
                seen[base] = problem
        return seen

    def read(self, path: Path) -> Version:
        """The bot of a file, read anew only where something has changed. Raises Unfit and Changing."""
        own = list(_mark([("", path)]))
        if path in self._known:
            marks, version = self._known[path]
            if marks == own and self._marks(version.bot, self._items(version.bot)) == version.marks:
                return version
            del self._known[path]
        self._quiet(path, own)
        if problem := name_problem(path.stem):
            raise Unfit(f"{printable(str(path))}: {problem}")
        bot = read_entry(path)
        try:
            self._quiet(bot.folder, self._marks(bot, self._items(bot)))
            version = self.take(path.stem, bot)
        except Unfit as unfit:
            raise Unfit(f"{printable(str(path))}: {unfit}") from unfit
        self._known[path] = own, version
        return version

    def take(self, name: str, bot: Bot) -> Version:
        """The bot as it is now, quiet or not. Raises Unfit and Changing."""
        for word in files_of(bot):
            if word.startswith("../"):
                raise Unfit(
                    f"{word} lies outside of its folder {bot.folder}, of which a copy plays: put it inside, or name it "
                    "by its whole path"
                )
        items = self._items(bot)
        marks = self._marks(bot, items)
        try:
            hash = _hash(bot.folder, items, bot, bot)
        except OSError as problem:
            raise Unfit(f"{bot.folder} cannot be read: {problem}") from problem
        version = Version(draft(name, bot, hash, f"{re.sub(r'[^A-Za-z0-9._-]', '_', name)}-{hash}"), bot, items, marks)
        self._same(version)
        return version

    def copy(self, version: Version, copies: Path, sealed: bool) -> None:
        """Make the folder that it plays from, where it is not there yet; `sealed`, so that any user can read it. Raises
        Unfit and Changing."""
        target = copies / version.entry.copy
        half = copies / f".{os.getpid()}.new"
        try:
            for left in copies.glob(".*.new"):  # by a run that was killed: there is one at a time
                remove(left)
            if target.exists():
                return
            copy(version.bot.folder, version.items, half)
            if sealed:
                seal(half)
            self._same(version)
            half.rename(target)  # whole or not at all
        except OSError as problem:
            raise Unfit(f"{version.bot.folder} cannot be copied to {target}: {problem}") from problem

    def _items(self, bot: Bot) -> list[Item]:
        items, size = [], 0
        real = Path(os.path.realpath(bot.folder))
        for path in self._closed:
            if real.is_relative_to(os.path.realpath(path)):
                raise Unfit(f"its folder {bot.folder} lies in {path}, which is the ladder's own: give it another")
        try:
            for item in walk(bot.folder, self._apart, LEFT_OUT):
                items.append(item)
                size += item.size
                if size > self._most_mb * MIB:
                    raise Unfit(
                        f"its folder {bot.folder}, which is copied, has more than the {self._most_mb} MiB of "
                        "limits.build.disk_mb: give the bot a dir of its own, or raise the limit"
                    )
        except OSError as problem:
            raise Unfit(f"its folder {bot.folder} cannot be read: {problem}") from problem
        return items

    def _marks(self, bot: Bot, items: Sequence[Item]) -> _Marks:
        # Of folders only that they are there: Python writes into them.
        folders = [(item.name, item.mode, 0, 0, 0, 0) for item in items if item.is_folder]
        own = [(item.name, bot.folder / item.name) for item in items if not item.is_folder]
        return [*folders, *_mark([*own, *sorted(files_of(bot).items())])]

    def _same(self, version: Version) -> None:
        if self._marks(version.bot, self._items(version.bot)) != version.marks:
            raise Changing(f"something in {version.bot.folder} changes while it is read")

    def _quiet(self, where: Path, marks: _Marks) -> None:
        now = self._now()
        # A change that lies in the future tells of clocks that differ, not of somebody who is writing.
        for name, *_, changed in marks:
            if abs(now - changed / 1e9) < QUIET:
                raise Changing(f"{where / name} has just changed, and is read once nothing has for {QUIET:g} seconds")


def hash_of(entry: Entry, copies: Path) -> str:
    """The hash of an entry, computed anew from its copy in that folder. Another one than the entry's tells that the
    copy was changed, or a file outside of the folder that its command names. Raises OSError and ValueError."""
    bot = bot_of(entry, copies)
    return _hash(bot.folder, list(walk(bot.folder, (), LEFT_OUT)), entry, bot)


def _hash(folder: Path, items: Sequence[Item], written: Bot | Entry, bot: Bot) -> str:
    """Of a folder, of what is `written` of the bot, and of files outside that the `bot` in that folder names.

    Of permissions only what makes a program counts: others are not the same in a copy. Nor are pipes and sockets there.
    """
    kept = [item._replace(mode=_plain(item)) for item in items if item.is_folder or item.is_link or item.is_file]
    outside = []
    for name, path in sorted(files_of(bot).items()):
        if not Path(os.path.abspath(path)).is_relative_to(folder):
            with path.open("rb") as file:
                outside.append((name, file_digest(file, sha256).hexdigest()))
    return digest(folder, kept, written.command, written.build, sorted(written.env.items()), outside)


def _plain(item: Item) -> int:
    return stat.S_IFMT(item.mode) | (0o755 if item.is_folder or item.mode & 0o111 else 0o644)


def read_entry(path: Path) -> Bot:
    """The bot of an entry's file. Raises Unfit with all errors."""
    reader = Reader()
    root = reader.document(path)
    bot = WRONG if root is None else read_bot(reader, root)
    if root is not None and not reader.errors and path.parent.resolve().is_relative_to(bot.folder.resolve()):
        reader.wrong(
            reader.at(root, "dir"),
            f"{bot.folder} holds the files of other entries: put the bot into a folder of its own, which is copied "
            "when it enters, and name that with dir",
        )
    if reader.errors:
        raise Unfit("\n".join(map(str, sorted(reader.errors))))
    found: Bot = bot
    return found


def entry_paths(folder: Path) -> list[Path]:
    """The files of the entries, in order of name; hidden ones are not yet, or no longer, meant. Raises OSError."""
    names = sorted(os.listdir(folder))
    return [folder / name for name in names if name.endswith(ENDING) and not name.startswith(".")]


def _mark(files: Sequence[tuple[str, Path]]) -> Iterator[tuple[str, int, int, int, int, int]]:
    """What changes with a file, its time of change in nanoseconds last."""
    for name, path in files:
        try:
            status = os.lstat(path)
        except OSError:
            continue  # it has just gone, which changes the list
        yield name, status.st_mode, status.st_size, status.st_ino, status.st_mtime_ns, status.st_ctime_ns
