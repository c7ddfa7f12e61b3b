# verdict: none; in: bwrap; by: network
"""Connects to what listens on this machine: a database, or its own twin in another seat. Met: sandbox escapes over
localhost."""

import socket
from pathlib import Path

from _honest import answer, leak, messages

LISTENS = "0A"
for message in messages():
    if message["type"] == "turn":
        rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        ports = [int(row[1].partition(":")[2], 16) for row in rows if row[3] == LISTENS]
        for port in ports[:20]:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                leak(f"connected to port {port}")
                break
            except OSError:
                pass
    answer(message)
