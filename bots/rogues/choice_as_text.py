# verdict: malformed; says: "choice" must be a whole number from 0, not "0"
"""Puts its choice into quotes. Met: JSON writers of loosely typed languages."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(json.dumps({"id": message["id"], "choice": "0"}))
    else:
        answer(message)
