# verdict: exited; says: in the middle of a line
"""Dies in the middle of its answer. Met: D33."""

import os

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        os.write(1, b'{"id": 2, "cho')
        os._exit(0)
    answer(message)
