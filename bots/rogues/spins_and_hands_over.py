# verdict: none; in: bwrap; by: filter
"""Eight children spin for a millisecond, hand over to a child of their own in a new session, and end; ten seconds long.
No list of them is ever up to date, but a jail stops as a whole. Met: games that took eight times as long."""

import os
import time

from _honest import answer, messages

for _ in range(8):
    if os.fork() == 0:
        end = time.monotonic() + 10
        while time.monotonic() < end:
            mine = time.process_time() + 0.001
            while time.process_time() < mine:
                pass
            if os.fork():
                os._exit(0)
            os.setsid()
        os._exit(0)
for message in messages():
    answer(message)
