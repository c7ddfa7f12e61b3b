"""The place where a build works: how much it may fill there, and how what it made comes to the contest.

In a jail a build works on files in memory of a bounded size, for nothing else bounds what a stranger can take of a disk
in a moment: to reserve a hundred gibibytes is one call. What it made is taken out once nothing is alive that could
change it, and weighed first; only then does the disk of the contest get any of it.

Without a jail a build works on that disk, which is looked at often. A build that reserves faster than anybody can look
is not stopped by that. But the last part of the disk is the contest's own, and a build is stopped before it takes that.
"""

from __future__ import annotations

import os
import stat
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import ExitStack
from errno import ENOSPC, ESRCH
from pathlib import Path
from typing import NamedTuple, Self

from arena.errors import Trouble
from arena.files import BLOCK, MIB, Below, Folder, Item, copy, give, named, seal, walk
from arena.sandbox import ROOM, BotProcess, Bubblewrap, Limits, Room, Sandbox, SandboxName, fresh_user, mib, sandbox_of

SPARED = 1024 * MIB
"""The bytes of a disk that no build may take; if less than twice as much is free when it begins, half of what is
free."""
PERIOD = 0.25
"""The least seconds between two weighings of what lies on a disk; they take no more than a part of the time."""
LOOKING = 4
UNUSABLE = "what it made cannot be used"
STRIDE = 256
"""The number of files that are weighed between two looks at what is free."""


class NoRoom(Trouble):
    """The disk has less room than the limits promise; the text says which, and what to do."""


class Work(NamedTuple):
    """What one build works on: these `items` of the folder `source`. What it makes of them comes to `target`."""

    source: Path
    items: Sequence[Item]
    target: Path


class Place(ABC):
    """The place of one build, which is started in the folder `target` through `sandbox`. The folder is empty then, and
    is replaced by one with the items. Use a place as a context manager."""

    sandbox: Sandbox

    def __init__(self, work: Work, limits: Limits) -> None:
        self._work = work
        self._most = limits.disk_mb * MIB
        self._before = 0
        self._filling = False
        self._held = ExitStack()
        self._disk = work.target.parent
        self._disk.mkdir(parents=True, exist_ok=True)
        self._free_before = free(self._disk)
        self._spared = min(SPARED, self._free_before // 2)
        work.target.mkdir()

    def fill(self, process: BotProcess) -> None:
        """Put the items there, for a process that waits for them in its folder. Raises OSError and NoRoom."""
        self._filling = True
        try:
            place = self._open(process)
            name, within = named(place)
            os.rmdir(name, dir_fd=within)
            copy(self._work.source, self._work.items, place)
            self._begin(place)
        finally:
            self._filling = False

    @abstractmethod
    def _open(self, process: BotProcess) -> Folder:
        """The folder that the build works in, as it is reached from here."""

    def _begin(self, place: Folder) -> None:
        """What the build writes counts from now on."""
        self._before = self._weigh(place)

    @abstractmethod
    def glance(self) -> int:
        """About how many bytes the build has written, for whoever looks often. Raises OSError and NoRoom."""

    def take(self) -> str | None:
        """Bring what was made to `target`, when all that could change it has ended. Returns None, or what is wrong with
        what was made. Raises NoRoom."""
        try:
            return self._take()
        except OSError as problem:
            if problem.errno == ENOSPC:  # others have filled the disk in the meantime
                raise self._no_room() from problem
            return f"{UNUSABLE}: {problem}"

    @abstractmethod
    def _take(self) -> str | None: ...

    @abstractmethod
    def wrote(self) -> int:
        """Exactly how many bytes a build that has ended has written. Raises OSError."""

    def exceeded(self, wrote: int) -> str | None:
        """What to say of a build that has written so many bytes, if that is too much; else None."""
        if wrote <= self._most:
            return None
        return f"it wrote {mib(wrote)} into its folder, the limit is {self._most // MIB} MiB (limits.build.disk_mb)"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # Of one that was interrupted: what is still being copied must not go where a number of ours leads next.
        if not self._filling:
            self._held.close()

    def _weigh(self, place: Folder) -> int:
        return sum(item.size for item in walk(place))

    def _check_disk(self, wanted: int = 0) -> None:
        """Check that so many bytes more leave the contest's own. Raises NoRoom."""
        if free(self._disk) - wanted < self._spared:
            raise self._no_room()

    def _no_room(self) -> NoRoom:
        return NoRoom(
            f"the disk of {self._disk} has {mib(free(self._disk))} left, of which {mib(self._spared)} are the "
            f"contest's own, and a build may write {self._most // MIB} MiB (limits.build.disk_mb): make room there, or "
            "lower the limit"
        )


class InMemory(Place):
    """The place in a jail: a file system of its own, of the size of the items and the limit, and somewhat larger, so
    that a full one can be told apart. If arena runs as root the build has a user of its own."""

    def __init__(self, work: Work, limits: Limits) -> None:
        super().__init__(work, limits)
        user = os.getuid()
        size = sum(item.size + BLOCK for item in work.items) + int(ROOM * self._most)
        self._room = Room(fresh_user() if user == 0 else user, size)
        self.sandbox = Bubblewrap(limits, self._room)
        self._fd: int | None = None
        """The folder above the one that the build works in; it keeps the files when the jail has gone."""

    def _open(self, process: BotProcess) -> Folder:
        pids = process.members()
        if len(pids) != 1:  # it waits, and has started nothing
            raise OSError(ESRCH, os.strerror(ESRCH), "the build's jail")
        (pid,) = pids
        self._fd = os.open(f"/proc/{pid}/cwd/..", os.O_RDONLY | os.O_DIRECTORY)
        self._held.callback(os.close, self._fd)
        return self._place

    @property
    def _place(self) -> Below:
        assert self._fd is not None  # it is there since the jail was opened
        return Below(self._fd, self._work.target.name)

    def _begin(self, place: Folder) -> None:
        super()._begin(place)
        if self._room.user != os.getuid():
            give(place, self._room.user)

    def glance(self) -> int:
        """The bytes that the build has written at least; files that weigh more than they fill are found in the end."""
        assert self._fd is not None  # there is nothing to look at before
        held = os.fstatvfs(self._fd)
        # A file without a byte takes memory as well, which its size does not bound.
        filled = max((held.f_blocks - held.f_bfree) * held.f_frsize, (held.f_files - held.f_ffree) * BLOCK)
        return filled - self._before

    wrote = glance

    def _take(self) -> str | None:
        if not stat.S_ISDIR(os.stat(self._place.name, dir_fd=self._fd, follow_symlinks=False).st_mode):
            return "it has put something else in the place of its folder"
        seal(self._place)  # what is closed to this user cannot be read
        items, size = [], -self._before
        for item in walk(self._place):
            items.append(item)
            size += item.size
            if too_much := self.exceeded(size):
                return too_much
        self._check_disk(self._before + size)
        self._work.target.rmdir()
        copy(self._place, items, self._work.target)
        seal(self._work.target)
        return None


class OnDisk(Place):
    """The place without a jail: the folder `target` itself."""

    def __init__(self, work: Work, limits: Limits, sandbox: SandboxName) -> None:
        super().__init__(work, limits)
        self.sandbox = sandbox_of(sandbox, limits)
        self._wrote = 0
        self._weighed = self._took = 0.0

    def _open(self, process: BotProcess) -> Folder:
        self._check_disk(sum(item.size for item in self._work.items))
        return self._work.target

    def glance(self) -> int:
        """About how many bytes the build has written; it is weighed at once if the disk has lost more than the limit
        since the last time, whoever took it."""
        self._check_disk()
        lost = self._free_before - free(self._disk) > self._most
        if time.monotonic() - self._weighed >= max(0.0 if lost else PERIOD, LOOKING * self._took):
            began = time.monotonic()
            self._wrote = self._weigh(self._work.target) - self._before
            self._weighed = time.monotonic()
            self._took = self._weighed - began
            self._free_before = free(self._disk)
        return self._wrote

    def _weigh(self, place: Folder) -> int:
        size = 0
        for count, item in enumerate(walk(place)):
            size += item.size
            if not count % STRIDE:
                self._check_disk()
        return size

    def _take(self) -> str | None:
        return self.exceeded(self.wrote())

    def wrote(self) -> int:
        return super()._weigh(self._work.target) - self._before


def place_of(sandbox: SandboxName, work: Work, limits: Limits) -> Place:
    """Make the place for a build in that sandbox, and its folder `target`. Raises OSError."""
    return InMemory(work, limits) if sandbox == "bwrap" else OnDisk(work, limits, sandbox)


def free(folder: Path) -> int:
    """The bytes that are free for anybody on the disk of a folder."""
    held = os.statvfs(folder)
    return held.f_bavail * held.f_frsize
