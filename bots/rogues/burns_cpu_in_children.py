# verdict: cpu
"""Sleeps while its children compute, for a minute each. Met: isolate #84, limits for one process that others do not
have."""

import os
import time

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        for _ in range(2):
            if os.fork() == 0:
                while time.process_time() < 60:
                    pass
                os._exit(0)
        time.sleep(1000)
    answer(message)
