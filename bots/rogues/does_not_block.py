# verdict: none
"""Sets its pipes to non-blocking, which would also hold for the referee if both shared one end. Met: trio #1707."""

import json
import os
import select

from _honest import answer

for fd in (0, 1, 2):
    os.set_blocking(fd, False)
read = b""
while select.select([0], [], []):
    data = os.read(0, 65536)
    if not data:
        break
    *lines, read = (read + data).split(b"\n")
    for message in map(json.loads, lines):
        if message["type"] in ("hello", "start", "turn"):
            answer(message)
