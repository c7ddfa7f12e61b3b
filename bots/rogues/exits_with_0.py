# verdict: exited; says: exited with code 0 before it answered
"""Exits as if all were well, when it is asked. Met: D09, cutechess #27."""

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        raise SystemExit(0)
    answer(message)
