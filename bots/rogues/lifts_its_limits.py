# verdict: none; in: bwrap; by: rights
"""Raises the limits that it was given. Met: soft limits, which are only a wish."""

import resource

from _honest import answer, leak, messages

LIMITS = ("RLIMIT_NPROC", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_CORE")
for message in messages():
    if message["type"] == "turn":
        for name in LIMITS:
            try:
                resource.setrlimit(getattr(resource, name), (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                leak(f"lifted {name}")
            except (OSError, ValueError):
                pass
    answer(message)
