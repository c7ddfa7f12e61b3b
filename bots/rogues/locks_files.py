# verdict: none; in: bwrap; by: filter
"""Locks a file that its twin in another seat can read too: a channel of a bit. A lock in name only, which keeps nobody
out, is none. Met: isolate NEWS 2.4."""

import fcntl
from contextlib import suppress

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        with open(__file__) as shared, open(__file__) as twins:
            with suppress(OSError):
                fcntl.flock(shared, fcntl.LOCK_EX | fcntl.LOCK_NB)
            try:
                fcntl.flock(twins, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                leak("locks what others read")
    answer(message)
