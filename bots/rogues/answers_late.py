# verdict: time; says: no answer within
"""Late once a game; what comes late must not be taken for the answer to the next request. Met: D26, fastchess #486."""

import time

from _honest import answer, messages

late = False
for message in messages():
    if message["type"] == "start":
        late = False
    if message["type"] == "turn" and not late:
        late = True
        time.sleep(1.5)
    answer(message)
