# verdict: malformed; says: Python prints a dictionary so
"""Prints a Python dictionary, which is no JSON. Met: first bots in Python."""

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say({"id": message["id"], "choice": 0})
    else:
        answer(message)
