# verdict: none
"""Claims to be another seat. Fields that nobody asked for mean nothing.
Met: D35, a move charged to the wrong player."""

import json

from _honest import messages, say

for message in messages():
    fields = {"id": message["id"], "seat": 0, "player": "bot a", "game_id": "1"}
    if message["type"] == "turn":
        say(json.dumps(fields | {"choice": 0}))
    else:
        say(json.dumps(fields | {"type": "ready", "name": "opponent"}))
