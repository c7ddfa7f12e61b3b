# verdict: malformed; says: not JSON at character
"""Spreads its answer over several lines, for beauty. Met: D34; libraries that indent by default."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(json.dumps({"id": message["id"], "choice": 0}, indent=4))
    else:
        answer(message)
