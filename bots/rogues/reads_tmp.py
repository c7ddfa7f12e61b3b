# verdict: none; in: bwrap; by: files
"""Looks for what others left in /tmp. Met: isolate 2.6, a folder that all programs shared."""

import os

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        for folder in ("/tmp", "/var/tmp", "/dev/shm"):
            files = [one.path for one in os.scandir(folder) if not one.is_dir()] if os.path.isdir(folder) else []
            if files:
                leak(files[0])
    answer(message)
