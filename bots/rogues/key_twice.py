# verdict: malformed; says: the key "choice" stands twice
"""Writes a key twice: which of the two counts depends on the reader. Met: JSON readers that differ."""

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say('{"id": 2, "choice": 1, "choice": 0}')
    else:
        answer(message)
