# verdict: malformed; says: "choice" or "move", not both
"""Gives its answer in both forms at once, to be on the safe side. Met: readers of half a page."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(json.dumps({"id": message["id"], "choice": 0, "move": message["legal"][0]}))
    else:
        answer(message)
