# verdict: start-failure; says: (0xb7) is not UTF-8
"""Has a byte 0xB7 in its name. It is told so, and not that it was slow. Met: D20, python-chess #726."""

import sys

from _honest import messages

for message in messages():
    sys.stdout.buffer.write(b'{"type": "ready", "id": %d, "name": "Rogue \xb7 1"}\n' % message["id"])
    sys.stdout.flush()
