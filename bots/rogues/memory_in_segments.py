# verdict: none; in: bwrap; by: filter
"""Lays its tables into a segment of System V that is attached nowhere: no process holds it, and it outlives them all.
It is small here, and removed. Met: limits that add up what is mapped."""

import ctypes

from _honest import answer, leak, messages

IPC_PRIVATE, IPC_RMID, MIB = 0, 0, 1 << 20
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
for message in messages():
    if message["type"] == "turn":
        segment = libc.shmget(IPC_PRIVATE, ctypes.c_size_t(MIB), 0o600)
        if segment >= 0:
            start = libc.shmat(segment, None, 0)
            ctypes.memset(start, 1, MIB)
            libc.shmdt(ctypes.c_void_p(start))
            libc.shmctl(segment, IPC_RMID, None)
            leak("holds memory that no process maps")
    answer(message)
