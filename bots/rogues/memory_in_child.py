# verdict: memory
"""Lets a child hold the memory, a gibibyte. Met: limits for one process that others do not have."""

import os
import time
from contextlib import suppress

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        if os.fork() == 0:
            tables = []
            with suppress(MemoryError):
                while len(tables) < 64:
                    tables.append(b"x" * (1 << 24))
        time.sleep(1000)
        os._exit(0)
    answer(message)
