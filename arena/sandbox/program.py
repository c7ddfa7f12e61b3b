"""A bot as its owner describes it, and what it may use."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from arena.files import MIB

MOST = 10**12
"""The highest value of any limit: more than any machine has, and as MiB still a number of bytes that the kernel can
take."""
MOST_PROCESSES = 2**22
"""The highest limit of processes: the kernel itself never has more."""

Amount = Annotated[int, Meta(ge=1, le=MOST)]
Processes = Annotated[int, Meta(ge=1, le=MOST_PROCESSES)]
SandboxName: TypeAlias = Literal["none", "rlimit", "bwrap"]


class Program(Struct, frozen=True):
    """What to start as a bot: `argv` in `folder` (a path), with `env` added to a small fixed environment.

    `bind` are further files and folders that a jail shows it, read-only at their own paths, its interpreter for
    example.
    """

    name: str
    argv: tuple[str, ...]
    folder: str
    env: dict[str, str]
    bind: tuple[str, ...] = ()


class BuildLimits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one build may use: seconds by the clock, MiB of memory, processes and threads, and MiB that it writes, which
    in a jail are in memory, too."""

    seconds: Amount = 300
    memory_mb: Amount = 4096
    processes: Processes = 256
    disk_mb: Amount = 1024


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one bot may use; all but the first two, `logs_mb` and `versions_mb` of one game.

    memory_mb          MiB that all its processes hold together
    processes          processes and threads at a time
    answer_bytes       of stdout for one request
    stderr_bytes       of stderr that are kept at its head and again at its tail
    stderr_most_bytes  of stderr in all
    logs_mb            MiB that the files of its stderr take in a whole contest
    versions_mb        MiB that the copies and builds of all its versions take in a ladder
    disk_mb            MiB in its temporary folders
    cpu_s              seconds of processor time
    build              for its build
    """

    memory_mb: Amount = 1024
    processes: Processes = 64
    answer_bytes: Amount = 65_536
    stderr_bytes: Annotated[int, Meta(ge=0, le=MOST)] = 65_536
    stderr_most_bytes: Amount = 8 * MIB
    logs_mb: Annotated[int, Meta(ge=0, le=MOST)] = 64
    versions_mb: Amount = 4096
    disk_mb: Amount = 64
    cpu_s: Amount = 600
    build: BuildLimits = BuildLimits()
