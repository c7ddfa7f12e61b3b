# verdict: memory
"""Keeps all that it has ever computed, as long as it gets memory; stops at 2 GiB. Met: riddlesio #48."""

import time
from contextlib import suppress

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        tables = []
        with suppress(MemoryError):
            while len(tables) < 128:
                tables.append(b"x" * (1 << 24))
        time.sleep(1000)
    answer(message)
