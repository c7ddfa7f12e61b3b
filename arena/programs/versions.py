"""The versions of bots: what belongs to one, its hash, and the copy of it that plays.

A version is what a bot's files hold at one moment. Its hash is made of nothing but what its copy has as well, so that
it can be computed anew from the copy, wherever that lies: `hash_of`. What changes while it is read or copied is
refused, and a copy plays only if its content has the hash that was announced for it.

Whoever writes there may be a stranger to the user whom the arena runs as: what he sends has a bound before it is read,
and what he names has to be his own (see `descent`).
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from arena.errors import Trouble, WrongInput
from arena.files import (
    LEFT_OUT,
    MIB,
    Changed,
    Identity,
    Item,
    copy,
    digest,
    hash_whole,
    identity_of,
    is_of_the_system,
    keep_private,
    open_file,
    remove,
    seal,
    walk,
)
from arena.programs.belongings import Belongings, belongings_of, dirs_of
from arena.programs.bot import Bot, files_of
from arena.programs.entries import bot_of, draft
from arena.sandbox import BuildLimits
from arena.store import Entry, Facts

Marks = list[tuple[str, int, Identity]]
"""Values that change with any of a bot's files."""

_ANY = Identity(0, 0, 0, 0, 0)


class Unfit(WrongInput):
    """What is wrong with a bot's files; a line for each error, with what to do about it."""


class Changing(Trouble):
    """Somebody is writing to the bot's files: look again later."""


class Beside(NamedTuple):
    """Limits what counts of the files beside a bot without a folder of its own: `others` are the own folders of the
    contest's bots, and `known` are the names of what lay there when the contest began. What came later is no part of
    the bot, as no game was played with it, and nobody who puts a table there wants another bot."""

    others: Sequence[Path] = ()
    known: frozenset[str] | None = None


_ALONE = Beside()


class Version(NamedTuple):
    """A bot as its files are now: `items` belong to it and are to be copied, and `loose` ones are copied beside them
    but make no difference to what bot it is. `owner` is the user who says that the bot lies there, None if that is the
    arena itself."""

    entry: Entry
    bot: Bot
    belongings: Belongings
    items: list[Item]
    loose: list[Item]
    marks: Marks
    owner: int | None
    beside: Beside
    elsewhere: list[str]
    """Files that are in the bot's hash as well but are read where they lie, as its command names them."""

    def leading_out(self) -> Iterator[str]:
        """The links in the bot that lead to where neither a part of it nor of the system is."""
        for item in self.items:
            place = self.belongings.top / item.name
            target = os.path.realpath(place) if item.is_link else ""
            if target and not self.belongings.holds(target) and not is_of_the_system(target):
                yield f"{item.name} -> {target}"


class Versions:
    """Reads and copies bots. `closed` are paths in which no bot may have its folder, `apart` are further paths that are
    never a part of one, and `most_mb` is the limit in MiB of what belongs to one."""

    def __init__(self, closed: Sequence[Path], apart: Sequence[Path], most_mb: int) -> None:
        self._closed = closed
        self._apart = [*closed, *apart]
        self._most_mb = most_mb
        self._hashes: dict[Identity, str] = {}
        """Hashes of files that were read, which bots may share."""

    def take(
        self, name: str, bot: Bot, owner: int | None = None, shared: bool = False, beside: Beside = _ALONE
    ) -> Version:
        """Read the bot as it is now. `owner` is the user who says that it lies there, if that is another one. Its copy
        gets a name of its own or, if it is `shared`, one that all bots have with the same files. Raises Unfit and
        Changing."""
        belongings = _belongings(bot, beside.others)
        items, loose, marks = self.now_of(bot, owner, beside)
        kept = [item._replace(mode=_plain(item)) for item in items if item.is_folder or item.is_link or item.is_file]
        try:
            outside = _outside(bot, belongings, self._most_mb * MIB, owner)
            hash = _hash(belongings.top, items, bot, belongings.inside, outside, self._hashes)
            key = digest(belongings.top, kept, known=self._hashes) if shared else hash
        except Changed as problem:
            raise Changing(f"{belongings.top / problem.filename} changes while it is read") from problem
        except OSError as problem:
            raise Unfit(f"{bot.folder} cannot be read: {problem}") from problem
        called = (belongings.top.name or "bots") if shared else name
        entry = draft(name, bot, hash, f"{re.sub(r'[^A-Za-z0-9._-]', '_', called)}-{key}", belongings.inside)
        version = Version(entry, bot, belongings, items, loose, marks, owner, beside, [path for path, _ in outside])
        self._same(version)
        return version

    def copy(self, version: Version, copies: Path, sealed: bool) -> None:
        """Make the folder that the version plays from, if it is not there yet; with `sealed`, any user who gets there
        can read it, such as one in a jail. Raises Unfit and Changing."""
        bot, top, target = version.bot, version.belongings.top, copies / version.entry.copy
        half = copies / f".{os.getpid()}.new"
        try:
            keep_private(copies)
            for left in copies.glob(".*.new"):  # by a run that was killed: there is one at a time
                remove(left)
            if target.exists():
                return
            copy(top, sorted(version.items + version.loose, key=_way), half, {item.name for item in version.loose})
            if sealed:
                seal(half)
            self._same(version)
            outside = _outside(bot, version.belongings, self._most_mb * MIB, version.owner)
            loose = {item.name for item in version.loose}
            there = [item for item in walk(half, (), LEFT_OUT) if item.name not in loose]
            copied = _hash(half, there, bot, version.entry.inside, outside)
            if copied != version.entry.hash:
                raise Changing(f"something in {bot.folder} changes while it is copied")
            half.rename(target)  # whole or not at all
        except Changed as problem:
            raise Changing(f"{top / problem.filename} changes while it is copied") from problem
        except OSError as problem:
            raise Unfit(f"{bot.folder} cannot be copied to {target}: {problem}") from problem

    def now_of(
        self, bot: Bot, owner: int | None = None, beside: Beside = _ALONE
    ) -> tuple[list[Item], list[Item], Marks]:
        """What is to be copied of the bot, what is beside it, and values that change with it. Raises Unfit and
        Changing."""
        items, loose = self._items(bot, owner, beside)
        try:
            return items, loose, [*_marks_of(items), *mark(sorted(files_of(bot).items()))]
        except OSError as problem:
            raise Unfit(f"the files of its command cannot be looked for: {problem.strerror}") from problem

    def _items(self, bot: Bot, owner: int | None, beside: Beside) -> tuple[list[Item], list[Item]]:
        items, size = [], 0
        real = Path(os.path.realpath(bot.folder))
        for path in self._closed:
            if real.is_relative_to(os.path.realpath(path)):
                raise Unfit(f"its folder {bot.folder} lies in {path}, which is the contest's own: give it another")
        belongings = _belongings(bot, beside.others)
        try:
            for item in belongings.walk(self._apart, owner):
                items.append(item)
                size += item.size
                if size > self._most_mb * MIB:
                    raise Unfit(
                        f"{_what(bot, belongings)}, which is copied, has more than the {self._most_mb} MiB of "
                        "limits.build.disk_mb: give the bot a dir of its own, or raise the limit"
                    )
        except Changed as problem:
            raise Changing(f"its folder {bot.folder} changes while it is looked at") from problem
        except OSError as problem:
            raise Unfit(f"its folder {bot.folder} cannot be read: {problem}") from problem
        if bot.own:
            return items, []
        known = beside.known
        kept = {item.name for item in items if not item.is_folder and belongings.counts(item)}
        kept = kept if known is None else kept & known
        ways = {*_ways(kept), *_ways([belongings.inside]), belongings.inside}
        counting = [item for item in items if item.name in (ways if item.is_folder else kept)]
        names = {item.name for item in counting}
        return counting, [item for item in items if item.name not in names]

    def _same(self, version: Version) -> None:
        if self.now_of(version.bot, version.owner, version.beside)[2] != version.marks:
            raise Changing(f"something in {version.bot.folder} changes while it is read")


def _way(item: Item) -> list[str]:
    """Orders items as a walk does."""
    return item.name.split("/")


def _ways(names: Iterable[str]) -> Iterator[str]:
    """The folders on the way to these."""
    for name in names:
        while name := os.path.dirname(name):
            yield name


def hash_bot(bot: Bot, apart: Sequence[Path] = (), most_mb: int = BuildLimits().disk_mb) -> str:
    """16 hex digits that change when the bot does: with its commands as written, its environment, and every file that
    belongs to it (see `belongings`) but those that are `apart`; for files that it names elsewhere by their whole path,
    with their content. The hash is the same on every machine: programs found through the PATH, and `{python}`, count as
    words only. Raises OSError, also if the bot has more than `most_mb` MiB."""
    try:
        return Versions((), apart, most_mb).take("", bot).entry.hash
    except (Unfit, Changing) as problem:
        raise OSError(str(problem)) from problem


_MOST_KNOWN = 20_000
"""The most names that are kept of what lies beside the files of bots. If there are more none is kept, and what comes
later changes such a bot."""


def lying_beside(versions: Mapping[str, Version]) -> dict[str, tuple[str, ...]]:
    """What lies beside the files of each bot without a folder of its own, in the form of `Facts.beside`."""
    loose = {name: version for name, version in versions.items() if not version.bot.own}
    if sum(len(version.items) for version in loose.values()) > _MOST_KNOWN:
        return {}
    return {name: tuple(item.name for item in version.items) for name, version in loose.items()}


def beside_of(bots: Mapping[str, Bot], facts: Facts | None) -> dict[str, Beside]:
    """What limits the files of each bot; `facts` are those of a store, None if there is none yet."""
    known = (facts and facts.beside) or {}
    return {name: Beside(dirs_of(bots), frozenset(known[name]) if name in known else None) for name in bots}


def hash_bots(
    bots: Mapping[str, Bot], apart: Sequence[Path], most_mb: int, beside: Mapping[str, Beside] | None = None
) -> dict[str, str]:
    """The hashes of all bots of a contest, by name; `beside` is given for a contest that has begun."""
    versions, beside = Versions((), apart, most_mb), beside_of(bots, None) if beside is None else beside
    try:
        return {name: versions.take(name, bot, beside=beside[name]).entry.hash for name, bot in bots.items()}
    except (Unfit, Changing) as problem:
        raise OSError(str(problem)) from problem


def hash_of(entry: Entry, copies: Path) -> str:
    """The hash of an entry, computed anew from its copy in that folder. If it differs from the entry's, the copy was
    changed, or a file outside of the folder that its command names. Raises OSError and ValueError."""
    bot, copied = bot_of(entry, copies), copies / entry.copy
    whole = Belongings(copied, entry.inside, ("",), True, ())
    return _hash(copied, list(whole.walk()), entry, entry.inside, _outside(bot, whole))


def _what(bot: Bot, belongings: Belongings) -> str:
    if bot.own:
        return f"its folder {bot.folder}"
    return f"what lies beside the files of its command ({', '.join(belongings.places())})"


def _belongings(bot: Bot, others: Sequence[Path]) -> Belongings:
    try:
        return belongings_of(bot, others)
    except OSError as problem:
        raise Unfit(f"the files of its command cannot be looked for: {problem.strerror}") from problem


def _hash(
    top: Path,
    items: Sequence[Item],
    written: Bot | Entry,
    inside: str,
    outside: Sequence[tuple[str, str]],
    known: dict[Identity, str] | None = None,
) -> str:
    """Of what belongs to a bot, of what is `written` of it, of where it is started, and of files outside that its
    command names.

    Of permissions only what makes a program counts: others are not the same in a copy. Nor are pipes and sockets there.
    """
    kept = [item._replace(mode=_plain(item)) for item in items if item.is_folder or item.is_link or item.is_file]
    where = () if inside == "." else (inside,)
    more = (written.command, written.build, sorted(written.env.items()), outside, *where)
    return digest(top, kept, *more, known=known)


def _outside(
    bot: Bot, belongings: Belongings, most: int | None = None, owner: int | None = None
) -> list[tuple[str, str]]:
    """The files that a bot names outside of what belongs to it, with their hashes, from which short ones could be
    guessed; each has at most so many bytes, and `owner` is whoever names them. Raises OSError."""
    found = []
    for name, path in sorted(files_of(bot).items()):
        if not belongings.holds(os.path.abspath(path)):
            fd = open_file(path, owner)
            try:
                found.append((name, hash_whole(fd, str(path), most)))
            finally:
                os.close(fd)
    return found


def _plain(item: Item) -> int:
    return stat.S_IFMT(item.mode) | (0o755 if item.is_folder or item.mode & 0o111 else 0o644)


def _marks_of(items: Sequence[Item]) -> Iterator[tuple[str, int, Identity]]:
    # Of folders only that they are there: Python writes into them.
    return ((item.name, item.mode, _ANY if item.is_folder else item.identity) for item in items)


def mark(files: Sequence[tuple[str, Path]]) -> Iterator[tuple[str, int, Identity]]:
    """Values that change with each of these files."""
    for name, path in files:
        try:
            status = os.lstat(path)
        except OSError:
            continue  # it has just gone, which changes the list
        yield name, status.st_mode, identity_of(status)
