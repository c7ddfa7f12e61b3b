# verdict: exited; says: exited with code 5
"""Plays one game well and dies in the next: what it kept from the first confuses it. Met: D39, isolate #158."""

from _honest import answer, messages

games = 0
for message in messages():
    if message["type"] == "start":
        games += 1
    if message["type"] == "turn" and games == 2:
        raise SystemExit(5)
    answer(message)
