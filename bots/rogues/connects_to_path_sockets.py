# verdict: none; in: bwrap; by: files
"""Connects to Unix sockets that are files: docker.sock is root for everybody. No network namespace closes them.
Met: `--ro-bind / /`, read-only files that can still be connected to."""

import glob
import os
import socket
import stat

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        for path in glob.glob("/run/*") + glob.glob("/run/*/*") + glob.glob("/var/run/*") + glob.glob("/tmp/*"):
            try:
                if stat.S_ISSOCK(os.stat(path).st_mode):
                    with socket.socket(socket.AF_UNIX) as probe:
                        probe.connect(path)
                    leak(f"connected to {path}")
                    break
            except OSError:
                pass
    answer(message)
