# verdict: none
"""Plays well and will not go: it ignores signals, `quit` and the end of its input. Met: D11."""

import signal
import time

from _honest import answer, messages

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
for message in messages():
    answer(message)
time.sleep(1000)
