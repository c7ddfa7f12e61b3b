# verdict: start-failure; says: expected {"type": "ready", ...}
"""Answers hello with a move. Met: D35."""

import json

from _honest import messages, say

for message in messages():
    say(json.dumps({"id": message["id"], "choice": 0}))
