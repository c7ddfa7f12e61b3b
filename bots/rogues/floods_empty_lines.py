# verdict: output-limit; says: bytes for one request
"""Writes empty lines without end. Met: DOMjudge #1583."""

from _honest import answer, messages

for message in messages():
    while message["type"] == "turn":
        print("\n" * 4000, end="", flush=True)
    answer(message)
