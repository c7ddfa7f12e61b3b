# verdict: processes
"""As many children as it gets, 200 at most so that it can be tried by hand; each only sleeps. Met: Submitty #188,
DOMjudge packaging #13."""

import os
import time

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        for _ in range(200):
            try:
                if os.fork() == 0:
                    time.sleep(1000)
                    os._exit(0)
            except OSError:
                break
        time.sleep(1000)
    answer(message)
