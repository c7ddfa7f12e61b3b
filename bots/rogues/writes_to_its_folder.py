# verdict: none; in: bwrap; by: files
"""Writes into its own folder, which all processes of the bot share: a channel from game to game and from seat to seat.
Met: Halite II #276."""

import os

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "learnt.txt")
        try:
            open(path, "x").close()
            os.remove(path)
            leak(f"wrote {path}")
        except OSError:
            pass
    answer(message)
