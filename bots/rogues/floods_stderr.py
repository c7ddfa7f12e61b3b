# verdict: output-limit; says: stderr
"""Debugs without end. Met: D17, D24: the one error of interest lies in a log of a gigabyte."""

import sys

from _honest import answer, messages

for message in messages():
    while message["type"] == "turn":
        sys.stderr.write("debug\n" * 1000)
    answer(message)
