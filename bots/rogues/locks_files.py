# verdict: none; in: bwrap
"""Locks a file that its twin in another seat can read too: a channel of a bit. Met: isolate NEWS 2.4."""

import fcntl

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        try:
            with open(__file__) as shared:
                fcntl.flock(shared, fcntl.LOCK_EX | fcntl.LOCK_NB)
            leak("locks what others read")
        except OSError:
            pass
    answer(message)
