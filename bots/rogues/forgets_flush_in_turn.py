# verdict: time; says: is stdout flushed
"""Flushes where it was tried by hand, and not where it moves. Met: D21."""

import json

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        print(json.dumps({"id": message["id"], "choice": 0}))
    else:
        answer(message)
