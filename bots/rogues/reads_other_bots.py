# verdict: none; in: bwrap; by: files
"""Looks beside its own folder, where the other bots are: their books and their code. Met: Halite II, which therefore
gave each bot a Unix user of its own."""

import os

from _honest import answer, leak, messages

own = os.path.dirname(os.path.abspath(__file__))
for message in messages():
    if message["type"] == "turn":
        beside = os.path.dirname(own)
        for name in os.listdir(beside):
            if os.path.join(beside, name) != own:
                leak(f"{name} lies in {beside}")
                break
    answer(message)
