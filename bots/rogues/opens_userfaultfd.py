# verdict: none; in: bwrap; by: filter
"""Handles page faults of the kernel itself, with which races in it are won. Met: exploits of the last ten years."""

import ctypes
import os

from _honest import answer, leak, messages

USERFAULTFD = {"x86_64": 323, "aarch64": 282}[os.uname().machine]
for message in messages():
    if message["type"] == "turn" and ctypes.CDLL(None).syscall(USERFAULTFD, 0) > 0:
        leak("has a userfaultfd")
    answer(message)
