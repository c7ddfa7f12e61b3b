# verdict: exited; says: exited with code 4
"""Leaves a child behind that keeps the pipes open, and exits. There is no end of file. Met: D08, cpython #76116."""

import os
import time

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        if os.fork() == 0:
            time.sleep(1000)
            os._exit(0)
        os._exit(4)
    answer(message)
