# verdict: exited; says: exited with code 0
"""Leaves a daemon behind, in a session of its own, and exits. Met: DOMjudge fork-setsid, Halite II #276: what was left
ate the next bot's memory."""

import os
import time

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(1000)
                os._exit(0)
            os._exit(0)
        os._exit(0)
    answer(message)
