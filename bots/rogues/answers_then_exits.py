# verdict: exited; says: exited with code 0
"""Answers and exits at once. That answer counts, and it has exited when it is asked next. Met: D19, D09."""

from _honest import answer, messages

for message in messages():
    answer(message)
    if message["type"] == "turn":
        raise SystemExit
