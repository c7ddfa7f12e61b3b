# verdict: none
"""Has a name of 60,000 characters. Met: tables that are as wide as their widest cell."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        answer(message)
    else:
        say(json.dumps({"type": "ready", "id": message["id"], "name": "rogue" * 12_000}))
