# verdict: none; in: bwrap; by: filter
"""Takes a better priority than the others. Met: D13, contests on one machine."""

import os

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        before = os.getpriority(os.PRIO_PROCESS, 0)
        try:
            os.nice(-1)
            if os.getpriority(os.PRIO_PROCESS, 0) < before:
                leak("has a better priority")
        except OSError:
            pass
        try:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
            leak("runs before all others")
        except OSError:
            pass
    answer(message)
