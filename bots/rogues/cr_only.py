# verdict: time; says: it ends with \r
"""Ends its lines with a carriage return alone, as old Macs did. Met: ports of old programs."""

import json

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        print(json.dumps({"id": message["id"], "choice": 0}), end="\r", flush=True)
    else:
        answer(message)
