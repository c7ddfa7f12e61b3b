# verdict: illegal; says: is not among the
"""Writes out a move that the rules do not know. Met: D36, a bot that always answers an illegal move."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(json.dumps({"id": message["id"], "move": {"do": "win"}}))
    else:
        answer(message)
