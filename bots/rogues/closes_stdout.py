# verdict: exited; says: closed its output
"""Closes its stdout and stays: it can never answer any more. Met: DOMjudge runpipe_test; a jail whose processes hold
the pipe too, so that nothing is seen but the time."""

import os
import time

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        os.close(1)
        time.sleep(1000)
    answer(message)
