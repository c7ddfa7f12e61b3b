# verdict: time; says: 0 bytes received
"""Thinks for ever without using any time of the processor. Met: D25, Kaggle environments PR #315."""

import time

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        time.sleep(1000)
    answer(message)
