"""A bot as its owner describes it, and what it may use."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

AtLeast1 = Annotated[int, Meta(ge=1)]
SandboxName: TypeAlias = Literal["none", "rlimit", "bwrap"]
MIB = 1024 * 1024


class Program(Struct, frozen=True):
    """`argv` is started in `folder` (a path) with `env` added to a small fixed environment.

    `bind` are further files and folders that a jail shows it, read-only at their own paths: its interpreter, say.
    """

    name: str
    argv: tuple[str, ...]
    folder: str
    env: dict[str, str]
    bind: tuple[str, ...] = ()


class BuildLimits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one build may use: seconds by the clock, MiB of memory, processes and threads, MiB that it writes."""

    seconds: AtLeast1 = 300
    memory_mb: AtLeast1 = 4096
    processes: AtLeast1 = 256
    disk_mb: AtLeast1 = 1024


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one bot may use; all but the first two of one game.

    memory_mb          MiB that all its processes hold together
    processes          processes and threads at a time
    answer_bytes       of stdout for one request
    stderr_bytes       of stderr that are kept at its head and again at its tail
    stderr_most_bytes  of stderr in all
    disk_mb            MiB in its temporary folders
    cpu_s              seconds of processor time
    build              for its build
    """

    memory_mb: AtLeast1 = 1024
    processes: AtLeast1 = 64
    answer_bytes: AtLeast1 = 65_536
    stderr_bytes: Annotated[int, Meta(ge=0)] = 65_536
    stderr_most_bytes: AtLeast1 = 8 * MIB
    disk_mb: AtLeast1 = 64
    cpu_s: AtLeast1 = 600
    build: BuildLimits = BuildLimits()
