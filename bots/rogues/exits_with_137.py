# verdict: exited; says: exited with code 137
"""Exits with the code of a program that was killed for its memory. That is what it says and no more. Met: bwrap, which
gives 137 for both."""

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        raise SystemExit(137)
    answer(message)
