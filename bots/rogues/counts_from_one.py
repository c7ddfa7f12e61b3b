# verdict: illegal; says: (0 is the first)
"""Counts the legal moves from one, so that the last is past the end. Met: D36; languages that count from one."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(json.dumps({"id": message["id"], "choice": len(message["legal"])}))
    else:
        answer(message)
