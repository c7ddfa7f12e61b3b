# verdict: output-limit; says: bytes for one request
"""One line of ten megabytes, and an answer in it. Met: D18."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(json.dumps({"id": message["id"], "choice": 0, "why": "x" * 10_000_000}))
    else:
        answer(message)
