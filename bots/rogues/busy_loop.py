# verdict: time; says: no answer within
"""Computes for ever. Met: D25."""

from _honest import answer, messages

for message in messages():
    while message["type"] == "turn":
        pass
    answer(message)
