# verdict: none; in: bwrap; by: name
"""Asks for the name of the machine, which may tell whose it is. In a jail it is `bot`.
Met: bwrap without a host name of its own."""

import os

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn" and os.uname().nodename != "bot":
        leak(f"this is {os.uname().nodename}")
    answer(message)
