# verdict: none; in: bwrap; by: filter
"""Asks which pages of a shared file are in memory: what its twin has read there is a message of many bits.
Met: page cache attacks, CVE-2019-5489."""

import ctypes
import json
import mmap
import os

from _honest import answer, leak, messages

SHARED = json.__file__
RWF_NOWAIT = 8
CACHESTAT = 451


def asked():
    """The ways to ask that gave an answer."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(SHARED, "rb") as file:
        try:
            os.preadv(file.fileno(), [bytearray(1)], 0, RWF_NOWAIT)
            yield "RWF_NOWAIT"
        except BlockingIOError:
            yield "RWF_NOWAIT"
        except OSError:
            pass
        shared = mmap.mmap(file.fileno(), 4096, flags=mmap.MAP_PRIVATE)
        start = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(shared)))
        if libc.mincore(start, ctypes.c_size_t(4096), ctypes.create_string_buffer(1)) == 0:
            yield "mincore"
        counted = (ctypes.c_uint64 * 5)()
        if libc.syscall(CACHESTAT, file.fileno(), (ctypes.c_uint64 * 2)(0, 4096), counted, 0) == 0:
            yield "cachestat"


for message in messages():
    if message["type"] == "turn":
        ways = list(asked())
        if ways:
            leak(f"what is in memory, by {' and '.join(ways)}")
    answer(message)
