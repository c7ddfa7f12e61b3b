# verdict: malformed; says: half of a surrogate pair
"""Cuts a text in the middle of a character. Met: replays that could not be written an hour later."""

import json

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(json.dumps({"id": message["id"], "choice": 0, "comment": "\ud83d"}))
    else:
        answer(message)
