# verdict: none
"""Nearly a MiB for debugging before its first move. Nothing gets stuck. Met: D17."""

import sys

from _honest import answer, messages

loud = True
for message in messages():
    if message["type"] == "turn" and loud:
        loud = False
        sys.stderr.write("debug" * 200_000)
    answer(message)
