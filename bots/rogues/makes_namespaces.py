# verdict: none; in: bwrap; by: filter
"""Makes a user namespace, in which it is root and much more of the kernel can be reached. Met: isolate NEWS 2.6,
bubblewrap `--disable-userns`."""

import ctypes
import os

from _honest import answer, leak, messages

CLONE_NEWUSER = 0x10000000
for message in messages():
    if message["type"] == "turn":
        child = os.fork()
        if child == 0:
            os._exit(1 if ctypes.CDLL(None).unshare(CLONE_NEWUSER) == 0 else 0)
        if os.waitpid(child, 0)[1]:
            leak("is root in a user namespace")
    answer(message)
