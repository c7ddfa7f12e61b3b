# verdict: malformed; says: an answer is a JSON object, not
"""Answers with the number alone. Met: first bots."""

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say("0")
    else:
        answer(message)
