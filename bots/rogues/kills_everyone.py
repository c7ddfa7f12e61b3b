# verdict: none; in: bwrap; by: processes
"""Kills all that it may kill. Met: kill(-1), which outside of a jail ends the user's whole session."""

import os
import signal
from contextlib import suppress
from pathlib import Path

from _honest import answer, messages

# Whoever tries it by hand must not lose his desktop: it sins only where it is alone with the jail.
jailed = os.getpid() < 100 and Path("/proc/1/comm").read_text() == "bwrap\n"
for message in messages():
    if message["type"] == "turn" and jailed:
        with suppress(OSError):
            os.kill(-1, signal.SIGKILL)
    answer(message)
