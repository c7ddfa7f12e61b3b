# verdict: none
"""Plays well with twenty sleeping children in sessions of their own. Met: D07, `killpg` that misses them."""

import os
import time

from _honest import answer, messages

for _ in range(20):
    if os.fork() == 0:
        os.setsid()
        time.sleep(1000)
        os._exit(0)
for message in messages():
    answer(message)
