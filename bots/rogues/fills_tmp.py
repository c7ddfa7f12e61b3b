# verdict: disk; in: bwrap
"""Fills /tmp with files of a MiB, 200 at most. Met: every judge whose disk was full in the morning."""

import time
from contextlib import suppress

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        with suppress(OSError):
            for number in range(200):
                with open(f"/tmp/rogue-{number}", "xb", buffering=0) as file:
                    file.write(bytes(1 << 20))
        time.sleep(1000)
    answer(message)
