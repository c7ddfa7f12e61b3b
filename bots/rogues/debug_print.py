# verdict: malformed; says: `thinking about
"""A print for debugging that was forgotten on stdout. Met: D23."""

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say(f"thinking about {len(message['legal'])} moves")
    answer(message)
