# verdict: none
"""Ends its lines as Windows does. That is fine. Met: every contest with bots from Windows."""

import sys

from _honest import answer, messages

sys.stdout.reconfigure(newline="\r\n")
for message in messages():
    answer(message)
