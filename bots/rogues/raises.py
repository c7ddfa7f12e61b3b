# verdict: exited; says: ZeroDivisionError: division by zero
"""Divides by zero. Its last words are quoted. Met: D22."""

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        print(1 / 0)
    answer(message)
