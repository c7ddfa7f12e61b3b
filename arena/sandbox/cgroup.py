"""A control group for one bot: the kernel's own account of all its processes, and its hand on them.

Whatever a bot forks, daemonises or hides stays in its group, so what is read here is the truth, and what is done here
is done to the whole tree. A group is a folder in a file system of the kernel's; there are two kinds of them:

- version 2, one tree for everything: processor time, freezing and killing come with every folder, memory only where
  the folder above passes it on;
- version 1, one tree per controller. Many systems have both, with `memory` in a tree of version 1.

A bot's folder is made in the arena's own group or beside it, wherever that is allowed: always for root, for an
ordinary user where the service manager has delegated a tree to him.
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

from arena.sandbox.proc import read_file

_FREEZE_S = 0.05  # a process deep in the kernel freezes when it comes out; nobody waits longer than this for it
_REMOVE_S = 0.2  # the killed leave their group one by one
_LOOK_S = 0.0002
_numbers = count(1)


class Mount(NamedTuple):
    """Where a tree of groups is mounted: at `point` one sees the folder `root` of the tree."""

    root: str
    point: str


def mounts(mountinfo: str) -> dict[str, Mount]:
    """The trees of groups in a text like /proc/self/mountinfo, by controller; version 2 is the controller ""."""
    found: dict[str, Mount] = {}
    for line in mountinfo.split("\n"):
        fields, _, about = line.partition(" - ")
        kind, _, options = about.partition(" ")
        # The options of a tree of version 1 name its controllers.
        names = {"cgroup": options.split(" ")[-1].split(","), "cgroup2": [""]}.get(kind, [])
        for name in names:
            root, point = map(_unescaped, fields.split(" ")[3:5])
            found.setdefault(name, Mount(root, point))
    return found


def own_groups(text: str) -> dict[str, str]:
    """A process's groups in a text like /proc/self/cgroup, by controller; version 2 is the controller ""."""
    lines = (line.split(":", 2) for line in text.split("\n") if line)
    return {name: group for _, names, group in lines for name in names.split(",")}


def own_folder(controller: str, mountinfo: str, groups: str) -> tuple[Path, Path] | None:
    """Where this process's own group of that controller is seen, and the top of its tree; None if it is not in
    sight.
    """
    mount = mounts(mountinfo).get(controller)
    group = own_groups(groups).get(controller)
    if mount is None or group is None or ".." in group.split("/"):
        return None
    top = Path(mount.point)
    try:
        return top / Path(group).relative_to(mount.root), top
    except ValueError:
        return None


def _unescaped(field: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), field)


class Cgroup:
    """One bot's group; `oom_events` is the file that counts ends of memory, in the folder that bounds memory. Figures
    are None where this machine does not give them, or after `remove`."""

    def __init__(self, unified: Path | None, oom_events: Path | None, cpuacct: Path | None) -> None:
        self._unified = unified
        self._oom_events = oom_events
        if unified is not None:
            self._cpu: Path | None = unified / "cpu.stat"
        else:
            self._cpu = cpuacct and cpuacct / "cpuacct.usage"
        folders = (unified, oom_events and oom_events.parent, cpuacct)
        self._folders = tuple(dict.fromkeys(folder for folder in folders if folder))
        self.entries = tuple(str(folder / "cgroup.procs") for folder in self._folders)
        """The files into which a process's number is written to put it into the group."""
        self.can_freeze = unified is not None and (unified / "cgroup.freeze").exists()
        can = {"memory": oom_events, "cpu": unified or cpuacct, "freeze": self.can_freeze}
        self.parts = tuple(part for part, there in can.items() if there)
        """What this machine offers, of "memory", "cpu" and "freeze"."""

    @classmethod
    def make(cls, name: str, memory_bytes: int) -> Cgroup | None:
        """Make a new, empty group with that limit on memory and no swap; None if no group may be made here.

        `name` is for people who look at the folders; any text will do. What the limit covers counts as used: also
        cached pages of files that the bot was the first to read, which the kernel takes back before it kills.
        """
        _sweep()
        leaf = f"{_prefix(os.getpid())}{next(_numbers)}-{re.sub(r'[^A-Za-z0-9_.-]', '_', name)[:64]}"
        unified = _folder("", leaf)
        memory = _limit_v2(unified, memory_bytes) if unified else None
        if memory is None and (folder := _folder("memory", leaf)):
            memory = _limit_v1(folder, memory_bytes)
        cpuacct = _folder("cpuacct", leaf) if unified is None else None
        return cls(unified, memory, cpuacct) if unified or memory or cpuacct else None

    def adopt(self, pids: Iterable[int]) -> None:
        """Take these processes into the group; what they start from then on is counted, too. This takes a while."""
        for pid in pids:
            for entry in self.entries:
                _written(entry, str(pid))

    def cpu_s(self) -> float | None:
        """The seconds of processor time since the group was made, of processes that live and of those that have
        ended.
        """
        text = _text(self._cpu) if self._cpu else ""
        if self._unified:
            usec = _field(text, "usage_usec")
            return None if usec is None else usec / 1e6
        return int(text) / 1e9 if text else None

    def out_of_memory(self) -> bool:
        """Whether the kernel killed a process of the group because of its limit."""
        return bool(self._oom_events and _field(_text(self._oom_events), "oom_kill"))

    def freeze(self) -> None:
        """Stop all processes where they are. They stand when this returns; one that is deep in the kernel stands soon
        after.
        """
        if self._unified and self._write("cgroup.freeze", "1"):
            events = self._unified / "cgroup.events"
            _try_until(lambda: _field(_text(events), "frozen") != 0, _FREEZE_S)

    def thaw(self) -> None:
        """Let the processes go on after `freeze`."""
        self._write("cgroup.freeze", "0")

    def kill(self) -> None:
        """Kill all processes, also frozen ones and those that are just being started; `remove` waits for their end."""
        if self._write("cgroup.kill", "1"):
            return
        # Before Linux 5.14, or without version 2: one by one. Who forks faster than it is counted is caught in a later
        # round: killed parents fork no more.
        _try_until(self._kill_each, _REMOVE_S)

    def pids(self) -> set[int]:
        """The living processes in the group."""
        pids = {int(pid) for entry in self.entries for pid in _text(entry).split()}
        return pids - {0}  # which stands for any process of another PID namespace, and to kill() for ourselves

    def remove(self) -> None:
        """Give the group back to the kernel, after `kill`. It has no figures afterwards. A second call does nothing."""
        _try_until(lambda: all(_removed(folder) for folder in self._folders), _REMOVE_S)

    def _kill_each(self) -> bool:
        pids = self.pids()
        for pid in pids:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        return not pids

    def _write(self, file: str, text: str) -> bool:
        return self._unified is not None and _written(self._unified / file, text)


def _try_until(done: Callable[[], bool], seconds: float) -> None:
    """The kernel can wake those who wait for a change in a group, but up to 10 ms late: looking again is quicker."""
    deadline = time.monotonic() + seconds
    while not done() and time.monotonic() < deadline:
        time.sleep(_LOOK_S)


def _limit_v2(folder: Path, memory_bytes: int) -> Path | None:
    if not _written(folder / "memory.max", str(memory_bytes)):
        return None
    _written(folder / "memory.swap.max", "0")
    _written(folder / "memory.oom.group", "1")  # half a bot is no bot
    return folder / "memory.events"


def _limit_v1(folder: Path, memory_bytes: int) -> Path:
    for file in ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"):  # in this order
        _written(folder / file, str(memory_bytes))
    return folder / "memory.oom_control"


def _folder(controller: str, leaf: str) -> Path | None:
    """Make a folder in the first of the places that allows it."""
    for place in _places(controller):
        with suppress(OSError):
            (place / leaf).mkdir()
            return place / leaf
    return None


@cache
def _places(controller: str) -> tuple[Path, ...]:
    """Folders to make a bot's group of that controller in, the best first."""
    own = own_folder(controller, _text(Path("/proc/self/mountinfo")), _text(Path("/proc/self/cgroup")))
    if own is None:
        return ()
    folder, top = own
    # Version 2 passes memory on only from a folder that has no processes of its own, or from the root of all: beside
    # the arena's own group if not in it.
    places = [folder] if controller or folder == top else [folder, folder.parent]
    # A process is moved only by who may write to `cgroup.procs` of a folder above both groups.
    places = [place for place in places if os.access(place, os.W_OK) and os.access(place / "cgroup.procs", os.W_OK)]
    return tuple(places if controller else sorted(places, key=lambda place: not _passes_memory_on(place)))


def _passes_memory_on(place: Path) -> bool:
    switch = place / "cgroup.subtree_control"
    return "memory" in _text(switch).split() or _written(switch, "+memory")


def _prefix(pid: object) -> str:
    """The beginning of the folders' names. A process's number means something in its own PID namespace only."""
    return f"arena-{os.stat('/proc/self/ns/pid').st_ino}-{pid}-"


@cache
def _sweep() -> None:
    """Remove the groups of arenas that were killed, with what is still in them. Does something once per process."""
    name = re.compile(_prefix(r"(\d+)"))
    for controller in ("", "memory", "cpuacct"):
        for place in _places(controller):
            for folder in place.iterdir():
                if (found := name.match(folder.name)) and not Path(f"/proc/{found[1]}").exists():
                    stale = Cgroup(None, None, folder) if controller else Cgroup(folder, None, None)
                    stale.kill()
                    stale.remove()


def _removed(folder: Path) -> bool:
    """Whether that folder is gone now. It cannot be removed while somebody is in it."""
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _written(file: str | Path, text: str) -> bool:
    """Whether the kernel took it. Never creates a file."""
    try:
        with open(os.open(file, os.O_WRONLY | os.O_CLOEXEC), "wb", buffering=0) as raw:
            raw.write(text.encode())
    except OSError:
        return False
    return True


def _text(file: str | Path) -> str:
    """What is in the file; nothing if it is not there."""
    try:
        return os.fsdecode(read_file(file))
    except OSError:
        return ""


def _field(text: str, name: str) -> int | None:
    """The number behind a word, in a text with one of each per line."""
    for line in text.splitlines():
        word, _, value = line.partition(" ")
        if word == name:
            return int(value)
    return None


def can_make_groups() -> bool:
    """Whether a bot here gets a control group that counts its memory and its processor time."""
    group = Cgroup.make("trial", 1 << 30)
    if group is None:
        return False
    group.remove()
    return {"memory", "cpu"} <= set(group.parts)
