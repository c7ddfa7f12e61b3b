"""Tells which limit a bot came near to, by what it held and by its own words, and what its end means.

A runtime that gets no memory stays within its limit all the time, and says in a dozen ways that it wanted more. Such
words are only taken for a hint, shown beside the words themselves: they decide nothing.
"""

from __future__ import annotations

import signal
from typing import NamedTuple

from arena.files import MIB
from arena.protocol import printable
from arena.sandbox.program import Limits

NEAR = 0.8
"""The part of a limit from which on it is named as near."""


_SHOWN = 120
"""The most characters that are shown of a line that speaks of a limit."""


class Held(NamedTuple):
    """The most that a bot has held in a game: bytes of memory, processes and threads, bytes in temporary folders,
    seconds of processor time, bytes of stderr."""

    memory: int
    processes: int
    disk: int
    cpu_s: float
    stderr: int


_MEMORY = (
    *("insufficient memory", "cannot allocate memory", "not enough space", "not enough memory", "out of memory"),
    *("outofmemory", "memoryerror", "bad_alloc", "could not reserve enough space", "memory allocation of"),
    *("failed to map", "enomem", "allocation failed", "could not allocate"),
)
_PROCESSES = (
    *("can't start new thread", "unable to create native thread", "resource temporarily unavailable", "eagain"),
    *("pthread_create", "cannot fork", "fork failed", "failed to create new os thread"),
)
_DISK = ("no space left on device", "enospc", "disk quota", "file too large")
_IN_A_JAIL = (
    (("too many open files", "emfile"), "in its jail a process may have 256 files open"),
    (("read-only file system", "erofs"), "in its jail it can write to /tmp and /dev/shm only"),
    (
        ("network is unreachable", "name resolution", "getaddrinfo", "enetunreach", "connection refused"),
        "in its jail there is no network",
    ),
)
_RUNTIMES = (
    ("java", ", and bound what its runtime takes: java -Xmx32m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"),
    ("javascript heap", ", and say how much its heap may take: node --max-old-space-size=..."),
)


def _line_with(signs: tuple[str, ...], lines: list[str]) -> str:
    """The first line with one of the signs, as far as it is shown; "" where there is none."""
    line = next((line for line in lines if any(sign in line.lower() for sign in signs)), "")
    return printable(line.strip()[:_SHOWN])


def _runtime(said: str) -> str:
    words = said.lower()
    return next((remedy for name, remedy in reversed(_RUNTIMES) if name in words), "")


def wants(said: str, held: Held, limits: Limits, jailed: bool) -> list[str]:
    """The limits that are near, each with its figure and its key in a configuration; `said` is what the bot wrote about
    its trouble."""
    lines = said.split("\n")
    found = []
    if line := _line_with(_MEMORY, lines):
        found.append(
            f"it speaks of memory ({line}), and may have {limits.memory_mb} MiB (limits.memory_mb): use less, or ask "
            f"for more{_runtime(said)}"
        )
    elif held.memory > NEAR * limits.memory_mb * MIB:
        found.append(f"it held {held.memory / MIB:.0f} of {limits.memory_mb} MiB of memory (limits.memory_mb)")
    if line := _line_with(_PROCESSES, lines):
        most = limits.processes
        found.append(f"it speaks of processes ({line}), and may have {most} with all threads (limits.processes)")
    elif held.processes > NEAR * limits.processes:
        found.append(f"it had {held.processes} of {limits.processes} processes and threads (limits.processes)")
    if line := _line_with(_DISK, lines):
        found.append(
            f"it speaks of files ({line}), and may write {limits.disk_mb} MiB to temporary folders (limits.disk_mb)"
        )
    elif held.disk > NEAR * limits.disk_mb * MIB:
        found.append(f"it wrote {held.disk / MIB:.0f} of {limits.disk_mb} MiB to temporary folders (limits.disk_mb)")
    if jailed:
        found += (means for signs, means in _IN_A_JAIL if _line_with(signs, lines))
    if held.cpu_s > NEAR * limits.cpu_s:
        found.append(f"it used {held.cpu_s:.0f} of {limits.cpu_s} s of processor time in this game (limits.cpu_s)")
    if held.stderr > NEAR * limits.stderr_most_bytes:
        most = limits.stderr_most_bytes
        found.append(f"it wrote {held.stderr} of {most} bytes to stderr (limits.stderr_most_bytes)")
    return found


_SIGNALS = {
    signal.SIGSEGV: "it touched memory that is not its own, or its stack was full",
    signal.SIGBUS: "it touched memory that is not there, such as of a file that was cut",
    signal.SIGABRT: "it gave up by itself: an assertion, an error that nobody caught, or no memory",
    signal.SIGFPE: "it divided by zero, or the like",
    signal.SIGILL: "it was built for another processor, or trapped itself",
    signal.SIGTRAP: "it trapped itself: an assertion, or no memory",
    signal.SIGSYS: "it made a system call that the sandbox forbids",
    signal.SIGPIPE: "it wrote to a pipe that nobody reads",
    signal.SIGKILL: "not by the referee: by itself, or by the kernel since the whole machine was out of memory",
}
_CODES = {
    0: "it ended by itself: a bot goes on reading until `quit`, or the end of its input",
    126: "a shell found its program and may not execute it",
    127: "a shell did not find its program",
}


def end_means(code: int | None, number: int | None) -> str:
    """What the exit code or the number of the signal says of the cause; "" if nothing."""
    if number is not None:
        return next((means for known, means in _SIGNALS.items() if known == number), "")
    return "" if code is None else _CODES.get(code, "")
