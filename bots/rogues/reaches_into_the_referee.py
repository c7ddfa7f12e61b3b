# verdict: none; in: none rlimit; by: memory
"""Opens the memory of the process that started it for writing, reads its environment, and stops it as a debugger would.
Nothing is written. Met: contests that are run as root, where a bot of root's may do all that."""

import ctypes
import os

from _honest import answer, leak, messages

PTRACE_SEIZE = 0x4206
ptrace = ctypes.CDLL(None).ptrace
for message in messages():
    if message["type"] == "turn":
        for name, how in (("mem", os.O_RDWR), ("environ", os.O_RDONLY)):
            try:
                os.close(os.open(f"/proc/{os.getppid()}/{name}", how))
                leak(f"the referee's {name}")
            except OSError:
                pass
        if ptrace(PTRACE_SEIZE, os.getppid(), None, None) == 0:
            leak("traces the referee")
            raise SystemExit  # which lets it go
    answer(message)
