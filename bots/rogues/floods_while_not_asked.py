# verdict: output-limit; says: bytes for one request
"""Answers, and then repeats itself without end while nobody asks it. Met: D16, DOMjudge #465."""

from _honest import answer, messages, say

for message in messages():
    answer(message)
    while message["type"] == "turn":
        say("\n" * 2000)
