# verdict: none; in: bwrap; by: processes
"""Looks for secrets in the environments of other processes: the referee's, or the jail's own. Met: bwrap, whose first
process keeps what it was started with, whatever the bot is given."""

import os

from _honest import answer, leak, messages

TOLD = {"PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "PWD"}

for message in messages():
    if message["type"] == "turn":
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ") as environment:
                    names = {entry.partition("=")[0] for entry in environment.read().split("\0") if entry}
            except OSError:
                continue  # not its own, or gone
            secrets = [name for name in names - TOLD - os.environ.keys() if not name.startswith("ARENA_")]
            if secrets:
                leak(f"${secrets[0]} of process {pid}")
                break
    answer(message)
