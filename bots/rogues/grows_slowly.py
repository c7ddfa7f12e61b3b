# verdict: memory
"""Grows by 10 MiB every 20 ms; stops at 2 GiB. Met: riddlesio #37, a memory limit that looked like random time-outs."""

import time
from contextlib import suppress

from _honest import answer, messages

for message in messages():
    tables = []
    while message["type"] == "turn":
        with suppress(MemoryError):
            if len(tables) < 200:
                tables.append(b"x" * 10_485_760)
        time.sleep(0.02)
    answer(message)
