# verdict: none; in: bwrap; by: filter
"""Seizes every process that it may trace: so it could read the cards and stop the referee. Those of its own jail are
no secret to it. Met: a referee that hung until the bot was killed by hand."""

import ctypes
import os

from _honest import answer, leak, messages

PTRACE_SEIZE = 0x4206
ptrace = ctypes.CDLL(None).ptrace
for message in messages():
    if message["type"] == "turn":
        for pid in filter(str.isdigit, os.listdir("/proc")):
            if int(pid) not in (1, os.getpid()) and ptrace(PTRACE_SEIZE, int(pid), None, None) == 0:
                leak("traces another process")
                raise SystemExit  # which lets it go
    answer(message)
