# verdict: memory
"""Ten children with 40 MiB each: none is large, all together are. Met: limits for each process."""

import os
import time

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        for _ in range(10):
            if os.fork() == 0:
                tables = bytes(range(256)) * (40 * 4096)
                time.sleep(1000)
                os._exit(0)
        time.sleep(1000)
    answer(message)
