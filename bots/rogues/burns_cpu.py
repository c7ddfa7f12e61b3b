# verdict: cpu
"""Computes for ever in a game without a limit for the move. Met: D13, isolate #84."""

from _honest import answer, messages

for message in messages():
    while message["type"] == "turn":
        pass
    answer(message)
