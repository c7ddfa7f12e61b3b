# verdict: malformed; says: it has only "chioce"
"""Misspells the key. Met: first bots."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(json.dumps({"id": message["id"], "chioce": 0}))
    else:
        answer(message)
