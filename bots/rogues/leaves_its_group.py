# verdict: none; in: bwrap; by: files
"""Leaves the control group in which it is counted. Met: root in a container with a writable /sys/fs/cgroup."""

import glob
import os

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        for path in glob.glob("/sys/fs/cgroup/**/cgroup.procs", recursive=True)[:50]:
            if os.access(path, os.W_OK):
                leak(f"could write to {path}")
                break
    answer(message)
