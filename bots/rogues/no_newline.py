# verdict: time; says: it is a whole answer
"""Forgets the newline at the end of its answer. Met: D28; first bots in C."""

import json

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        print(json.dumps({"id": message["id"], "choice": 0}), end="", flush=True)
    else:
        answer(message)
