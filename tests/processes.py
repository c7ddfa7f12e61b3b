"""What tests see of processes."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PATIENCE = 120
"""Seconds, since a starved machine only needs longer. What fails never comes."""
KERNELS = ("/proc/", "/sys/")
LOOKS = 20


def a_moment() -> None:
    """As long as a test sleeps between two looks."""
    time.sleep(0.005)


def wait_for(
    what: Callable[[], object],
    process: subprocess.Popen[str] | None = None,
    pause: Callable[[], object] = a_moment,
) -> None:
    """Until it is so, with a pause after each look; AssertionError when patience or the process ends before."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "it never happened"
        assert process is None or process.poll() is None, "the process ended before it happened"
        pause()


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
    """What this process has open. The watch's thread opens files of the kernel's at any moment, but holds none of them
    for long: those count only if they stay."""
    found = _opened()
    for _ in range(LOOKS):
        if not any(to.startswith(KERNELS) for _, to in found):
            break
        a_moment()
        now = _opened()
        found = {(fd, to) for fd, to in found if not to.startswith(KERNELS) or (fd, to) in now}
    return {fd for fd, _ in found}


def _opened() -> set[tuple[str, str]]:
    """Each descriptor, and what it is."""
    found = set()
    for fd in os.listdir("/proc/self/fd"):
        with suppress(FileNotFoundError):  # the listing's own
            found.add((fd, os.readlink(f"/proc/self/fd/{fd}")))
    return found
