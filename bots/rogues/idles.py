# verdict: none
"""Sleeps twelve seconds while it gets ready. Met: bubblewrap #692, a parent-death signal that fires when the *thread*
that started the bot has been idle for ten."""

import time

from _honest import answer, messages

slept = False
for message in messages():
    if message["type"] == "start" and not slept:
        slept = True
        time.sleep(12)
    answer(message)
