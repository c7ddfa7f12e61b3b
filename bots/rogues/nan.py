# verdict: malformed; says: NaN is not JSON
"""Adds the value of its position, which is NaN. Some readers take it, some do not. Met: JSON readers that differ."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(json.dumps({"id": message["id"], "choice": 0, "value": float("nan")}))
    else:
        answer(message)
