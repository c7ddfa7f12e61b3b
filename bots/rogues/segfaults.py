# verdict: exited; says: SIGSEGV
"""Reads from address 0. Met: D10, D33."""

import ctypes

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        ctypes.string_at(0)
    answer(message)
