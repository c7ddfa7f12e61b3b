"""What one bot's processes use of the machine, all together.

Processor time is read in two steps. The kernel has a clock for every process, to the nanosecond and cheap to read, and
those of the processes that are known are read whenever somebody asks. What they do not tell, the time of those that
have ended, is taken from the tree when it is walked, a few times a second: from the bot's control group where it has
one, else from what parents have collected of their children.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from math import ceil
from typing import NamedTuple

from arena.sandbox.family import Family
from arena.sandbox.proc import read_file
from arena.sandbox.program import MIB
from arena.sandbox.usage import Source

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Sample(NamedTuple):
    """At one moment: processes and threads, bytes of memory, bytes in temporary folders (None: cannot be known)."""

    processes: int
    memory: int
    disk: int | None


class Meter:
    """Of a family; `folders` are the temporary ones that it has for itself."""

    def __init__(self, family: Family, folders: tuple[str, ...] = ()) -> None:
        self.peak_memory = 0
        """Bytes."""
        self._family = family
        self._folders = folders
        self._pids: list[int] = [family.root]
        self._walked = False
        self._rest = 0.0
        self._cpu = 0.0

    @property
    def source(self) -> Source:
        """Where processor times and the end of memory are read."""
        return "samples" if self._family.group is None else "cgroup"

    def cpu_s(self) -> float:
        """Seconds of processor time so far; never less than before."""
        self._cpu = max(self._cpu, self._clocks() + self._rest)
        return self._cpu

    def sample(self, members: set[int] | None = None) -> Sample:
        """Of all the family, or of these members if somebody has just found them."""
        family = self._family
        bots = family.members() if members is None else members
        pids = [family.root, *bots - {family.root}]
        threads, memory, collected = 0, 0, 0.0
        for pid in pids:
            with suppress(OSError, ValueError, IndexError):
                # The name of the program, in brackets, is the bot's own choice; after it come only numbers.
                fields = read_file(f"/proc/{pid}/stat").rpartition(b")")[2].split()
                collected += (int(fields[13]) + int(fields[14])) / _TICKS
                if pid in bots:
                    threads += int(fields[17])
                    memory += int(fields[21]) * _PAGE
        self._pids, self._walked = pids, True
        exact = None if family.group is None else family.group.cpu_s()
        # The group knows what is hidden from parents, and parents what was before they were in a group.
        self._rest = max(collected, 0.0 if exact is None else exact - self._clocks())
        self.peak_memory = max(self.peak_memory, memory)
        return Sample(threads, memory, self._disk(pids[-1]) if bots and family.jailed else None)

    def glance(self) -> None:
        """Look at the memory of the processes that were there when the tree was walked last: that costs little."""
        if not self._walked:
            self.sample()
            return
        memory = 0
        for pid in self._pids:
            if pid != self._family.root or not self._family.jailed:
                with suppress(OSError, ValueError, IndexError):
                    memory += int(read_file(f"/proc/{pid}/statm").split()[1]) * _PAGE
        self.peak_memory = max(self.peak_memory, memory)

    def proportional_memory(self) -> int:
        """Bytes, where what several processes share is counted once; slow. More than nothing where it may be read."""
        total = 0
        for pid in self._pids:
            with suppress(OSError):
                for line in read_file(f"/proc/{pid}/smaps_rollup").splitlines():
                    if line.startswith(b"Pss:"):
                        total += int(line.split()[1]) * 1024
        return total

    def waited_s(self) -> float:
        """Seconds in which a thread of the bot could have run, and others had the processor; summed over threads."""
        total = 0
        for pid in self._pids:
            with suppress(OSError, ValueError, IndexError):
                for task in os.listdir(f"/proc/{pid}/task"):
                    with suppress(OSError):
                        total += int(read_file(f"/proc/{pid}/task/{task}/schedstat").split()[1])
        return total / 1e9

    def queue(self) -> frozenset[str]:
        """The bot's threads that run or could run: each as a text, which is another one once it has come to the
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

    def out_of_memory(self) -> bool:
        """Whether the kernel has killed a process of the bot for its memory."""
        return self._family.group is not None and self._family.group.out_of_memory()

    def _clocks(self) -> float:
        total = 0.0
        for pid in self._pids:
            with suppress(OSError):  # it has ended
                total += time.clock_gettime(~pid << 3 | 2)  # as clock_getcpuclockid(3) makes it
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


def rounded_up(amount: float) -> str:
    """To one place, up: what was past a limit must not read as if it had been at it."""
    return f"{ceil(amount * 10) / 10:.1f}"


def mib(size: float) -> str:
    """Bytes for people."""
    return f"{rounded_up(size / MIB)} MiB"
