# verdict: start-failure; says: speaks protocol 2, this is protocol 1
"""Was written for another protocol. Met: c-chess-cli #46."""

import json

from _honest import messages, say

for message in messages():
    say(json.dumps({"type": "ready", "id": message["id"], "protocol": 2}))
