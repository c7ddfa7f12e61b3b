# verdict: none
"""Calls itself by a sequence of signs that clears the terminal, with a line of its own below. Met: names in tables."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        answer(message)
    else:
        name = "\x1b[2J\x1b]0;pwned\x07rogue\r\n1. rogue  100 %\u202e\u2028"
        say(json.dumps({"type": "ready", "id": message["id"], "name": name}))
