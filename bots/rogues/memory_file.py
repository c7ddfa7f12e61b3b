# verdict: memory; needs: cgroup
"""Half a gibibyte in files without a name that are mapped nowhere: no process holds them, only the account of a
control group shows them. Met: limits that add up what is mapped."""

import os
import time

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        time.sleep(1)  # a bot enters its control group when it has run for a moment
        for _ in range(64):
            os.write(os.memfd_create("tables"), bytes(1 << 23))
        time.sleep(1000)
    answer(message)
