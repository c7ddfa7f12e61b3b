# verdict: stalled; in: none rlimit; says: did not read its input
"""Fills its own stdin from the other end, so that the next request does not fit into the pipe. In a jail that root made
the pipe is root's, and cannot be opened anew. Met: D15."""

import os
import time
from contextlib import suppress

from _honest import answer, messages

for message in messages():
    if message["type"] == "start":
        pipe = os.open("/proc/self/fd/0", os.O_WRONLY | os.O_NONBLOCK)
        with suppress(BlockingIOError):
            while True:
                os.write(pipe, b" ")
        answer(message)
        time.sleep(1000)
    answer(message)
