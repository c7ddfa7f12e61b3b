# verdict: none; in: bwrap; by: filter
"""Mounts a folder of its own and takes away the limits of /tmp with it. Met: jails that keep CAP_SYS_ADMIN."""

import ctypes
import os

from _honest import answer, leak, messages

libc = ctypes.CDLL(None)
for message in messages():
    if message["type"] == "turn":
        if os.getuid() == 0:  # then it could, and by hand it shall not
            leak("is user 0")
        elif libc.mount(b"rogue", b"/tmp", b"tmpfs", 0, None) == 0:
            leak("mounts")
        elif libc.umount2(b"/tmp", 0) == 0:
            leak("unmounts")
    answer(message)
