# verdict: none; in: bwrap; by: filter
"""Marks its threads as those that share a core with nobody: the other half of it stands still while they run.
Met: core scheduling, which any program may ask for."""

import ctypes

from _honest import answer, leak, messages

PR_SCHED_CORE, CREATE, THREAD_GROUP = 62, 1, 1
prctl = ctypes.CDLL(None).prctl
for message in messages():
    if message["type"] == "turn" and prctl(PR_SCHED_CORE, CREATE, 0, THREAD_GROUP, None) == 0:
        leak("keeps others from its core")
    answer(message)
