# verdict: malformed; says: "choice" must be a whole number from 0, not true
"""Chooses `true`, which is 1 in many languages and no number in JSON. Met: languages with truth for numbers."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(json.dumps({"id": message["id"], "choice": len(message["legal"]) > 0}))
    else:
        answer(message)
