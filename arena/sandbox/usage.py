"""What a bot used of the machine in one game."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Source = Literal[
    "cgroup",  # the kernel's own account of the whole tree: exact
    "samples",  # its processes looked at now and then: what starts and ends in between is missed
]


Doing = Literal[
    "stopped",  # by a signal such as SIGSTOP
    "running",  # computing, or waiting for the processor
    "reading",  # waiting for more input
    "sleeping",  # for a time that it has set itself
    "waiting",  # for anything else
]
"""What a bot's processes do at a moment, all together."""


Rest = Literal[
    "wholly",  # nothing of it runs, or waits for a time that it has set itself
    "reading",  # a thread waits for more input, and others run
    "not",
]


class Usage(Struct, frozen=True, kw_only=True):
    """What one seat's bot used in one game.

    `on_ms` and `off_ms` are milliseconds of processor time while the seat was on turn, and while it was not.
    `off_wall_ms` is for how many milliseconds it was not on turn, by the clock. `memory_kib` is the most that all its
    processes were seen to hold together, in KiB: they are looked at a few times a second, and when a game ends, unless
    somebody looked less than ten milliseconds before. `out_bytes` is the number of bytes that came on stdout and
    stderr. `source` is where the times and the memory were read.
    """

    on_ms: float = 0.0
    off_ms: float = 0.0
    off_wall_ms: float = 0.0
    memory_kib: int = 0
    out_bytes: int = 0
    source: Source = "samples"
