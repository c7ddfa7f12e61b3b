# verdict: memory
"""A gibibyte of shared memory, which counts neither as data nor as stack. Met: RLIMIT_DATA, which does not see it."""

import mmap
import time

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        shared = mmap.mmap(-1, 1 << 30)
        for at in range(0, len(shared), 4096):
            shared[at] = 1
        time.sleep(1000)
    answer(message)
