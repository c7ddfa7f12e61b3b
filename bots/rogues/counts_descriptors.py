# verdict: none
"""Looks for descriptors that it was given by mistake: the contest's database, the pipes of its opponent. Met: bwrap,
which hands on whatever is open."""

import os

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        for fd in os.listdir("/proc/self/fd"):
            if int(fd) > 2 and os.path.exists(f"/proc/self/fd/{fd}"):
                leak(f"descriptor {fd} is {os.readlink(f'/proc/self/fd/{fd}')}")
    answer(message)
