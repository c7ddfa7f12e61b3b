# verdict: disk; in: bwrap
"""Fills /tmp, 200 MiB at most, with files that have no name any more: no list of files shows them. Met: judges that add
up what `find` finds."""

import os
import time
from contextlib import suppress

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        with suppress(OSError):
            for _ in range(200):
                file = os.open("/tmp/rogue", os.O_CREAT | os.O_WRONLY)
                os.unlink("/tmp/rogue")
                os.write(file, bytes(1 << 20))
        time.sleep(1000)
    answer(message)
