# verdict: disk; in: rlimit bwrap
"""Writes one file, up to 200 MiB, and is killed by the kernel where it passes the limit. Met: D33, an end that nobody
could explain."""

import signal
import tempfile

from _honest import answer, messages

signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python ignores it, other languages do not
for message in messages():
    if message["type"] == "turn":
        with tempfile.TemporaryFile(buffering=0) as file:
            for _ in range(200):
                file.write(bytes(1 << 20))
    answer(message)
