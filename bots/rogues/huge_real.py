# verdict: malformed; says: the number 1e999 is too large
"""A number that is infinite once it is read, without the word for it. Met: JSON readers that differ."""

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say('{"id": 2, "choice": 0, "value": 1e999}')
    else:
        answer(message)
