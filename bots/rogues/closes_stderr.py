# verdict: none
"""Closes its stderr and plays on. Met: daemons by habit."""

import os

from _honest import answer, messages

os.close(2)
for message in messages():
    answer(message)
