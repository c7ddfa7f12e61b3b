# verdict: none; in: bwrap; by: network
"""Connects to abstract Unix sockets, which no file permission guards. Met: containers that shared the host's network
(CVE-2020-15257)."""

import re
import socket
from pathlib import Path

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        names = re.findall(r" @(\S+)$", Path("/proc/net/unix").read_text(), re.MULTILINE)
        for name in names:
            try:
                with socket.socket(socket.AF_UNIX) as probe:
                    probe.connect("\0" + name)
                leak(f"connected to @{name}")
                break
            except OSError:
                pass
    answer(message)
