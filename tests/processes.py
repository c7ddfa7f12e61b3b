"""What tests see of processes."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def alive(mark: str) -> set[int]:
    """The processes that carry the mark in their environment or command line, which the dead have no longer; not this
    one."""
    found = set()
    for name in os.listdir("/proc"):
        if name.isdigit():
            for file in ("environ", "cmdline"):
                with suppress(OSError):  # it has just gone, or is not ours to read
                    if mark.encode() in Path("/proc", name, file).read_bytes():
                        found.add(int(name))
    return found - {os.getpid()}


def descriptors() -> set[str]:
    """What this process has open, apart from the kernel's files: the watch's thread reads those at any moment."""
    found = set()
    for fd in os.listdir("/proc/self/fd"):
        with suppress(FileNotFoundError):
            if not os.readlink(f"/proc/self/fd/{fd}").startswith(("/proc/", "/sys/")):
                found.add(fd)
    return found
