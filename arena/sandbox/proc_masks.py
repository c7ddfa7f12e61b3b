"""What /proc tells of the whole machine, kept from bots: what one bot does would be read there by another.

A bot sees its own processes, what is the same at any time, and settings. Everything else is covered, what this list
does not know among it. Runtimes size themselves by a few of the covered files: these are replaced by copies, which were
taken once and never change. Not everything can be covered: `SECURITY.md` says what is left.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from functools import cache
from pathlib import Path

PROC = "/proc"

SNAPSHOTS = ("cpuinfo", "loadavg", "meminfo", "stat", "uptime")
"""The files that are replaced by copies, as Java, Node, .NET and libraries like those of `top` read them."""

_KEPT = {
    # What leads to the reader's own.
    *("self", "thread-self", "mounts", "net"),
    # How the kernel was built and started, and what hardware it found.
    *("acpi", "bus", "cmdline", "config.gz", "consoles", "devices", "dma", "driver", "execdomains", "fb"),
    *("filesystems", "iomem", "ioports", "kallsyms", "misc", "mtrr", "partitions", "scsi", "tty"),
    # Of algorithms, of which no bot in a jail can make more or fewer. Not irq: some files there count all interrupts,
    # also those of a disk that another bot reads.
    "crypto",
    *("version", "version_signature"),
    # Of these the kernel shows a jail its own part only: those of its users, processes, and namespaces.
    *("key-users", "keys", "locks", "sysvipc"),
    # Settings; looked at one by one below.
    "sys",
}
_SETTINGS = {"abi", "debug", "dev", "kernel", "net", "user", "vm"}
_NO_SETTING = "sys/kernel/random"
"""A folder among the settings that is none: it tells the machine's name, and another number each time."""


@cache
def snapshots() -> dict[str, bytes]:
    """The path and the content of each file that is replaced, as it was when this was called first."""
    found = {}
    for name in SNAPSHOTS:
        with suppress(OSError):
            found[f"{PROC}/{name}"] = Path(PROC, name).read_bytes()
    return found


@cache
def covers() -> tuple[str, ...]:
    """Bubblewrap's words that cover the rest of /proc: files with nothing, folders with empty ones. What only root may
    read needs no cover, as bots are never root."""
    names = [name for name in _listed("") if name not in _KEPT and name not in SNAPSHOTS]
    names += [f"sys/{name}" for name in _listed("sys") if name not in _SETTINGS]
    words: list[str] = []
    for name in (*names, _NO_SETTING):
        path = f"{PROC}/{name}"
        with suppress(OSError):  # other kernels have others
            mode = os.lstat(path).st_mode
            if stat.S_ISDIR(mode):
                # A mount of a file system costs a start half as much as one of a folder that is there.
                words += ["--perms", "0555", "--size", "4096", "--tmpfs", path]
            elif mode & stat.S_IROTH and not stat.S_ISLNK(mode):
                words += ["--dev-bind", "/dev/null", path]
    return tuple(words)


def _listed(folder: str) -> list[str]:
    with suppress(OSError):
        return sorted(name for name in os.listdir(Path(PROC, folder)) if not name.isdigit())
    return []
