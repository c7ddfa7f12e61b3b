# verdict: none; in: bwrap; by: files
"""Writes where no program should: /, /dev, /usr, the cgroups. Met: bwrap, whose / and /dev are as large as half of the
memory and can be written to."""

import os

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        for folder in ("/", "/dev", "/usr", "/etc", "/usr/bin", "/proc", "/var", "/run", "/root", "/home"):
            path = os.path.join(folder, "rogue-was-here")
            try:
                open(path, "x").close()
                os.remove(path)
                leak(f"wrote {path}")
            except OSError:
                pass
    answer(message)
