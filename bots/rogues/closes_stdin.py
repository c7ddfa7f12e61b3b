# verdict: exited; says: closed its input
"""Closes its stdin and stays. It is found when it is written to: nobody waits for its time to run out. Met: DOMjudge
runpipe_test; a jail whose own processes hold the pipe too, so that nothing is seen but the time."""

import os
import time

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        os.close(0)
    answer(message)
    if message["type"] == "turn":
        time.sleep(1000)
