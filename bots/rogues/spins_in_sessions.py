# verdict: none
"""Forty children, each in a session of its own, spin for as long as their parent lives, ten seconds at most: while the
opponent thinks, too. Whoever is on turn comes first. Met: 30 ms of work that were charged 1,272."""

import os
import time

from _honest import answer, messages

parent = os.getpid()
for _ in range(40):
    if os.fork() == 0:
        os.setsid()
        end = time.monotonic() + 10
        while os.getppid() == parent and time.monotonic() < end:
            pass
        os._exit(0)
for message in messages():
    answer(message)
