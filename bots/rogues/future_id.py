# verdict: malformed; says: but the request was number
"""Answers a request that has not been made, in the hope that its answer will be waiting there. Met: D26, D35."""

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        message["id"] += 1
    answer(message)
