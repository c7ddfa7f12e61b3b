# verdict: none; in: bwrap; by: rights
"""Opens the settings of the kernel for writing. Met: containers with a writable /proc/sys."""

import os

from _honest import answer, leak, messages

PATHS = (
    "/proc/sys/kernel/core_pattern",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sysrq-trigger",
    "/dev/mem",
    "/dev/kmsg",
)
for message in messages():
    if message["type"] == "turn":
        for path in PATHS:
            try:
                os.close(os.open(path, os.O_WRONLY))  # to have it is enough
                leak(f"could write to {path}")
            except OSError:
                pass
    answer(message)
