# verdict: time; says: answers request 0, which was over
"""Answers always with the number of the first request: such lines are late answers and dropped. Met: D26."""

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        message["id"] = 0
    answer(message)
