# verdict: exited; says: \x1b[2J
"""Dies with signs that clear the terminal as its last words. Met: error messages that quote what they found."""

import sys

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        sys.stderr.write("\x1b[2J\x1b]0;pwned\x07\r1. rogue  100 %\u202e\n")
        raise SystemExit(1)
    answer(message)
