# verdict: exited; says: SIGABRT
"""Fails an assertion as programs in C do. Met: D33."""

import os

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        os.abort()
    answer(message)
