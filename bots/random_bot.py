"""Plays any legal move of any game, each equally likely. A first bot to copy from.

Start: python random_bot.py
"""

import json
import sys
from random import Random

rng = Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "quit":
        break
    if message["type"] == "start":
        rng.seed(message["seed"])  # the same contest gives the same game again
    if message["type"] in ("hello", "start"):
        answer = {"type": "ready", "id": message["id"], "protocol": 1, "name": "random (Python)"}
    elif message["type"] == "turn":
        answer = {"id": message["id"], "choice": rng.randrange(len(message["legal"]))}
    else:
        continue  # "end" needs no answer
    print(json.dumps(answer), flush=True)
