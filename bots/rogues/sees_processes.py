# verdict: none; in: bwrap; by: processes
"""Lists the processes of the machine. Met: command lines with passwords in them."""

import os

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        others = {int(name) for name in os.listdir("/proc") if name.isdigit()} - {1, os.getpid(), os.getppid()}
        if others:
            leak(f"sees the processes {sorted(others)[:5]}")
    answer(message)
