"""A bot that answers every request at once with the first legal move, as its author would write it in Python."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "turn":
            answer = {"id": message["id"], "choice": 0}
        case "hello" | "start":
            answer = {"type": "ready", "id": message["id"], "protocol": 1}
        case "end":
            continue
        case _:
            break
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
