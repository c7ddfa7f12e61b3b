# verdict: none
"""Never waits for its dead children; there are thirty, fewer than the limit. Met: DOMjudge packaging #13."""

import os

from _honest import answer, messages

for _ in range(30):
    if os.fork() == 0:
        os._exit(0)
for message in messages():
    answer(message)
