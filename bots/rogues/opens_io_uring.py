# verdict: none; in: bwrap; by: filter
"""Sets up an io_uring, through which files are opened past the filters of system calls. Met: isolate NEWS 2.6."""

import ctypes

from _honest import answer, leak, messages

IO_URING_SETUP = 425
for message in messages():
    if message["type"] == "turn" and ctypes.CDLL(None).syscall(IO_URING_SETUP, 1, ctypes.create_string_buffer(120)) > 0:
        leak("has an io_uring")
    answer(message)
