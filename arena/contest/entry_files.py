"""The files of a ladder's entries: one `NAME.yaml` for each bot, in a folder that anybody may change while games run.

It says what a bot of a configuration says; a relative `dir` starts from the folder of the file, and leads to a folder
that is the bot's own. That folder is copied when the bot enters, and the copy is what plays.

A version's hash is made of nothing but what its copy has as well, so it can be computed anew from the copy, wherever
that lies: `hash_of`.

What is being written does no harm: a file, or a bot's folder, is looked at once nothing in it has changed for `QUIET`
seconds. A bot's folder that changes while it is read or copied is read again later, and a copy plays only if what is in
it has the hash that was told of it.

Whoever writes here may be a stranger to the user whom the arena runs as: what he sends has a bound before it is read,
and what he names has to be his own (see `descent`).
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from errno import EFBIG
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from arena.contest.bots import Bot, files_of, name_problem, read_bot
from arena.contest.descent import Changed, Identity, identity_of, open_file
from arena.contest.entries import Entry, bot_of, draft, taken_by
from arena.contest.folders import LEFT_OUT, Item, copy, digest, keep_private, remove, seal, walk
from arena.contest.strict_yaml import WRONG, ConfigError, Reader
from arena.protocol import printable
from arena.sandbox.program import MIB
from arena.sandbox.regular_file import hash_whole, read_whole

QUIET = 2.0
"""Seconds without a change after which a file is taken to be whole."""
ENDING = ".yaml"
MOST_BYTES = 16_384
"""Of an entry's file: a command and a few names, read in a quarter of a second whatever they are."""
MOST_NAMES = 10_000
"""In the folder of the entries."""
MOST_ERRORS = 20
"""Of one file, that people are told."""

_Marks = list[tuple[str, int, Identity]]


_ANY = Identity(0, 0, 0, 0, 0)


class Unfit(Exception):
    """What is wrong with an entry; a line for each error, with what to do about it."""


class Taken(Unfit):
    """The name of its file is that of another bot, of which nothing is said."""


class Changing(Exception):
    """Somebody is writing there: look again later."""


class Version(NamedTuple):
    """A bot as it lies there: `items` of its folder are to be copied; `marks` change with any of its files. `owner` is
    the user whose word it is that the bot lies there, None where it is the arena's own."""

    entry: Entry
    bot: Bot
    items: list[Item]
    marks: _Marks
    owner: int | None


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
            if marks == own and self._now_of(version.bot, version.owner)[1] == version.marks:
                return version
            del self._known[path]
        self._quiet(path, own)
        if problem := name_problem(path.stem):
            raise Unfit(f"{printable(str(path))}: {problem}")
        bot, owner = _read(path)
        try:
            self._quiet(bot.folder, self._now_of(bot, owner)[1])
            version = self.take(path.stem, bot, owner)
        except Unfit as unfit:
            raise Unfit(f"{printable(str(path))}: {unfit}") from unfit
        self._known[path] = own, version
        return version

    def take(self, name: str, bot: Bot, owner: int | None = None) -> Version:
        """The bot as it is now, quiet or not; `owner` is the user who says that it lies there, if that is another one.
        Raises Unfit and Changing."""
        items, marks = self._now_of(bot, owner)
        for word in files_of(bot):
            if word.startswith("../"):
                raise Unfit(
                    f"{word} lies outside of its folder {bot.folder}, of which a copy plays: put it inside, or name it "
                    "by its whole path"
                )
        try:
            hash = _hash(bot.folder, items, bot, _outside(bot, self._most_mb * MIB, owner))
        except Changed as problem:
            raise Changing(f"{bot.folder / problem.filename} changes while it is read") from problem
        except OSError as problem:
            raise Unfit(f"{bot.folder} cannot be read: {problem}") from problem
        entry = draft(name, bot, hash, f"{re.sub(r'[^A-Za-z0-9._-]', '_', name)}-{hash}")
        version = Version(entry, bot, items, marks, owner)
        self._same(version)
        return version

    def copy(self, version: Version, copies: Path, sealed: bool) -> None:
        """Make the folder that it plays from, where it is not there yet; `sealed`, so that any user who gets there can
        read it, as one in a jail does. Raises Unfit and Changing."""
        bot, target = version.bot, copies / version.entry.copy
        half = copies / f".{os.getpid()}.new"
        try:
            keep_private(copies)
            for left in copies.glob(".*.new"):  # by a run that was killed: there is one at a time
                remove(left)
            if target.exists():
                return
            copy(bot.folder, version.items, half)
            if sealed:
                seal(half)
            self._same(version)
            outside = _outside(bot, self._most_mb * MIB, version.owner)
            copied = _hash(half, list(walk(half, (), LEFT_OUT)), bot, outside)
            if copied != version.entry.hash:
                raise Changing(f"something in {bot.folder} changes while it is copied")
            half.rename(target)  # whole or not at all
        except Changed as problem:
            raise Changing(f"{bot.folder / problem.filename} changes while it is copied") from problem
        except OSError as problem:
            raise Unfit(f"{bot.folder} cannot be copied to {target}: {problem}") from problem

    def _now_of(self, bot: Bot, owner: int | None) -> tuple[list[Item], _Marks]:
        items = self._items(bot, owner)
        try:
            return items, [*_marks_of(items), *_mark(sorted(files_of(bot).items()))]
        except OSError as problem:
            raise Unfit(f"the files of its command cannot be looked for: {problem.strerror}") from problem

    def _items(self, bot: Bot, owner: int | None) -> list[Item]:
        items, size = [], 0
        real = Path(os.path.realpath(bot.folder))
        for path in self._closed:
            if real.is_relative_to(os.path.realpath(path)):
                raise Unfit(f"its folder {bot.folder} lies in {path}, which is the ladder's own: give it another")
        try:
            for item in walk(bot.folder, self._apart, LEFT_OUT, owner):
                items.append(item)
                size += item.size
                if size > self._most_mb * MIB:
                    raise Unfit(
                        f"its folder {bot.folder}, which is copied, has more than the {self._most_mb} MiB of "
                        "limits.build.disk_mb: give the bot a dir of its own, or raise the limit"
                    )
        except Changed as problem:
            raise Changing(f"its folder {bot.folder} changes while it is looked at") from problem
        except OSError as problem:
            raise Unfit(f"its folder {bot.folder} cannot be read: {problem}") from problem
        return items

    def _same(self, version: Version) -> None:
        if self._now_of(version.bot, version.owner)[1] != version.marks:
            raise Changing(f"something in {version.bot.folder} changes while it is read")

    def _quiet(self, where: Path, marks: _Marks) -> None:
        now = self._now()
        # A change that lies in the future tells of clocks that differ, not of somebody who is writing.
        for name, _, identity in marks:
            if abs(now - identity.changed / 1e9) < QUIET:
                raise Changing(f"{where / name} has just changed, and is read once nothing has for {QUIET:g} seconds")


def hash_of(entry: Entry, copies: Path) -> str:
    """The hash of an entry, computed anew from its copy in that folder. Another one than the entry's tells that the
    copy was changed, or a file outside of the folder that its command names. Raises OSError and ValueError."""
    bot = bot_of(entry, copies)
    return _hash(bot.folder, list(walk(bot.folder, (), LEFT_OUT)), entry, _outside(bot))


def _hash(folder: Path, items: Sequence[Item], written: Bot | Entry, outside: Sequence[tuple[str, str]]) -> str:
    """Of a folder, of what is `written` of the bot, and of files outside that its command names.

    Of permissions only what makes a program counts: others are not the same in a copy. Nor are pipes and sockets there.
    """
    kept = [item._replace(mode=_plain(item)) for item in items if item.is_folder or item.is_link or item.is_file]
    return digest(folder, kept, written.command, written.build, sorted(written.env.items()), outside)


def _outside(bot: Bot, most: int | None = None, owner: int | None = None) -> list[tuple[str, str]]:
    """The files that a bot names outside of its folder, with their hashes, from which short ones could be guessed;
    each has at most so many bytes, and `owner` is whoever names them. Raises OSError."""
    found = []
    for name, path in sorted(files_of(bot).items()):
        if not Path(os.path.abspath(path)).is_relative_to(bot.folder):
            fd = open_file(path, owner)
            try:
                found.append((name, hash_whole(fd, str(path), most)))
            finally:
                os.close(fd)
    return found


def _plain(item: Item) -> int:
    return stat.S_IFMT(item.mode) | (0o755 if item.is_folder or item.mode & 0o111 else 0o644)


def read_entry(path: Path) -> Bot:
    """The bot of an entry's file. Raises Unfit with all errors, or the first of very many, and Changing."""
    return _read(path)[0]


def _read(path: Path) -> tuple[Bot, int]:
    """The bot, and the user to whom the file belongs."""
    reader = Reader()
    data, owner = _content(path, reader)
    root = None if data is None else reader.given(path, data, MOST_BYTES)
    bot = WRONG if root is None else read_bot(reader, root)
    if root is not None and not reader.errors and path.parent.resolve().is_relative_to(bot.folder.resolve()):
        reader.wrong(
            reader.at(root, "dir"),
            f"{bot.folder} holds the files of other entries: put the bot into a folder of its own, which is copied "
            "when it enters, and name that with dir",
        )
    if reader.errors:
        lines = [str(error) for error in sorted(reader.errors)]
        more = [f"and {len(lines) - MOST_ERRORS} more errors"] if len(lines) > MOST_ERRORS else []
        raise Unfit("\n".join(lines[:MOST_ERRORS] + more))
    return bot, owner


def _content(path: Path, reader: Reader) -> tuple[bytes | None, int]:
    """What an entry's file holds, None where that is reported, and whose it is."""
    try:
        fd = open_file(path)
        try:
            owner = os.fstat(fd).st_uid
            return read_whole(fd, MOST_BYTES), owner
        finally:
            os.close(fd)
    except Changed as problem:
        raise Changing(f"{path} changes while it is read") from problem
    except OSError as problem:
        told = (
            f"cannot be read: {problem.strerror}" if problem.errno != EFBIG else f"{problem.strerror}: is it an entry?"
        )
        reader.errors.append(ConfigError(str(path), 0, 0, "", told))
        return None, os.geteuid()


def entry_paths(folder: Path) -> list[Path]:
    """The files of the entries, in order of name; hidden ones are not yet, or no longer, meant. Raises OSError."""
    with os.scandir(folder) as entries:
        names = [entry.name for entry in islice(entries, MOST_NAMES + 1)]
    if len(names) > MOST_NAMES:
        raise OSError(EFBIG, f"more than {MOST_NAMES:,} names are in it", str(folder))
    return [folder / name for name in sorted(names) if name.endswith(ENDING) and not name.startswith(".")]


def _marks_of(items: Sequence[Item]) -> Iterator[tuple[str, int, Identity]]:
    # Of folders only that they are there: Python writes into them.
    return ((item.name, item.mode, _ANY if item.is_folder else item.identity) for item in items)


def _mark(files: Sequence[tuple[str, Path]]) -> Iterator[tuple[str, int, Identity]]:
    """What changes with a file."""
    for name, path in files:
        try:
            status = os.lstat(path)
        except OSError:
            continue  # it has just gone, which changes the list
        yield name, status.st_mode, identity_of(status)
