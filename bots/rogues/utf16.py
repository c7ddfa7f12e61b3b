# verdict: start-failure; says: (0xff) is not UTF-8
"""Writes UTF-16, as some shells and runtimes do. Met: D20."""

import json
import sys

from _honest import messages

for message in messages():
    line = json.dumps({"type": "ready", "id": message["id"]}) + "\n"
    sys.stdout.buffer.write(line.encode("utf-16"))
    sys.stdout.flush()
