# verdict: output-limit; says: bytes for one request
"""Repeats an old answer without end: each is dropped, all are counted. Met: D16."""

from _honest import answer, messages, say

for message in messages():
    while message["type"] == "turn":
        say('{"id": 0, "choice": 0}')
    answer(message)
