# verdict: none; in: bwrap; by: filter
"""Sets up contexts for asynchronous files. They are counted for the whole machine: who takes all leaves none to its
twin, nor to the machine's database. Met: a bot that took 40,000 of 65,536."""

import ctypes
import os

from _honest import answer, leak, messages

SETUP, DESTROY = {"x86_64": (206, 207), "aarch64": (0, 1)}[os.uname().machine]
syscall = ctypes.CDLL(None).syscall
for message in messages():
    if message["type"] == "turn":
        context = ctypes.c_ulong()
        if syscall(SETUP, 16, ctypes.byref(context)) == 0:
            leak("has a context")
            syscall(DESTROY, context)
    answer(message)
