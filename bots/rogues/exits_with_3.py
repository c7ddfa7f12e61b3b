# verdict: exited; says: exited with code 3 before it answered
"""Exits with a code of its own. Met: D33, an engine's abort reported as an illegal move."""

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        raise SystemExit(3)
    answer(message)
