# verdict: malformed; says: is larger than 2**53
"""Chooses a number of fifty thousand digits. Met: Python's own limit for the conversion of digits."""

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(f'{{"id": 2, "choice": {"9" * 50_000}}}')
    else:
        answer(message)
