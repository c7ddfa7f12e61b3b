# verdict: none; in: bwrap; by: processes
"""Kills the process that started it, which outside of a jail is the referee. Met: DOMjudge suspend-ppid."""

import os
import signal
from contextlib import suppress
from pathlib import Path

from _honest import answer, messages

# Whoever tries it by hand must not lose his shell: it sins only where the jail is its parent.
jailed = os.getpid() < 100 and Path("/proc/1/comm").read_text() == "bwrap\n"
for message in messages():
    if message["type"] == "turn" and jailed:
        with suppress(OSError):
            os.kill(os.getppid(), signal.SIGSTOP)
            os.kill(os.getppid(), signal.SIGKILL)
    answer(message)
