"""The files of a ladder's entries: one `NAME.yaml` for each bot, in a folder that anybody may change while games run.

Such a file says what a configuration says of a bot. A relative `dir` starts from the folder of the file, and leads to a
folder that is the bot's own. That folder is copied when the bot enters, and the copy is what plays.

What is being written does no harm: a file, or a bot's folder, is looked at once nothing in it has changed for `QUIET`
seconds. A bot's folder that changes while it is read or copied is read again later.

Whoever writes here may be a stranger to the user whom the arena runs as: what he sends has a bound before it is read,
and what he names has to be his own (see `descent`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Sequence
from errno import EFBIG
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from arena.files import Changed, open_file, read_whole
from arena.programs import (
    Absent,
    Bot,
    Changing,
    Marks,
    Unfit,
    Version,
    Versions,
    files_of,
    mark,
    name_problem,
    read_bot,
    taken_by,
)
from arena.protocol import printable
from arena.store import Entry
from arena.strict_yaml import WRONG, ConfigError, Reader

QUIET = 2.0
"""The seconds without a change after which a file is taken to be whole."""
ENDING = ".yaml"
MOST_BYTES = 16_384
"""The most bytes of an entry's file: a command and a few names, read in a quarter of a second whatever they are."""
MOST_NAMES = 10_000
"""The most names in the folder of the entries."""
MOST_ERRORS = 20
"""The most errors of one file that people are told."""


class Taken(Unfit):
    """The file has the name of another bot, about which this says nothing."""


class EntryFiles:
    """Reads the bots of entries' files. `entries` is the folder of these files, in which bots may lie as well; `apart`
    are other paths that are never a part of a bot, `most_mb` is the limit in MiB of a bot's folder, and `now` is the
    clock of the file system, in seconds."""

    def __init__(
        self, entries: Path | None, apart: Sequence[Path], most_mb: int, now: Callable[[], float] = time.time
    ) -> None:
        self._versions = Versions(apart, [] if entries is None else [entries], most_mb)
        self._now = now
        self._known: dict[Path, tuple[Marks, Version]] = {}

    def look(
        self, folder: Path, entries: Sequence[Entry], configured: Collection[str]
    ) -> dict[str, Version | Unfit | Changing]:
        """What each file in the folder of entries holds, or why it is no entry, by the name of its bot. The `entries`
        are all that ever played, and `configured` are the names of the bots that need no file. Raises OSError."""
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
        own = list(mark([("", path)]))
        if path in self._known:
            marks, version = self._known[path]
            if marks == own and self._now_of(version.bot, version.owner) == version.marks:
                return version
            del self._known[path]
        self._quiet(path, own)
        if problem := name_problem(path.stem):
            raise Unfit(f"{printable(str(path))}: {problem}")
        bot, owner = _read(path)
        try:
            self._quiet(bot.folder, self._now_of(bot, owner))
            version = self.take(path.stem, bot, owner)
        except Unfit as unfit:
            raise Unfit(f"{printable(str(path))}: {unfit}") from unfit
        self._known[path] = own, version
        return version

    def take(self, name: str, bot: Bot, owner: int | None = None) -> Version:
        """Read the bot as it is now, whether or not it still changes; `owner` is the user who says that it lies there,
        if that is another one. Raises Unfit and Changing."""
        self._check(bot)
        return self._versions.take(name, bot, owner)

    def copy(self, version: Version, copies: Path, sealed: bool) -> None:
        """Make the copy that the version plays from, see `Versions.copy`."""
        self._versions.copy(version, copies, sealed)

    def _now_of(self, bot: Bot, owner: int | None) -> Marks:
        self._check(bot)
        return self._versions.now_of(bot, owner)[2]

    def _check(self, bot: Bot) -> None:
        """Check that everything the bot names is in its folder. Raises Unfit."""
        try:
            named = files_of(bot)
        except OSError as problem:
            raise Unfit(f"the files of its command cannot be looked for: {problem.strerror}") from problem
        for word in named:
            if word.startswith("../"):
                raise Unfit(
                    f"{word} lies outside of its folder {bot.folder}, of which a copy plays: put it inside, or name it "
                    "by its whole path"
                )

    def _quiet(self, where: Path, marks: Marks) -> None:
        now = self._now()
        # A change that lies in the future tells of clocks that differ, not of somebody who is writing.
        for name, _, identity in marks:
            if abs(now - identity.changed / 1e9) < QUIET:
                raise Changing(f"{where / name} has just changed, and is read once nothing has for {QUIET:g} seconds")


def read_entry(path: Path) -> Bot:
    """Read the bot of an entry's file. Raises Unfit with all errors, or the first of very many, and Changing."""
    return _read(path)[0]


def _read(path: Path) -> tuple[Bot, int]:
    """The bot, and the user to whom the file belongs."""
    reader = Reader()
    data, owner = _content(path, reader)
    root = None if data is None else reader.given(path, data, MOST_BYTES)
    bot = WRONG if root is None else read_bot(reader, root)
    if isinstance(bot, Absent):
        reader.errors.append(ConfigError(str(path), 0, 0, "", bot.why))
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
    return replace(bot, own=True), owner  # a folder that it does not name is refused above


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
    """The files of the entries, in order of name. Hidden files are left out: they are not ready yet, or no longer
    meant. Raises OSError."""
    with os.scandir(folder) as entries:
        names = [entry.name for entry in islice(entries, MOST_NAMES + 1)]
    if len(names) > MOST_NAMES:
        raise OSError(EFBIG, f"more than {MOST_NAMES:,} names are in it", str(folder))
    return [folder / name for name in sorted(names) if name.endswith(ENDING) and not name.startswith(".")]
