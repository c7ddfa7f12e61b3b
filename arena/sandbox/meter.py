"""Measures what all of one bot's processes together use of the machine.

Processor time is read in two steps. The kernel has a clock for every process, to the nanosecond and cheap to read, and
those of the processes that are known are read whenever somebody asks. What they do not tell, the time of processes that
have ended, is read when the tree of processes is walked, a few times a second: from the bot's control group if it has
one, else from what parents have collected of their children.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import ceil, inf
from typing import NamedTuple

from arena.files import MIB
from arena.sandbox.family import Family
from arena.sandbox.proc import read_file, read_line
from arena.sandbox.usage import Doing, Rest, Source

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")

RECENT = 0.01
"""Seconds for which what was seen of memory is taken to hold."""


class Sample(NamedTuple):
    """What the bot's processes hold at one moment: the number of processes and threads, bytes of memory, and bytes in
    temporary folders (None if that cannot be known)."""

    processes: int
    memory: int
    disk: int | None

    def most(self, other: Sample) -> Sample:
        """A sample with the greater of both values in each field."""
        disk = max(self.disk or 0, other.disk or 0)
        return Sample(max(self.processes, other.processes), max(self.memory, other.memory), disk)


class _Birth(NamedTuple):
    """What tells whether a process was collected when it ended: its parent, when it began (in ticks), page faults of
    its own and of its collected children, and of these alone. No process ends without a fault of its own."""

    parent: int
    began: int
    faults: int
    collected: int


def _some_vanished(before: Mapping[int, _Birth], now: Mapping[int, _Birth]) -> bool:
    """Whether a process has ended, and its parent, which goes on, has not collected it."""
    gone: Counter[int] = Counter()
    for pid, birth in before.items():
        if pid not in now and not os.path.exists(f"/proc/{pid}"):
            gone[birth.parent] += birth.faults
    return any(
        parent in now
        and parent in before
        and now[parent].began == before[parent].began
        and now[parent].collected - before[parent].collected < faults
        for parent, faults in gone.items()
    )


class Meter:
    """The meter of one bot's processes, `family`; `folders` are the temporary folders that it has for itself."""

    def __init__(self, family: Family, folders: tuple[str, ...] = ()) -> None:
        self.peak_memory = 0
        """The most bytes of memory that were seen."""
        self._family = family
        self._folders = folders
        self._pids: list[int] = [family.root]
        self._walked = False
        self._rest = 0.0
        self._cpu = 0.0
        self._held, self._looked = 0, -inf
        """The bytes of memory that were seen last, and when."""
        self._births: dict[int, _Birth] = {}
        """The processes that the last walk found, if there is no group."""
        self.hides = False
        """Whether processes of the bot were seen to end whose time nobody can account for. A process has to be waited
        for to be counted, and a bot that asks the kernel not to keep its processes until then hides what they used. A
        control group counts them all the same."""

    @property
    def source(self) -> Source:
        """Where processor times and memory are read from."""
        return "samples" if self._family.group is None else "cgroup"

    def cpu_s(self) -> float:
        """The seconds of processor time so far; never less than before."""
        self._cpu = max(self._cpu, self._clocks() + self._rest)
        return self._cpu

    def used_s(self) -> float:
        """The seconds of processor time with all that a control group knows by now, for whoever can wait for it.
        `cpu_s` has the time of children that nobody waited for only once somebody has walked the tree."""
        exact = None if self._family.group is None else self._family.group.cpu_s()
        return max(self.cpu_s(), exact or 0.0)

    def sample(self, members: set[int] | None = None) -> Sample:
        """Measure all processes of the bot, or these members if somebody has just found them."""
        family = self._family
        bots = family.members() if members is None else members
        pids = [family.root, *bots - {family.root}]
        threads, memory, collected = 0, 0, 0.0
        births: dict[int, _Birth] = {}
        for pid in pids:
            with suppress(OSError, ValueError, IndexError):
                # The name of the program, in brackets, is the bot's own choice; after it come only numbers.
                fields = read_file(f"/proc/{pid}/stat").rpartition(b")")[2].split()
                if family.group is None:
                    births[pid] = _Birth(
                        int(fields[1]), int(fields[19]), int(fields[7]) + int(fields[8]), int(fields[8])
                    )
                collected += (int(fields[13]) + int(fields[14])) / _TICKS
                if pid in bots:
                    threads += int(fields[17])
                    memory += int(fields[21]) * _PAGE
        self._pids, self._walked = pids, True
        exact = None if family.group is None else family.group.cpu_s()
        if exact is None:
            self.hides = self.hides or _some_vanished(self._births, births)
            self._births = births
        # The group knows what is hidden from parents, and parents what was before they were in a group.
        self._rest = max(collected, 0.0 if exact is None else exact - self._clocks())
        self._saw(memory)
        return Sample(threads, memory, self._disk(pids[-1]) if bots and family.jailed else None)

    def glance(self) -> bool:
        """Look at the memory of the processes that were there when the tree was walked last, which costs little; not if
        somebody looked less than `RECENT` seconds ago, as games may be shorter. Returns whether the tree was walked."""
        if not self._walked:
            self.sample()
            return True
        if time.monotonic() - self._looked < RECENT:
            self.peak_memory = max(self.peak_memory, self._held)
            return False
        memory = 0
        for pid in self._pids:
            if pid != self._family.root or not self._family.jailed:
                with suppress(OSError, ValueError, IndexError):
                    memory += int(read_line(f"/proc/{pid}/statm").split()[1]) * _PAGE
        self._saw(memory)
        return False

    def _saw(self, memory: int) -> None:
        self._held, self._looked = memory, time.monotonic()
        self.peak_memory = max(self.peak_memory, memory)

    def proportional_memory(self) -> int:
        """The bytes of memory, with what several processes share counted once; slow to find. Above zero only if it may
        be read."""
        total = 0
        for pid in self._pids:
            with suppress(OSError):
                for line in read_file(f"/proc/{pid}/smaps_rollup").splitlines():
                    if line.startswith(b"Pss:"):
                        total += int(line.split()[1]) * 1024
        return total

    def waited_s(self) -> float:
        """The seconds in which threads of the bot could have run while others had the processor, summed over its
        threads."""
        total = 0
        for pid in self._pids:
            with suppress(OSError, ValueError, IndexError):
                for task in os.listdir(f"/proc/{pid}/task"):
                    with suppress(OSError):
                        total += int(read_file(f"/proc/{pid}/task/{task}/schedstat").split()[1])
        return total / 1e9

    def referee_waited_s(self) -> float:
        """The seconds in which the thread that asks could have run while others had the processor."""
        with suppress(OSError, ValueError, IndexError):
            return int(read_file("/proc/thread-self/schedstat").split()[1]) / 1e9
        return 0.0

    def queue(self) -> frozenset[str]:
        """The bot's threads that run or could run, each as a text, which changes whenever the thread has had the
        processor."""
        found = set()
        for pid in self._pids:
            with suppress(OSError):
                for task in os.listdir(f"/proc/{pid}/task"):
                    with suppress(OSError):
                        state = read_file(f"/proc/{pid}/task/{task}/stat").rpartition(b")")[2].split()[:1]
                        if state == [b"R"]:
                            found.add(f"{task} {read_file(f'/proc/{pid}/task/{task}/schedstat').decode()}")
        return frozenset(found)

    def rests(self) -> Rest:
        """Whether the bot has done all that it wanted to do about what it was sent."""
        used = self._clocks()
        reads = busy = sleeps = False
        for thread in self._threads():
            place = _read_of(thread, "wchan")
            if b"pipe_read" in place:
                reads = True
            elif b"nanosleep" in place:
                sleeps = True
            else:
                busy |= _state(thread) in (b"R", b"D")
        # Each of these files is of a moment of its own: where it ran in between, one may have been read while it
        # computed, the other when it had gone to sleep.
        if not busy and (reads or not sleeps) and self._clocks() == used:
            return "wholly"
        return "reading" if reads else "not"

    def doing(self) -> Doing | None:
        """What the bot's processes do now; None if it has none."""
        threads = list(self._threads())
        states = {_state(thread) for thread in threads}
        if states & {b"R", b"D"}:
            return "running"
        if b"T" in states and b"S" not in states:
            return "stopped"
        if b"S" not in states:
            return None
        places = [_read_of(thread, "wchan") for thread in threads]
        if any(b"pipe_read" in place for place in places):
            return "reading"
        return "sleeping" if any(b"nanosleep" in place for place in places) else "waiting"

    def _threads(self) -> Iterator[str]:
        """The folder of each thread of the bot."""
        for pid in self._pids:
            if pid != self._family.root or not self._family.jailed:
                with suppress(OSError):
                    yield from (f"/proc/{pid}/task/{task}" for task in os.listdir(f"/proc/{pid}/task"))

    def out_of_memory(self) -> bool:
        """Whether the kernel has killed a process of the bot for its memory."""
        return self._family.group is not None and self._family.group.out_of_memory()

    def _clocks(self) -> float:
        total = 0.0
        for pid in self._pids:
            try:
                total += time.clock_gettime(~pid << 3 | 2)  # as clock_getcpuclockid(3) makes it
            except OSError:  # it has ended
                continue
        return total

    def _disk(self, pid: int) -> int | None:
        used = 0
        for folder in self._folders:
            try:
                if os.stat(f"/proc/{pid}/root{folder}").st_dev == os.stat(folder).st_dev:
                    return None  # the jail is still being made
                held = os.statvfs(f"/proc/{pid}/root{folder}")
            except OSError:
                return None
            used += (held.f_blocks - held.f_bfree) * held.f_frsize
        return used if self._folders else None


def _read_of(thread: str, file: str) -> bytes:
    """The content of that file of a thread; nothing if the thread has ended."""
    try:
        return read_file(f"{thread}/{file}")
    except OSError:
        return b""


def _state(thread: str) -> bytes:
    """One letter, as in proc(5)."""
    return _read_of(thread, "stat").rpartition(b")")[2].strip()[:1]


def rounded_up(amount: float) -> str:
    """A number with one decimal place, rounded up: what was past a limit must not read as if it had been at the
    limit.
    """
    return f"{ceil(amount * 10) / 10:.1f}"


def mib(size: float) -> str:
    """A number of bytes as text in MiB, for people."""
    return f"{rounded_up(size / MIB)} MiB"
