# verdict: none; in: bwrap; by: filter
"""Says on which of the machine's memories its own is to lie, and asks where it does. Met: what container runtimes
refuse, since it fills one memory while others are empty."""

import ctypes
import os

from _honest import answer, leak, messages

SET, GET = {"x86_64": (238, 239), "aarch64": (237, 236)}[os.uname().machine]
MPOL_DEFAULT = 0
syscall = ctypes.CDLL(None).syscall
for message in messages():
    if message["type"] == "turn":
        said = [syscall(SET, MPOL_DEFAULT, None, 0), syscall(GET, None, None, 0, None, 0)]
        if 0 in said:
            leak("has a say in where memory lies")
    answer(message)
