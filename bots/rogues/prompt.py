# verdict: malformed; says: something stands before the answer
"""Prompts a human who is not there: the prompt stands before the answer on its line. Met: ports of console games."""

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        print("your move> ", end="")
    answer(message)
