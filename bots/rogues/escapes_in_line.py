# verdict: malformed; says: \x1b[2J
"""Writes signs that clear the terminal where an answer should be. Met: programs that show progress in colour."""

from _honest import answer, messages, say

for message in messages():
    if message["type"] == "turn":
        say("\x1b[2J\x1b[31m1. rogue  100 %\x1b[0m")
    else:
        answer(message)
