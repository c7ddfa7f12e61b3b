# verdict: none; in: bwrap; by: filter
"""Leaves a note on a file that it can only read, where the kernel keeps a hint for the disk: its twin reads it there.
Met: kernels before 6.9 allow it to anybody, later ones to whoever owns the file."""

import ctypes
import fcntl
import json

from _honest import answer, leak, messages

F_GET_RW_HINT, F_SET_RW_HINT = 1035, 1036
for message in messages():
    if message["type"] == "turn":
        with open(json.__file__, "rb") as shared:
            try:
                hint = fcntl.fcntl(shared, F_GET_RW_HINT, bytes(8))
                fcntl.fcntl(shared, F_SET_RW_HINT, bytes(ctypes.c_uint64(3)))
                leak("a note on a file that others read")
                fcntl.fcntl(shared, F_SET_RW_HINT, hint)
            except OSError:
                pass
    answer(message)
