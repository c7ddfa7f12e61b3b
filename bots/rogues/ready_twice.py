# verdict: none
"""Says twice that it is ready. The second word answers nothing and is only counted. Met: D34."""

from _honest import answer, messages

for message in messages():
    answer(message)
    if message["type"] != "turn":
        answer(message)
