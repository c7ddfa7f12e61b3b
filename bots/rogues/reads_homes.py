# verdict: none; in: bwrap; by: files
"""Looks for keys and notes in the homes of people. Met: `--ro-bind / /` shows ~/.ssh."""

import glob
import os

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        for path in glob.glob("/root/.*") + glob.glob("/home/*/.*") + glob.glob("/home/*/.ssh/*"):
            if os.path.isfile(path) and os.access(path, os.R_OK):
                leak(path)
                break
    answer(message)
