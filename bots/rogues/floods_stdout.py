# verdict: output-limit; says: bytes for one request
"""Writes without end and without a newline. Met: D16, DOMjudge #605."""

from _honest import answer, messages

for message in messages():
    while message["type"] == "turn":
        print("junk" * 1000, end="", flush=True)
    answer(message)
