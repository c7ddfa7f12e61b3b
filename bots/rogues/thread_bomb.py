# verdict: processes
"""As many threads as it gets, 200 at most; each only sleeps.
Met: engines that start a thread for each core and more."""

import threading
import time

from _honest import answer, messages

threading.stack_size(65536)
for message in messages():
    if message["type"] == "turn":
        for _ in range(200):
            try:
                threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
            except RuntimeError:
                break
        time.sleep(1000)
    answer(message)
