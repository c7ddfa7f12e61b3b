# verdict: none
"""Plays well beside a daemon that hands over to a new process in a new session every few milliseconds, for a minute, so
that no list of processes is ever up to date. Met: what walks of /proc miss."""

import os
import time

from _honest import answer, messages

if os.fork() == 0:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if os.fork():
            os._exit(0)
        os.setsid()
        time.sleep(0.005)
    os._exit(0)
for message in messages():
    answer(message)
