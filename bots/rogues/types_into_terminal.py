# verdict: none
"""Types a command into the terminal of whoever started the contest. Met: bubblewrap #142, CVE-2017-5226."""

import os

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        try:
            os.close(os.open("/dev/tty", os.O_RDWR))  # there TIOCSTI would do it; to have it is enough
            leak("has a terminal")
        except OSError:
            pass
    answer(message)
