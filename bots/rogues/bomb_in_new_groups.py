# verdict: processes
"""A fork bomb whose every child has a session and a process group of its own. Met: pc2v9 PR #812."""

import os
import time

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        for _ in range(200):
            try:
                if os.fork() == 0:
                    os.setsid()
                    time.sleep(1000)
                    os._exit(0)
            except OSError:
                break
        time.sleep(1000)
    answer(message)
