# verdict: time; says: the last line has no newline yet
"""Answers byte by byte, always before the next would be late: the limit is for the answer, not for the byte.
Met: Halite II, D25."""

import sys
import time

from _honest import answer, messages

for message in messages():
    while message["type"] == "turn":
        sys.stdout.write(" ")
        sys.stdout.flush()
        time.sleep(0.1)
    answer(message)
