# verdict: time; says: was stopped by a signal
"""Stops itself with SIGSTOP, which makes it deaf to all but SIGKILL. Met: DOMjudge suspend-ppid."""

import os
import signal

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        os.kill(os.getpid(), signal.SIGSTOP)
    answer(message)
