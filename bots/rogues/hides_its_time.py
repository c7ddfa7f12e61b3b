# verdict: time
"""Never answers, and computes in children that live for a moment and that nobody waits for: it seems to wait for
the processor that they take. A wait for oneself is given back to nobody. Met: a lost game that was void three times."""

import os
import signal
import time
from contextlib import suppress

from _honest import answer, messages


def spin():
    end = time.process_time() + 0.002
    while time.process_time() < end:
        pass


signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for message in messages():
    end = time.monotonic() + 60
    while message["type"] == "turn" and time.monotonic() < end:
        if os.fork() == 0:
            spin()
            os._exit(0)
        spin()
        with suppress(ChildProcessError):  # when it is gone, of which nothing is told
            os.wait()
    answer(message)
