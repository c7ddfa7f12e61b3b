# verdict: malformed; says: nested more than 32 deep
"""Nests arrays to break the reader. Met: readers of JSON that call themselves for each bracket."""

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(f'{{"id": 2, "choice": 0, "x": {"[" * 30_000}{"]" * 30_000}}}')
    else:
        answer(message)
