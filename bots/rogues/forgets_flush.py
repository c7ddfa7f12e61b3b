# verdict: start-failure; says: is stdout flushed
"""Prints its lines and never flushes them: to a pipe nothing comes out. Met: D21, cutechess #737."""

import json

from _honest import messages

for message in messages():
    print(json.dumps({"type": "ready", "id": message["id"], "protocol": 1}))
