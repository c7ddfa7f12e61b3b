# verdict: illegal; says: `{"do":"\u001b[2J
"""Puts signs that clear the terminal into a move. Met: error messages that quote what they found."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(json.dumps({"id": message["id"], "move": {"do": "\x1b[2J\n1. rogue  100 %"}}))
    else:
        answer(message)
