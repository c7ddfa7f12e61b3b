# verdict: time; says: the last line has no newline yet
"""Forgets the newline at the end of its answer. Met: D28; first bots in C."""

import json

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        print(json.dumps({"id": message["id"], "choice": 0}), end="", flush=True)
    else:
        answer(message)
