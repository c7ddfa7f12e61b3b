"""Which limit is named to the author of a bot that came near to it or speaks of it, and what an end means."""

from __future__ import annotations

import signal

import pytest

from arena.sandbox import Limits
from arena.sandbox.wants import Held, end_means, wants

LIMITS = Limits(memory_mb=100, processes=10, disk_mb=20, cpu_s=50, stderr_most_bytes=1000)
NOTHING = Held(0, 0, 0, 0.0, 0)
MIB = 1 << 20


def test_far_from_all_limits_none_is_named() -> None:
    assert wants("ValueError: no such card", Held(50 * MIB, 5, 10 * MIB, 25.0, 500), LIMITS, jailed=True) == []


def test_near_limits_are_named_with_their_figures_and_keys() -> None:
    assert wants("", Held(95 * MIB, 9, 19 * MIB, 45.0, 900), LIMITS, jailed=False) == [
        "it held 95 of 100 MiB of memory (limits.memory_mb)",
        "it had 9 of 10 processes and threads (limits.processes)",
        "it wrote 19 of 20 MiB to temporary folders (limits.disk_mb)",
        "it used 45 of 50 s of processor time in this game (limits.cpu_s)",
        "it wrote 900 of 1000 bytes to stderr (limits.stderr_most_bytes)",
    ]


# As the runtimes of these languages say it, which hold little at that time: they were given no more.
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("# There is insufficient memory for the Java Runtime Environment to continue.", "java -Xmx32m"),
        ("error='Not enough space' (errno=12)", "may have 100 MiB (limits.memory_mb)"),
        ("java.lang.OutOfMemoryError: Java heap space", "java -Xmx32m"),
        ("FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory", "node --max-old-space"),
        ("MemoryError", "may have 100 MiB (limits.memory_mb)"),
        ("terminate called after throwing an instance of 'std::bad_alloc'", "may have 100 MiB (limits.memory_mb)"),
        ("memory allocation of 1073741824 bytes failed", "may have 100 MiB (limits.memory_mb)"),
        ("fatal error: runtime: out of memory", "may have 100 MiB (limits.memory_mb)"),
        ("RuntimeError: can't start new thread", "may have 10 with all threads (limits.processes)"),
        ("unable to create native thread: possibly out of process limits", "(limits.processes)"),
        ("OSError: [Errno 28] No space left on device", "20 MiB to temporary folders (limits.disk_mb)"),
    ],
)
def test_words_for_a_limit_name_it(said: str, told: str) -> None:
    (want,) = wants(f"first\n{said}\nlast", NOTHING, LIMITS, jailed=False)
    assert told in want
    assert said[:100] in want


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("OSError: [Errno 30] Read-only file system: 'x'", "in its jail it can write to /tmp and /dev/shm only"),
        ("socket.gaierror: Temporary failure in name resolution", "in its jail there is no network"),
        ("OSError: [Errno 24] Too many open files", "in its jail a process may have 256 files open"),
    ],
)
def test_what_a_jail_forbids_is_named_only_there(said: str, told: str) -> None:
    assert wants(said, NOTHING, LIMITS, jailed=True) == [told]
    assert wants(said, NOTHING, LIMITS, jailed=False) == []


def test_a_strangers_words_are_safe_to_show_and_short() -> None:
    (want,) = wants("out of memory \x1b[2J\u202e" + "x" * 10_000, NOTHING, LIMITS, jailed=False)
    assert want.isprintable()
    assert len(want) < 400


@pytest.mark.parametrize(
    ("code", "number", "means"),
    [
        (0, None, "it ended by itself"),
        (127, None, "a shell did not find its program"),
        (126, None, "may not execute it"),
        (1, None, ""),
        (-11, signal.SIGSEGV, "its stack was full"),
        (134, signal.SIGABRT, "it gave up by itself"),
        (-9, signal.SIGKILL, "not by the referee"),
        (159, signal.SIGSYS, "a system call that the sandbox forbids"),
        (-40, 40, ""),
        (None, None, ""),
    ],
)
def test_an_end_means_something(code: int | None, number: int | None, means: str) -> None:
    found = end_means(code, number)
    assert means in found
    assert bool(found) == bool(means)
