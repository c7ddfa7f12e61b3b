# verdict: cpu; needs: cgroup
"""Computes in children that live for a moment and that nobody waits for: no account of processes shows their time, only
the kernel's account of a control group does. Met: DOMjudge PR #3667."""

import os
import signal
import time
from contextlib import suppress

from _honest import answer, messages

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for message in messages():
    while message["type"] == "turn":
        if os.fork() == 0:
            end = time.process_time() + 0.01
            while time.process_time() < end:
                pass
            os._exit(0)
        with suppress(ChildProcessError):  # that is all a wait for the ignored ever tells
            os.wait()
    answer(message)
